import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect } from 'vitest';
import { testReconciled, waitAccessible, waitToFit } from './application.ts';
import { takeLook } from './look.ts';

describe('operations without a coupon', () => {
  testReconciled('are told by till and day, with the coupon that each may be', async ({ page }) => {
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    await page.getByRole('link', { name: 'Operaciones sin cupón' }).click();
    const grid = page.getByRole('grid', { name: 'Operaciones sin cupón por terminal y día' });
    await grid.getByText(/^\d+ operaciones sin cupón$/).waitFor();
    // Its figure differs from the queue's.
    await page.getByText('Ahí se cuentan cupones, no operaciones').waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'sin-cupon');
    await grid.getByRole('gridcell').first().click();
    const panel = page.getByRole('complementary', { name: 'Caja elegida' });
    await panel.getByRole('heading', { name: /^(?:La operación|Las \d+ operaciones)$/ }).waitFor();
    await panel.getByRole('listitem').first().waitFor();
    await panel.getByRole('link', { name: 'Ver en Operaciones' }).waitFor();
    await waitAccessible(page);
    await takeLook(page, 'sin-cupon-panel');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    // All of it goes into a workbook: the lines of the grid, and the operations behind them.
    const counted = await grid.getByText(/^\d+ operaciones sin cupón$/).innerText();
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar a Excel' }).click(),
    ]);
    expect(sheet.suggestedFilename()).toMatch(/^sin-cupon-.*\.xlsx$/);
    const { sheets } = await readXlsx(await readFile(await sheet.path()));
    expect(sheets.map(({ name }) => name)).toEqual(['Sin cupón', 'Operaciones']);
    const rows = sheets[1]?.rows ?? [];
    const header = rows.findIndex((each) => each.includes('Operación'));
    const body = rows.slice(header + 1).filter((each) => (each[0] ?? '') !== '');
    expect(body).toHaveLength(Number.parseInt(counted, 10) + 1); // and the row of totals
  });

  testReconciled(
    'are compared with the coupons by day, store and card, and each figure leads to its rows',
    async ({ page }) => {
      await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
      await page.getByRole('link', { name: 'Caja contra procesador' }).click();
      const table = page.getByRole('table', { name: 'Caja contra procesador' });
      await table.getByRole('button').first().waitFor();
      const [day] = await table.getByRole('button').allInnerTexts();
      await table.getByRole('button', { name: day ?? '' }).press('Enter');
      await table.getByRole('button', { name: day ?? '', expanded: true }).waitFor();
      await waitAccessible(page);
      await waitToFit(page);
      await takeLook(page, 'caja-contra-procesador');
      await table
        .getByRole('link', { name: /^sin conciliar: \d+$/ })
        .first()
        .click();
      await page.getByRole('tab', { name: /^Sin conciliar/, selected: true }).waitFor();
      await page.getByRole('button', { name: /^vendidos del / }).waitFor();
    },
  );
});
