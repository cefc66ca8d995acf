import { describe, expect } from 'vitest';
import type { Locator } from 'playwright-core';
import { enterRows, soon, test, testReconciled, testReviewing, waitAccessible } from './application.ts';
import { hold, leaveErrorsOut, reachRows, sendReviewed } from './steps.ts';

const NOTEBOOK = { width: 1093, height: 614 };
const NARROW = { width: 420, height: 740 };
/** The smallest size of the program's window. */
const LEAST = { width: 900, height: 600 };
const USUAL = { width: 1280, height: 800 };

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const GRID_SIDEWAYS = `(() => {
  const barra = document.querySelector('.ag-body-horizontal-scroll-viewport');
  return barra === null ? 0 : barra.scrollWidth - barra.clientWidth;
})()`;
/** The controls of the bar that overlap the control before, or end outside the window. */
const BAR_OVERLAPS = `[...document.querySelectorAll('header :is(a, button)')].filter((one) => one.checkVisibility())
  .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
  .filter(({ box }, i, all) => box.right > innerWidth || (i > 0 && box.left < all[i - 1].box.right - 1)).map(({ text }) => text)`;
const CUT_DAYS = `[...document.querySelectorAll('a.dia')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)`;
/** The right edges of the steps of the wizard that are out of sight. */
const STEPS_OUT = `[...document.querySelectorAll('nav[aria-label="Pasos de la conciliación"] li')]
  .map((one) => one.getBoundingClientRect().right).filter((right) => right > innerWidth)`;

/** The width of `one` that lies inside `other`, in pixels. */
async function widthWithin(one: Locator, other: Locator): Promise<number> {
  const [inner, outer] = [await one.boundingBox(), await other.boundingBox()];
  if (inner === null || outer === null) return 0;
  return Math.min(inner.x + inner.width, outer.x + outer.width) - Math.max(inner.x, outer.x);
}

