import { describe, expect } from 'vitest';
import { waitAccessible, waitForFocus, soon, testReviewing } from './application.ts';
import { sendReviewed } from './steps.ts';

describe('Conciliaciones', () => {
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
    await table.getByRole('link', { name: 'cupones-ejemplo.xlsx' }).click();
    await page.getByRole('button', { name: 'Poner nombre' }).click();
    const naming = page.getByRole('dialog', { name: 'Nombre de la conciliación' });
    await naming.getByLabel('Nombre').fill('Octubre de la caja');
    await waitAccessible(page);
    await naming.getByRole('button', { name: 'Guardar el nombre' }).click();
    await page.getByRole('heading', { level: 1, name: 'Octubre de la caja' }).waitFor();
    await page.getByText('Un informe que guardaste antes no dice este cambio de nombre.').waitFor();
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
});
