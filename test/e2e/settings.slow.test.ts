import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { openSandbox, accountOf, fillAccount } from './open.ts';
import { waitAccessible, waitToFit, soon, test } from './application.ts';
import { connect } from './steps.ts';

describe('Ajustes', () => {
  test('an account is added, tested, made the default and removed with its data', async ({ page, sandbox }) => {
    await fillAccount(page, accountOf(sandbox, 'Primera'));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('heading', { name: 'Primera' }).waitFor();
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText('Conexión probada.').waitFor();
    await waitAccessible(page);
    await waitToFit(page);

    await page.getByRole('button', { name: 'Agregar' }).click();
    // The focus goes into the form that was opened.
    await soon(() => page.evaluate('document.activeElement.labels[0].innerText')).toBe('Nombre de la cuenta');
    const other = await openSandbox();
    onTestFinished(() => other.close());
    await fillAccount(page, accountOf(other, 'Segunda'));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('heading', { name: 'Segunda' }).waitFor();
    await page.getByRole('button', { name: 'Predeterminar' }).click();
    await page.getByText('Predeterminada').waitFor();

    await page.getByRole('button', { name: 'Quitar…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Quitar la cuenta Segunda' });
    await dialog.waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await soon(() => page.locator(':focus').innerText()).toBe('Quitar…'); // the focus came back to what opened it
    await page.getByRole('button', { name: 'Quitar…' }).click();
    await dialog.getByLabel('Borrar también sus datos').check();
    await dialog.getByRole('button', { name: 'Quitar la cuenta y sus datos' }).click();
    const removed = page.getByText('Quitamos la cuenta Segunda y sus secretos.');
    await removed.waitFor();
    // What was done is in sight, and a second Enter does not go on to the next account.
    await soon(async () => (await removed.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    await soon(() => page.evaluate("document.activeElement.closest('button') === null")).toBe(true);
    await page.getByRole('button', { name: /^Segunda/ }).waitFor({ state: 'detached' });
  });

  test('the service is tested, and its report comes as a file', async ({ page, sandbox }) => {
    await connect(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Probar el servicio' }).click();
    await page.getByText('El servicio responde como se describe.').waitFor();
    const report: unknown = JSON.parse(await readFile(await (await downloaded).path(), 'utf8'));
    expect(report).toMatchObject({ version: 1, entrada: 'api' });
    await page.getByRole('button', { name: 'Probar con una carga…' }).click();
    const dialog = page.getByRole('alertdialog', { name: /^Probar con una carga en / });
    await waitAccessible(page);
    await dialog.getByRole('button', { name: 'Subir y borrar los dos cupones' }).click();
    await page.getByText('Los dos cupones de prueba se subieron, se leyó su resultado y se borraron.').waitFor();
    expect(sandbox.listReceived('subir')).toHaveLength(2);
    expect(sandbox.truth.conciliaciones()).toEqual([]);
    await waitAccessible(page);
    await waitToFit(page);
  });

  test('the chosen theme stays after the page is loaded again', async ({ page, sandbox }) => {
    await connect(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('link', { name: 'Idioma y tema' }).click();
    await page.getByRole('button', { name: 'Oscuro' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Oscuro', pressed: true }).waitFor();
    await soon(() => page.locator('html').getAttribute('data-tema')).toBe('oscuro');
    await waitAccessible(page);
  });

  test('every part is accessible in both themes, and fits', async ({ page, sandbox }) => {
    await connect(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    const parts = page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link');
    await soon(() => parts.count()).toBe(12);
    for (const name of await parts.allInnerTexts()) {
      await parts.filter({ hasText: name }).click();
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await waitAccessible(page);
      await waitToFit(page);
    }
  });

  test('says what stays on this PC, what is sent and what never is', async ({ page, sandbox }) => {
    await fillAccount(page, accountOf(sandbox));
    await page.getByRole('button', { name: 'Privacidad' }).click();
    const notice = page.getByRole('dialog', { name: 'Privacidad' });
    await notice.getByText('A nadie más').waitFor();
    await waitAccessible(page);
    await notice.getByRole('button', { name: 'Cerrar' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await page.goto(`${new URL(page.url()).origin}/#/ajustes/privacidad`);
    await page.getByRole('heading', { name: 'Privacidad' }).waitFor();
    await page.getByText('sin mandarle nada tuyo').waitFor();
  });

  test('the theme and the size of a batch are there after the program is opened again', async ({
    app,
    page,
    sandbox,
  }) => {
    await connect(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('link', { name: 'Envío' }).click();
    await page.getByLabel('Cupones por tanda').fill('0');
    await page.getByRole('button', { name: 'Guardar estos valores' }).click();
    await page.getByText('Tiene que ser un número de 1 a 100.000.').waitFor();
    await page.getByLabel('Cupones por tanda').fill('1.000');
    await page.getByRole('button', { name: 'Guardar estos valores' }).click();
    await page.getByText('Quedó guardado.').waitFor();
    const stored: unknown = JSON.parse(await readFile(path.join(app.carpeta, 'ajustes.json'), 'utf8'));
    expect(stored).toMatchObject({ porTanda: 1000, tardanza: 120 });
    await page.evaluate('localStorage.clear()'); // as with another port
    await page.reload();
    await page.getByRole('link', { name: 'Envío' }).click();
    await soon(() => page.getByLabel('Cupones por tanda').inputValue()).toBe('1000');
  });

  test('everything goes to another PC and comes back, and a file that is none changes nothing', async ({
    page,
    sandbox,
  }) => {
    await connect(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('link', { name: 'Otra PC' }).click();
    const [sale] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Guardar archivo' }).click(),
    ]);
    expect(sale.suggestedFilename()).toMatch(/^conciliador-\d{4}-\d\d-\d\d\.zip$/);
    await page.getByText('El archivo está listo').waitFor();
    const [chosen] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Elegir archivo' }).click(),
    ]);
    await chosen.setFiles({ name: 'no.zip', mimeType: 'x/y', buffer: Buffer.from('no') });
    await page.getByText('No es un archivo de otra PC, o está incompleto.').waitFor();
    await page.locator('input[type=file]').setInputFiles(await sale.path());
    const dialog = page.getByRole('alertdialog', { name: 'Traer estos datos' });
    await dialog.getByText('La Espiga', { exact: true }).waitFor();
    await waitAccessible(page);
    await dialog.getByRole('button', { name: 'Reemplazar lo que hay' }).click();
    await page.getByText('Los datos de la otra PC están acá.').waitFor();
    await waitAccessible(page);
  });

  test('a service that cannot be reached is said once, on the bar', async ({ page, sandbox }) => {
    await connect(page, sandbox);
    await sandbox.close();
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    const notice = page.getByRole('button', { name: 'Sin conexión', exact: true });
    await notice.waitFor();
    await page.getByRole('heading', { name: 'Todavía no se leyeron' }).waitFor();
    await soon(() => page.getByRole('alert').count()).toBe(0);
    await waitAccessible(page);
    // Pressing the notice says what it means for the person's work.
    await notice.click();
    await page
      .getByRole('dialog', { name: 'Sin conexión' })
      .getByText(/sin perderse/)
      .waitFor();
    await waitAccessible(page);
  });

  test('the example offers to be removed, and nothing that the next call would undo', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByText(/^Lo pone Conciliador/).waitFor();
    await soon(() => page.getByRole('button', { name: /^(Cerrar sesión|Cambiar)$/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Quitar…' }).waitFor();
    await waitAccessible(page);
  });

  test('an update that reached nobody says so over the page and on the bar, with what is still seen', async ({
    page,
    sandbox,
  }) => {
    await fillAccount(page, accountOf(sandbox));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('button', { name: 'Descargar 90 días' }).click();
    await page.getByText('Los últimos 90 días están en esta PC.').waitFor();
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await sandbox.close();
    await page.getByRole('button', { name: 'Actualizar', exact: true }).first().click();
    const ribbon = page.getByRole('status').filter({ hasText: 'No pudimos actualizar.' });
    await ribbon.getByText(/Seguís viendo los datos del \d/).waitFor();
    await ribbon.getByRole('button', { name: 'Reintentar' }).waitFor();
    await waitToFit(page);
    await page.getByRole('button', { name: 'Sin conexión', exact: true }).click();
    const notice = page.getByRole('dialog', { name: 'Sin conexión' });
    await notice.getByText(/Seguís viendo los datos del \d/).waitFor();
    await notice.getByRole('button', { name: 'Reintentar' }).waitFor();
    await soon(() => page.locator('.nota').count()).toBe(0);
    await waitAccessible(page);
  });
});