describe('the review', () => {
  testReviewing(
    'shows its main columns, every step and what is being typed in windows of any width',
    async ({ page }) => {
      await page.setViewportSize(NOTEBOOK);
      await reachRows(page);
      await page.getByRole('button', { name: 'Contra tu caja' }).click();
      const grid = page.getByRole('grid', { name: 'Filas del archivo' });
      const amount = grid.getByRole('columnheader', { name: 'Importe' });
      await soon(() => widthWithin(amount, grid)).toBeGreaterThan(80);
      await page.setViewportSize(NARROW);
      await soon(() => grid.evaluate(({ clientWidth }) => clientWidth)).toBeLessThan(200);
      await soon(() => page.evaluate(STEPS_OUT)).toEqual([]);
      await page.setViewportSize(NOTEBOOK);
      await soon(() => widthWithin(amount, grid)).toBeGreaterThan(80);
      await page.getByRole('button', { name: 'Contra tu caja' }).click();

      // In a small window the main columns and the problem fit without a sideways scroll; the person can show the rest.
      await page.setViewportSize({ width: 1024, height: 700 });
      await grid.getByRole('columnheader', { name: 'Cuotas' }).waitFor({ state: 'detached' });
      for (const name of ['Fecha de venta', 'Tarjeta', 'Últimos 4', 'Comprobante', 'Lote', 'Importe'])
        await grid.getByRole('columnheader', { name }).waitFor();
      await soon(() => page.evaluate(GRID_SIDEWAYS)).toBeLessThanOrEqual(0);
      await page.getByRole('button', { name: 'Columnas', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Cuotas', checked: false }).check();
      await grid.getByRole('columnheader', { name: 'Cuotas' }).waitFor();
      await page.getByRole('button', { name: 'Volver a las de siempre' }).click();
      await page.keyboard.press('Escape');

      // Making the window smaller keeps the cell being typed in open and in sight.
      await page.setViewportSize(USUAL);
      await enterRows(grid);
      await page.keyboard.press('Alt+ArrowDown');
      await page.keyboard.press('Enter');
      const box = page.getByRole('dialog').getByRole('textbox');
      await box.fill('a medio escribir');
      await page.setViewportSize({ width: 900, height: 500 });
      await soon(() => box.inputValue()).toBe('a medio escribir');
      const place = await page.getByRole('dialog').boundingBox();
      expect([place !== null, (place?.x ?? -1) >= 0, (place?.x ?? 900) + (place?.width ?? 0) <= 900]).toEqual([true, true, true]); // prettier-ignore
      expect((place?.y ?? 500) + (place?.height ?? 0)).toBeLessThanOrEqual(500);
      await page.keyboard.press('Escape');

      // The forecast's button for all rows is not cut in a narrow window.
      await page.setViewportSize(USUAL);
      await leaveErrorsOut(page);
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Bajar / })
        .click();
      const forAll = page.getByRole('button', { name: /^Arreglar las \d+ más parecidas$/ });
      await forAll.waitFor();
      await page.setViewportSize(NARROW);
      const isWhole = async (): Promise<boolean> => {
        const button = await forAll.boundingBox();
        return button !== null && button.x + button.width <= NARROW.width;
      };
      await soon(isWhole).toBe(true);
    },
  );

  test('the tools are in one line, and the totals of a till in theirs, at 1280 with everything shown', async ({
    page,
  }) => {
    const lines = Array.from({ length: 12_000 }, (_, i) => {
      const day = String((i % 28) + 1).padStart(2, '0');
      return `${day}/10/2026;Mastercard Débito;4905;${String(i).padStart(8, '0')};20014832;${i % 9 === 0 ? 's/lote' : String(i % 40)};84.999,99`;
    });
    const csv = `Fecha;Tarjeta;Últimos 4;Comprobante;Terminal;Lote;Importe\n${lines.join('\n')}\n`;
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'muchos.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Revisar 12.000 filas' }).click();
    const grid = page.getByRole('grid', { name: 'Filas del archivo' });
    // Makes changes to undo and to redo.
    for (const row of [2, 11]) {
      await grid
        .getByRole('gridcell', { name: String(row), exact: true })
        .first()
        .dblclick();
      await page.getByRole('dialog').getByRole('button', { name: 'Omitir la fila' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByRole('button', { name: 'Rehacer' }).waitFor();
    // The list of further rows to correct leaves the popover inside the grid, and stays while the value is typed.
    const popover = page.getByRole('dialog');
    const bottomOf = async (one: Locator) => {
      const box = await one.boundingBox();
      return box === null ? 0 : box.y + box.height;
    };
    for (const _ of [1, 2, 3]) {
      await page.getByRole('button', { name: /^Ir al (?:primer error|error siguiente)$/ }).click();
      const others = popover.getByRole('checkbox', { name: /^Corregir también las otras/ });
      await others.check();
      await popover
        .getByRole('checkbox', { name: /^Fila / })
        .first()
        .waitFor();
      await popover.getByRole('textbox').press('ControlOrMeta+a');
      await popover.getByRole('textbox').pressSequentially('1234');
      await popover.getByRole('button', { name: /^Corregir 1\.\d{3} filas$/ }).waitFor();
      expect(await others.isChecked()).toBe(true);
      expect(await bottomOf(popover)).toBeLessThanOrEqual(await bottomOf(grid));
      expect(await bottomOf(popover.getByRole('button', { name: 'Siguiente' }))).toBeLessThan(await bottomOf(popover));
      await page.keyboard.press('Escape');
      await popover.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Contra tu caja' }).click();
    await page
      .getByRole('complementary', { name: 'Totales para comparar con la caja' })
      .locator('tfoot')
      .getByText('906.609.893,34')
      .waitFor();
    const height = await page.locator('.herramientas').evaluate((one) => one.clientHeight);
    expect(height).toBeLessThan(60);
    const totals = page.getByRole('complementary', { name: 'Totales para comparar con la caja' });
    expect(await totals.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    await waitAccessible(page);
  });
});

testReviewing(
  'the bar shows account, period, jobs and search side by side in windows of usual size',
  async ({ page }) => {
    const releases = [await hold(page, 'revision.enviar'), await hold(page, 'datos.sincronizar')];
    await sendReviewed(page);
    await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
    const bar = page.getByRole('banner');
    await bar.getByRole('button', { name: 'Actualizar' }).click();
    await soon(() => bar.getByRole('button', { name: /^Detener/ }).count()).toBe(2);
    const name = bar.getByRole('button', { name: /^Cuenta: / }).getByText('Datos de ejemplo');
    for (const width of [900, 1093, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await soon(() => page.evaluate<string[]>(BAR_OVERLAPS), String(width)).toEqual([]);
      expect(await name.evaluate((one) => one.clientWidth), String(width)).toBeGreaterThan(30);
    }
    await page.setViewportSize(USUAL);
    await waitAccessible(page);
    for (const release of releases) release();
  },
);

describe('a narrow window', () => {
  test('shows the sample of the first screen whole; with larger text a wider one keeps the name of the account in the bar', async ({
    page,
  }) => {
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Probar ahora' }).waitFor();
    await soon(() => page.evaluate(SIDEWAYS)).toBeLessThanOrEqual(0);
    await page.setViewportSize(NOTEBOOK);
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Page.setFontSizes', { fontSizes: { standard: 21 } });
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const account = page.getByRole('button', { name: 'Cuenta: Datos de ejemplo' });
    await soon(() => account.getByText('Datos de ejemplo').evaluate((one) => one.clientWidth - one.scrollWidth)).toBe(
      0,
    );
  });

  testReconciled(
    'has rows over the totals of the shown columns, and a small one shows the amounts of the calendar whole',
    async ({ page }) => {
      // At 200 % zoom of the usual window, totals and first rows are seen together without scrolling.
      await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
      const counted = page.locator('.grilla-datos').getByText(/^[\d.]+ operaciones$/);
      await counted.waitFor();
      await page.setViewportSize({ width: 640, height: 400 });
      const isSeen = async (): Promise<boolean> => {
        const box = await counted.boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= 400;
      };
      await soon(isSeen).toBe(true);
      await page.setViewportSize(NARROW);
      await page.getByRole('link', { name: 'Liquidaciones', exact: true }).click();
      const grid = page.getByRole('grid', { name: 'Liquidaciones' });
      const row = grid.locator('[role=row][row-index="2"]');
      await row.getByText(/\d/).first().waitFor();
      const totals = page.getByText(/^\d+ liquidaciones$/);
      await soon(async () => {
        const [last, line] = [await row.boundingBox(), await totals.boundingBox()];
        return last !== null && line !== null && last.y + last.height <= line.y;
      }).toBe(true);
      expect(await page.getByText('Descontado arancel').count()).toBe(0);
      await page.setViewportSize(LEAST);
      await page.getByRole('link', { name: 'Inicio', exact: true }).click();
      await page.locator('a.dia').first().waitFor();
      await soon(() => page.evaluate(CUT_DAYS)).toEqual([]);
    },
  );
});
