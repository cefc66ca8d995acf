import { describe } from 'vitest';
import { accountOf, fillAccount } from './open.ts';
import { waitAccessible, waitToFit, soon, test } from './application.ts';
import { passPrevia } from './steps.ts';

describe('the first run', () => {
  test('offers two doors, in both languages, to the tab that the program opened', async ({ page, app, navegador }) => {
    await page.getByRole('heading', { name: 'Sabé qué se cobró y qué no' }).waitFor();
    await page.getByRole('region', { name: 'Probar con datos de ejemplo' }).waitFor();
    await page.getByRole('region', { name: 'Conectar mi cuenta' }).waitFor();
    await waitToFit(page);
    const where = page.getByRole('button', { name: '¿Dónde consigo la clave?' });
    await soon(() => page.getByText(/el soporte técnico del servicio/).isVisible()).toBe(false);
    await where.click();
    await page.getByText(/el soporte técnico del servicio/).waitFor();
    await soon(() => where.getAttribute('aria-expanded')).toBe('true');
    await waitAccessible(page);
    await page.getByRole('button', { name: 'Usuario y contraseña' }).click();
    await page.getByRole('button', { name: '¿Qué usuario es?' }).waitFor();

    await page.getByLabel('Idioma').selectOption('English');
    await page.getByRole('heading', { name: 'Know what was paid and what was not' }).waitFor();
    await soon(() => page.locator('html').getAttribute('lang')).toBe('en');
    // After the reload the focus is where it was.
    await page.locator('select:focus').waitFor();
    await waitAccessible(page);
    await page.keyboard.press('F1');
    const help = page.getByRole('dialog', { name: 'Help' });
    await help.getByRole('heading', { name: 'Conciliador manual' }).waitFor();
    await help.getByRole('link', { name: 'Messages' }).first().click();
    await help.getByText('There is no account yet.').waitFor();
    await waitAccessible(page);
    await help.getByRole('button', { name: 'Close' }).click();

    const stranger = await navegador.newPage({ locale: 'es-AR' });
    await stranger.goto(app.url);
    await stranger.getByRole('heading', { name: 'Abrí Conciliador desde el programa' }).waitFor();
    await waitAccessible(stranger);
    await stranger.context().close();
  });

  test('a good account says which merchants it found and goes on to the main job', async ({ page, sandbox }) => {
    await fillAccount(page, accountOf(sandbox));
    await page.getByRole('button', { name: 'Privacidad' }).click();
    const notice = page.getByRole('dialog', { name: 'Privacidad' });
    await notice.getByText('A nadie más').waitFor();
    await waitAccessible(page);
    await notice.getByRole('button', { name: 'Cerrar' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText('Conexión probada.').waitFor();
    // This machine has no keychain: nothing was written, and the screen says so.
    await page.getByText('Esta PC no tiene llavero.').waitFor();
    // The shared tax number is shown once, and each store with its town.
    await page.getByText(/Encontramos \d+ comercios, CUIT \d\d-\d{8}-\d\./).waitFor();
    await page.getByText('Rosario, Santa Fe').first().waitFor();
    await page.getByText(/últimos 90 días: \d\d\/\d\d\/\d{4}\s– \d\d\/\d\d\/\d{4}\./).waitFor();
    await waitAccessible(page);
    // The page is whole in the window of a small notebook.
    await page.setViewportSize({ width: 1280, height: 720 });
    await soon(() => page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page.getByRole('button', { name: 'Cuenta: La Espiga' }).waitFor();
    // *Ajustes* knows the result of the test, even after a reload.
    await page.getByRole('link', { name: 'Ajustes', exact: true }).click();
    await page.reload();
    await page.getByRole('region', { name: 'Cuentas' }).getByText('Conectada').waitFor();
    await page.getByText(/^El servicio aceptó las credenciales el /).waitFor();
  });

  test('the example goes through the wizard, and a double click does not pass the forecast unread', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('button', { name: 'Usar la planilla de ejemplo' }).click();
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    await page.getByRole('button', { name: 'Omitir las 5' }).click();
    const way = page.getByRole('button', { name: /^Seguir con \d+ cupones$/ });
    const place = (await way.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.dblclick(place.x + place.width - 20, place.y + place.height / 2);
    await page.getByRole('heading', { name: 'Qué conciliaría si lo enviás ahora' }).waitFor();
    await passPrevia(page);
    await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
  });
});
