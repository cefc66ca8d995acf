import { describe } from 'vitest';
import { accountOf, fillAccount } from './open.ts';
import { waitAccessible, waitToFit, soon, test } from './application.ts';

describe('the first run', () => {
  test('offers two doors, is accessible, and says where the key comes from', async ({ page }) => {
    await page.getByRole('heading', { name: 'Sabé qué se cobró y qué no' }).waitFor();
    await page.getByRole('region', { name: 'Probar con datos de ejemplo' }).waitFor();
    await page.getByRole('region', { name: 'Conectar mi cuenta' }).waitFor();
    await waitAccessible(page);
    await waitToFit(page);

    const where = page.getByRole('button', { name: '¿Dónde consigo la clave?' });
    await soon(() => page.getByText(/el soporte técnico del servicio/).isVisible()).toBe(false);
    await where.click();
    await page.getByText(/el soporte técnico del servicio/).waitFor();
    await soon(() => where.getAttribute('aria-expanded')).toBe('true');
    await waitAccessible(page);
    await page.getByRole('button', { name: 'Usuario y contraseña' }).click();
    await page.getByRole('button', { name: '¿Qué usuario es?' }).waitFor();
  });

  test('a good account says which merchants it found and goes on to the main job', async ({ page, sandbox }) => {
    await fillAccount(page, accountOf(sandbox));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText('Conexión probada.').waitFor();
    // The shared tax number is shown once, and each store has its place beside it.
    await page.getByText(/Encontramos \d+ comercios, CUIT \d\d-\d{8}-\d\./).waitFor();
    await page.getByText('Rosario, Santa Fe').first().waitFor();
    await page.getByText(/últimos 90 días: \d\d\/\d\d\/\d{4}\s– \d\d\/\d\d\/\d{4}\./).waitFor();
    await waitAccessible(page);
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page.getByRole('button', { name: 'Cuenta: La Espiga' }).waitFor();
    // *Ajustes* knows the result of the test, even after a reload.
    await page.getByRole('link', { name: 'Ajustes', exact: true }).click();
    await page.reload();
    await page.getByRole('region', { name: 'Cuentas' }).getByText('Conectada').waitFor();
    await page.getByText(/^El servicio aceptó la clave el /).waitFor();
  });

  test('in English, every text is', async ({ page }) => {
    await page.getByLabel('Idioma').selectOption('English');
    await page.getByRole('heading', { name: 'Know what was paid and what was not' }).waitFor();
    await soon(() => page.locator('html').getAttribute('lang')).toBe('en');
    // After the reload the focus is where it was.
    await page.locator('select:focus').waitFor();
    await waitAccessible(page);
  });

  test('a tab that the program did not open sees nothing, and says how to go on', async ({ app, context }) => {
    const page = await context.newPage();
    await page.goto(app.url);
    await page.getByRole('heading', { name: 'Abrí Conciliador desde el programa' }).waitFor();
    await waitAccessible(page);
  });
});
