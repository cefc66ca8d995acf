import { describe } from 'vitest';
import type { Locator } from 'playwright-core';
import { soon, testReviewing } from './application.ts';
import { reachRows } from './steps.ts';

const NOTEBOOK = { width: 1093, height: 614 };
const NARROW = { width: 420, height: 740 };

/** The part of an element that is inside of another one, from left to right. */
async function widthWithin(one: Locator, other: Locator): Promise<number> {
  const [inner, outer] = [await one.boundingBox(), await other.boundingBox()];
  if (inner === null || outer === null) return 0;
  return Math.min(inner.x + inner.width, outer.x + outer.width) - Math.max(inner.x, outer.x);
}

describe('a window that changes its size', () => {
  testReviewing('shows the amounts of the rows again once it is wide enough', async ({ page }) => {
    await page.setViewportSize(NOTEBOOK);
    await reachRows(page);
    await page.getByRole('button', { name: 'Totales' }).click();
    const grid = page.getByRole('grid', { name: 'Filas del archivo' });
    const amount = grid.getByRole('columnheader', { name: 'Importe' });
    await soon(() => widthWithin(amount, grid)).toBeGreaterThan(80);
    await page.setViewportSize(NARROW);
    await soon(() => grid.evaluate(({ clientWidth }) => clientWidth)).toBeLessThan(200);
    await page.setViewportSize(NOTEBOOK);
    await soon(() => widthWithin(amount, grid)).toBeGreaterThan(80);
  });
});
