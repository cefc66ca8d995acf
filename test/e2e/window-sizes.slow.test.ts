import { describe, expect } from 'vitest';
import type { Locator } from 'playwright-core';
import { soon, test, testReconciled, testReviewing } from './application.ts';
import { reachRows } from './steps.ts';

const NOTEBOOK = { width: 1093, height: 614 };
const NARROW = { width: 420, height: 740 };
/** The smallest size of the program's window. */
const LEAST = { width: 900, height: 600 };

/** How much the window could scroll sideways. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** Days of a heat map whose amount is cut. */
const CUT_DAYS = `[...document.querySelectorAll('a.dia')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)`;
/** The right edges of the steps of the wizard that are out of sight. */
const STEPS_OUT = `[...document.querySelectorAll('nav[aria-label="Pasos de la conciliación"] li')]
  .map((one) => one.getBoundingClientRect().right).filter((right) => right > innerWidth)`;

/** The part of an element that is inside of another one, from left to right. */
async function widthWithin(one: Locator, other: Locator): Promise<number> {
  const [inner, outer] = [await one.boundingBox(), await other.boundingBox()];
  if (inner === null || outer === null) return 0;
  return Math.min(inner.x + inner.width, outer.x + outer.width) - Math.max(inner.x, outer.x);
}

describe('a window that changes its size', () => {
  testReviewing(
    'shows the amounts of the rows again once it is wide enough, and every step while it is not',
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
    },
  );
});

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
