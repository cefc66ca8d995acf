import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { rowAt, testReconciled, waitAccessible, waitToFit } from './application.ts';

const heading = (page: Page, name: RegExp | string): Locator => page.getByRole('heading', { name }).first();
const firstRow = (page: Page, name: string): Locator => rowAt(page.getByRole('grid', { name, exact: true }), 0);

/** Each screen by the way to it, and what it shows once it is there. */
const SCREENS: readonly (readonly [link: string, shown: (page: Page) => Locator])[] = [
  ['Inicio', (page) => heading(page, 'Acreditado y por acreditar')],
  ['Conciliaciones', (page) => page.getByRole('table').getByRole('link').first()],
  ['Sin conciliar', (page) => page.getByRole('gridcell', { name: 'Muy probable', exact: true }).first()],
  ['Operaciones', (page) => firstRow(page, 'Operaciones')],
  ['Liquidaciones', (page) => firstRow(page, 'Liquidaciones')],
  ['Impuestos', (page) => firstRow(page, 'Impuestos')],
  ['Movimientos', (page) => firstRow(page, 'Movimientos')],
  ['Rechazos', (page) => page.getByRole('grid', { name: 'Rechazos', exact: true })],
  ['Comercios', (page) => firstRow(page, 'Comercios')],
  ['Calendario', (page) => page.locator('a.dia').first()],
  ['Controles', (page) => heading(page, 'Controles')],
  ['Cierre', (page) => heading(page, /^Cierre/)],
];

describe('every screen', () => {
  testReconciled('is accessible in both themes, and nothing of it is cut in a small window', async ({ page }) => {
    for (const [name, shown] of SCREENS) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await shown(page).waitFor();
      await waitAccessible(page);
      await waitToFit(page);
    }
  });
});
