import { describe, expect, onTestFinished } from 'vitest';
import { abrirSandbox, cuentaDe, llenarCuenta } from './abrir.ts';
import { esperarAccesible, esperarQueEntre, test } from './aplicacion.ts';

describe('Ajustes', () => {
  test('an account is added, tested, made the default and removed with its data', async ({ page, sandbox }) => {
    await llenarCuenta(page, cuentaDe(sandbox, 'Primera'));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('heading', { name: 'Primera' }).waitFor();
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText('Conexión probada.').waitFor();
    await esperarAccesible(page);
    await esperarQueEntre(page);

    await page.getByRole('button', { name: 'Agregar' }).click();
    const otro = await abrirSandbox();
    onTestFinished(() => otro.close());
    await llenarCuenta(page, cuentaDe(otro, 'Segunda'));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('heading', { name: 'Segunda' }).waitFor();
    await page.getByRole('button', { name: 'Predeterminar' }).click();
    await page.getByText('Predeterminada').waitFor();

    await page.getByRole('button', { name: 'Quitar…' }).click();
    const dialogo = page.getByRole('alertdialog', { name: 'Quitar la cuenta Segunda' });
    await dialogo.waitFor();
    await esperarAccesible(page);
    await page.keyboard.press('Escape');
    await dialogo.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').innerText()).toBe('Quitar…'); // the focus came back to what opened it
    await page.getByRole('button', { name: 'Quitar…' }).click();
    await dialogo.getByLabel('Borrar también sus datos').check();
    await dialogo.getByRole('button', { name: 'Quitar la cuenta y sus datos' }).click();
    await page.getByText('Quitamos la cuenta Segunda y sus secretos.').waitFor();
    await page.getByRole('button', { name: /^Segunda/ }).waitFor({ state: 'detached' });
  });

  test('the chosen theme stays after the page is loaded again', async ({ page, sandbox }) => {
    await llenarCuenta(page, cuentaDe(sandbox));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('link', { name: 'Idioma y tema' }).click();
    await page.getByRole('button', { name: 'Oscuro' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Oscuro', pressed: true }).waitFor();
    expect(await page.locator('html').getAttribute('data-tema')).toBe('oscuro');
    await esperarAccesible(page);
  });

  test('a service that cannot be reached is said in words, and marked at the top', async ({ page, sandbox }) => {
    await llenarCuenta(page, cuentaDe(sandbox));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await sandbox.close();
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    await page.getByText('No se pudo llegar al servicio.', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByText('Sin conexión', { exact: true }).waitFor();
    await esperarAccesible(page);
  });
});
