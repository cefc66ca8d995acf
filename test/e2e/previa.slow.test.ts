import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { EXAMPLE } from '#app/demo/example.ts';
import { soon, test, testReviewing, waitAccessible, waitForFocus, waitToFit } from './application.ts';
import { takeLook } from './look.ts';
import { leaveErrorsOut, reachRows } from './steps.ts';

const TITLE = 'Qué conciliaría si lo enviás ahora';

/** Coupons of the example with amounts without their decimal point, as some tills write them. */
function timesHundred(): string {
  const book = read(readFileSync(EXAMPLE.archivo));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? expect.unreachable();
  const rows = utils.sheet_to_json<(string | number)[]>(sheet, { header: 1 }).slice(4);
  const sound = rows.filter(
    (row) =>
      typeof row[0] === 'number' &&
      typeof row[9] === 'number' &&
      /^\d{6,8}$/.test(String(row[4])) &&
      /^\d{4}$/.test(String(row[6])),
  );
  const day = (serial: number): string => new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
  return [
    'Fecha;Tarjeta;Últimos 4;Comprobante;Importe',
    ...sound
      .slice(20, 60)
      .map((row) =>
        [
          day(Number(row[0])).split('-').toReversed().join('/'),
          row[5],
          row[6],
          row[4],
          Math.round(Number(row[9]) * 10_000) / 100,
        ].join(';'),
      ),
  ].join('\n');
}

const download = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Bajar / })
    .click();

describe('before anything is sent', () => {
  testReviewing(
    'what would match is said once the days are there, and a row takes what the processor reported',
    async ({ page }) => {
      await reachRows(page);
      await leaveErrorsOut(page);
      await page.getByRole('heading', { name: TITLE }).waitFor();
      await page.getByRole('heading', { name: 'No bajaste las operaciones de esos días' }).waitFor();
      await waitAccessible(page);
      await takeLook(page, 'previa-sin-bajar');
      await download(page);
      const grid = page.getByRole('grid', { name: 'Filas que no conciliarían' });
      await grid
        .getByRole('button', { name: /^Usar / })
        .first()
        .waitFor();
      await soon(() => page.getByRole('term').allInnerTexts()).toEqual(
        expect.arrayContaining(['Conciliarían', 'No conciliarían']),
      );
      await waitAccessible(page);
      await waitToFit(page);
      await waitForFocus(page);
      await takeLook(page, 'previa');
      await page.setViewportSize({ width: 420, height: 740 });
      const forAll = page.getByRole('button', { name: /^Arreglar las \d+ muy probables$/ });
      await soon(async () => {
        const place = await forAll.boundingBox();
        return place !== null && place.x + place.width <= 420;
      }).toBe(true);
      await page.setViewportSize({ width: 1280, height: 800 });

      // The row marks the fix and shows the previous value, and the figures follow.
      const counted = page.getByRole('definition').first();
      const before = await counted.innerText();
      const use = grid.getByRole('button', { name: /^Usar \$/ }).first();
      const said = await use.innerText();
      await use.click();
      const undo = page.getByRole('button', { name: /^Deshacer el cambio de la fila/ });
      await undo.waitFor();
      const row = grid.getByRole('row').filter({ has: undo });
      await row.getByText('Conciliaría').waitFor();
      expect(await row.innerText()).toContain(said.replace('Usar ', ''));
      await soon(() => counted.innerText()).not.toBe(before);
      await page.getByText('1 fila cambiada.').waitFor();
      await takeLook(page, 'previa-cambiada');
      await undo.click();
      await soon(() => undo.count()).toBe(0);
      await soon(() => counted.innerText()).toBe(before);

      // By the keyboard: the row, its letter, and back.
      await grid.getByRole('gridcell', { name: 'Importe', exact: true }).first().click();
      const panel = page.getByRole('complementary', { name: 'Fila elegida' });
      await panel.getByRole('heading', { name: '¿Por qué no conciliaría?' }).waitFor();
      await waitAccessible(page);
      await takeLook(page, 'previa-panel');
      await page.keyboard.press('u');
      await undo.waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await soon(() => undo.count()).toBe(0);
      // The panel is closed, and the keyboard is still in the row.
      await page.keyboard.press('u');
      await undo.waitFor();
      await page.keyboard.press('Control+z');
      await soon(() => undo.count()).toBe(0);

      // Fixes are seen in the review, marked as changed.
      await grid
        .getByRole('button', { name: /^Usar \$/ })
        .first()
        .click();
      await undo.waitFor();
      await page.keyboard.press('Alt+ArrowLeft');
      await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
      await page.getByRole('button', { name: 'Deshacer', exact: true }).waitFor();
      await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).waitFor();
      await page.keyboard.press('Alt+ArrowRight');
      await page.getByText('1 fila cambiada.').waitFor();
      await page.getByRole('button', { name: 'Seguir al envío' }).click();
      await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
    },
  );

  test('a double click on the way on does not go on from what nobody has seen yet', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('button', { name: 'Usar la planilla de ejemplo' }).click();
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).dblclick();
    await page.getByRole('button', { name: 'Omitir las 5' }).click();
    const way = page.getByRole('button', { name: /^Seguir con \d+ cupones$/ });
    const place = (await way.boundingBox()) ?? expect.unreachable();
    await page.mouse.dblclick(place.x + place.width - 20, place.y + place.height / 2);
    await page.getByRole('heading', { name: TITLE }).waitFor();
    const onward = page.getByRole('button', { name: /^Seguir / });
    await onward.click();
    await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
  });

  test('a till whose file is a hundred times as much learns it, and mends it at once', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'caja-3.csv', mimeType: 'text/csv', buffer: Buffer.from(timesHundred()) });
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
    await page.getByRole('heading', { name: TITLE }).waitFor();
    await download(page);
    await page.getByText(/^Los importes están multiplicados por 100: .*caja-3\.csv/).waitFor();
    await takeLook(page, 'previa-por-cien');
    await page.getByRole('button', { name: /^Corregir el importe de las \d+$/ }).click();
    await page
      .getByRole('dialog', { name: /^Así quedan \d+ filas$/ })
      .getByRole('row')
      .nth(1)
      .waitFor();
    await waitAccessible(page);
    await takeLook(page, 'previa-antes');
    await page.getByRole('dialog').getByRole('button', { name: 'Usar lo que informó la tarjeta' }).click();
    await page.getByText(/^Los importes están/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Seguir / }).waitFor();
    await takeLook(page, 'previa-todas');
    await page.getByRole('button', { name: /^Deshacer/ }).click();
    await page.getByText(/^Los importes están/).waitFor();
    await page.getByRole('button', { name: /^Ver las \d+$/ }).click();
    await page.getByRole('heading', { name: /^Las \d+ filas de esta causa$/ }).waitFor();
    await takeLook(page, 'previa-causa');
  });
});
