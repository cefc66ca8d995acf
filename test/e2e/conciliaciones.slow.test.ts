import { describe, expect } from 'vitest';
import { EXAMPLE } from '#app/demo/sample.ts';
import { waitAccessible, waitForFocus, waitToFit, soon, test, testReviewing } from './application.ts';
import { takeLook } from './look.ts';
import { connect, passPrevia, sendReviewed } from './steps.ts';

describe('Conciliaciones', () => {
  test('with none, says that it looked', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    await page.getByRole('heading', { name: 'No hay conciliaciones' }).waitFor();
    await waitAccessible(page);
  });

  testReviewing('lists what was sent, and deletes it only after confirming', async ({ page }) => {
    await sendReviewed(page);
    await page.getByRole('heading', { name: 'Esperando que el servicio termine de comparar' }).waitFor();
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    // While it goes on it is not offered to be resumed, and its row comes by itself.
    const pending = page.getByRole('region', { name: 'Envíos de esta PC sin terminar' });
    await pending.getByText('Esperando resultado').waitFor();
    expect(await pending.getByRole('button').count()).toBe(0);
    const table = page.getByRole('table', { name: 'Conciliaciones de los últimos 90 días' });
    await table.getByRole('link', { name: 'cupones-ejemplo.xlsx' }).waitFor();
    await table.getByText('01/10/2026').waitFor();
    await table
      .getByText(/\d\.\d{3}\.\d{3},\d\d/)
      .first()
      .waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await table.getByRole('link', { name: 'cupones-ejemplo.xlsx' }).click();
    await page.getByRole('button', { name: 'Poner nombre' }).click();
    const naming = page.getByRole('dialog', { name: 'Nombre de la conciliación' });
    await naming.getByLabel('Nombre').fill('Octubre de la caja');
    await waitAccessible(page);
    await naming.getByRole('button', { name: 'Guardar el nombre' }).click();
    await page.getByRole('heading', { level: 1, name: 'Octubre de la caja' }).waitFor();
    await page.getByText('Un informe que guardaste antes no dice este cambio de nombre.').waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    const again = page.getByRole('button', { name: 'Guardar el informe otra vez' });
    const [download] = await Promise.all([page.waitForEvent('download'), again.click()]);
    expect(download.suggestedFilename()).toContain('Octubre de la caja');
    await again.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).first().click();
    await table.getByRole('link', { name: 'Octubre de la caja' }).waitFor();
    await table.getByText(/cupones-ejemplo\.xlsx/).waitFor();
    await page.getByRole('button', { name: /^Borrar la conciliación/ }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(/Se borran del servicio \d+ cupones y su resultado\./).waitFor();
    await waitAccessible(page);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await soon(() => table.getByRole('row').count()).toBe(3);
    await page.getByRole('button', { name: /^Borrar la conciliación/ }).click();
    await dialog.getByRole('button', { name: /^Borrar \d+ cupones$/ }).click();
    await page.getByText(/Se borró la conciliación/).waitFor();
    await page.getByRole('heading', { name: 'No hay conciliaciones' }).waitFor();
    await waitForFocus(page);
    // It was reconciled once: the queue does not say that nothing ever was.
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    await page.getByRole('heading', { name: 'No hay nada conciliado' }).waitFor();
  });

  testReviewing('an upload that was stopped is kept, and goes on to its result', async ({ page }) => {
    await sendReviewed(page);
    await page.getByRole('heading', { name: 'Esperando que el servicio termine de comparar' }).waitFor();
    await page.getByRole('button', { name: 'Detener', exact: true }).click();
    await page.getByText('Se detuvo a pedido.').waitFor();
    await waitAccessible(page);
    const help = page.getByRole('dialog', { name: 'Ayuda' });
    await page.getByRole('link', { name: 'Verlo en la ayuda' }).click();
    await help.getByText('Se detuvo a pedido.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    const pending = page.getByRole('region', { name: 'Envíos de esta PC sin terminar' });
    // The service lists it already: the card has its number and what its row would do, and there is no row.
    await pending.getByRole('link', { name: /^Conciliación \d+$/ }).waitFor();
    await pending.getByRole('button', { name: /^Borrar la conciliación/ }).waitFor();
    await soon(() => page.getByRole('table', { name: 'Conciliaciones de los últimos 90 días' }).count()).toBe(0);
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'conciliaciones-pendiente');
    await page.getByRole('button', { name: 'Retomar cupones-ejemplo.xlsx' }).click();
    await page.getByRole('heading', { level: 1, name: 'cupones-ejemplo.xlsx' }).waitFor();
  });

  testReviewing(
    'a page that is loaded again while one that was taken up waits goes on to its result by itself',
    async ({ page }) => {
      await sendReviewed(page);
      const waiting = page.getByRole('heading', { name: 'Esperando que el servicio termine de comparar' });
      await waiting.waitFor();
      await page.getByRole('button', { name: 'Detener', exact: true }).click();
      await page.getByText('Se detuvo a pedido.').waitFor();
      await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
      await page.getByRole('button', { name: 'Retomar cupones-ejemplo.xlsx' }).waitFor();
      // An upload that a person stopped stays stopped after a reload.
      await page.reload();
      await page.getByRole('button', { name: 'Retomar cupones-ejemplo.xlsx' }).click();
      await waiting.waitFor();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'cupones-ejemplo.xlsx' }).waitFor();
    },
  );

  test('without the service, the results that were read here open all the same', async ({ page, sandbox }) => {
    await connect(page, sandbox);
    await page.locator('input[type=file]').setInputFiles(EXAMPLE.archivo);
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('button', { name: 'Omitir las 5' }).click();
    await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
    await passPrevia(page);
    await page.getByRole('button', { name: /^Enviar \d+ cupones$/ }).click();
    await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
    await page.getByText(/^Leído el /).waitFor(); // a result is only kept once it was read whole
    await sandbox.close();
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    await page.getByRole('button', { name: 'Sin conexión', exact: true }).waitFor();
    await waitAccessible(page);
    await page.getByRole('link', { name: 'cupones-ejemplo.xlsx' }).click();
    await page.getByRole('heading', { level: 1, name: 'cupones-ejemplo.xlsx' }).waitFor();
    await page.getByRole('grid').getByRole('row').nth(3).waitFor();
  });
});
