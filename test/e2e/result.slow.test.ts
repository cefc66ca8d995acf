import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  waitAccessible,
  waitForFocus,
  waitToFit,
  soon,
  testReconciled,
  testReviewing,
  enterRows,
} from './application.ts';
import { hold, reconcileReviewed } from './steps.ts';

/** Asserts that nothing of a printed page can be pressed, and that no amount is cut at its edge. */
async function waitForPaper(page: Page): Promise<void> {
  const buttons = `[...document.querySelectorAll('.app button, .app .boton')]
    .filter((one) => one.checkVisibility() && !one.matches('.ficha-texto, .ficha, [role=tab][aria-selected=true], [aria-pressed=true]'))
    .map((one) => one.outerHTML.slice(0, 120))`;
  const cutOff = `[...document.querySelectorAll('.app .derecha, .app .monto')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.textContent)`;
  await soon(() => page.evaluate(buttons)).toEqual([]);
  await soon(() => page.evaluate(cutOff)).toEqual([]);
}

describe('the result', () => {
  testReconciled('is looked at by parts, groups and coupons', async ({ page }) => {
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    await page.getByRole('table').getByRole('link').first().click();
    // The rail counts what waits, visibly and for screen readers.
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).getByText('43', { exact: true }).waitFor();
    await page.getByText('43 cupones por hacer', { exact: true }).waitFor({ state: 'attached' });
    const tabs = page.getByRole('tablist', { name: 'Qué cupones ver' });
    await tabs.getByRole('tab', { name: /^Sin conciliar 43/, selected: true }).waitFor();
    const without = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await without.getByRole('gridcell').first().waitFor();
    await waitAccessible(page);
    await waitToFit(page);

    // The tabs are one stop of the keyboard; the arrows go through them.
    await tabs.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    await tabs.getByRole('tab', { name: /^No informados 0/, selected: true }).waitFor();
    await page.getByText('El resultado tiene todos los cupones').waitFor();
    await page.keyboard.press('End');
    await tabs.getByRole('tab', { name: 'Contra tu caja', selected: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page
      .getByRole('grid', { name: 'Filas con error' })
      .getByText(/Lote: «s\/lote» no es un número/)
      .waitFor();
    await page.keyboard.press('Home');
    await tabs.getByRole('tab', { name: /^Conciliados 373/, selected: true }).waitFor();
    await waitForFocus(page);

    await page.getByLabel('Agrupar').selectOption('tarjeta');
    const grid = page.getByRole('grid', { name: 'Cupones conciliados' });
    const group = grid.getByRole('button', { name: 'AURORA CREDITO' });
    await group.waitFor();
    const rows = await grid.getAttribute('aria-rowcount');
    await group.click();
    await soon(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeLessThan(Number(rows));
    await page.getByLabel('Agrupar').selectOption({ index: 0 });

    await page.getByLabel('Buscar en estos cupones').fill('00166350');
    await page.getByText('1 cupón', { exact: true }).waitFor();
    await page.getByLabel('Buscar en estos cupones').fill('no está en ninguno');
    await page.getByText('Ningún cupón con esos filtros').waitFor();
    await page.getByRole('button', { name: 'Quitar filtros' }).first().click();
    await grid.getByRole('gridcell').first().click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByRole('heading', { name: 'El rastro del dinero' }).waitFor();
    await waitAccessible(page);
    // Beside the panel the filters stay in one line and are all visible.
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 700 },
    ]) {
      await page.setViewportSize(size);
      const filters = await page.getByRole('group', { name: 'Filtros' }).boundingBox();
      const search = await page.getByLabel('Buscar en estos cupones').boundingBox();
      const getCenter = (box: typeof search): number => (box?.y ?? 0) + (box?.height ?? 0) / 2;
      expect(Math.abs(getCenter(filters) - getCenter(search)), String(size.width)).toBeLessThan(4);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    // The person goes from coupon to coupon inside the panel; at the end it says that there are no more.
    const first = await panel.getByRole('heading', { name: /^Cupón/ }).textContent();
    await panel.getByRole('button', { name: 'Fila anterior' }).click();
    await panel.getByText('Es la primera fila.').waitFor();
    await panel.getByRole('button', { name: 'Fila siguiente' }).click();
    await soon(() => panel.getByRole('heading', { name: /^Cupón/ }).textContent()).not.toBe(first);
    await panel.getByText('Es la primera fila.').waitFor({ state: 'detached' });
    await waitForFocus(page);
    await soon(() => page.evaluate('document.activeElement.innerText')).toContain('Fila siguiente');
    await panel.getByRole('button', { name: 'Cerrar el panel' }).click();
    await panel.waitFor({ state: 'detached' });
    await waitForFocus(page);
  });

  testReviewing('at the end of the wizard is there again after the page is loaded again', async ({ page }) => {
    await reconcileReviewed(page);
    const without = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await without.getByRole('gridcell').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
    await without.getByRole('gridcell').first().waitFor();
    await page.getByText('373 conciliados').waitFor();
    await waitAccessible(page);
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar el informe' }).click(),
    ]);
    expect(report.suggestedFilename()).toMatch(/\.xlsx$/);
    // The printed page has the visible rows, and says that they are not all.
    await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1000 }); // the area of an A4 sheet inside its margins
    await page.getByText(/^En esta hoja están las filas 1 a \d+, las que se veían\./).waitFor();
    const lines = page.locator('.papel tbody tr');
    await soon(() => lines.count()).toBeGreaterThan(5);
    await waitForPaper(page);
    await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 800 });
    // Ctrl+P prints all rows as a table, which then disappears from the screen.
    await page.evaluate(
      `window.print = () => { window.impresas = [...document.querySelectorAll('.papel tr')].map((una) => una.innerText); }`,
    );
    await enterRows(without);
    await page.keyboard.press('Control+p');
    const readPrinted = async (): Promise<readonly string[]> => await page.evaluate('window.impresas ?? []');
    await soon(async () => (await readPrinted()).length).toBe(43 + 2);
    expect((await readPrinted()).at(-1)).toContain('43 cupones');
    await page.emulateMedia({ media: 'print' });
    await page.locator('.papel').waitFor();
    await soon(() => without.isVisible()).toBe(false);
    await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
    await page.emulateMedia({ media: null });
    await page.locator('.papel').waitFor({ state: 'detached' });
    // The result is left for another file: nothing of it comes back.
    await page.getByRole('button', { name: 'Conciliar otro archivo' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  });

  testReconciled.for(['Tab', 'ArrowDown'])(
    'keeps the keyboard that came to its rows by %s before they were here',
    async (key, { page }) => {
      const release = await hold(page, 'conciliaciones.cupones');
      await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
      await page.getByRole('table').getByRole('link').first().click();
      const without = page.getByRole('grid', { name: 'Cupones sin conciliar' });
      const header = without.getByRole('columnheader').first();
      await header.waitFor();
      // A row that is not here is no row to anybody.
      expect(await without.getByRole('gridcell').count()).toBe(0);
      await (key === 'Tab' ? page.getByRole('button', { name: 'Columnas', exact: true }) : header).focus();
      await page.keyboard.press(key);
      await soon(() => without.evaluate((grid) => grid === grid.ownerDocument.activeElement)).toBe(true);
      await page.keyboard.press('ArrowDown'); // waits for the rows
      release();
      const second = without.locator('[row-index="1"][aria-selected=true]').filter({ hasText: '$' });
      await soon(() => second.locator(':focus').count()).toBe(1);
      await page.getByRole('complementary', { name: 'Cupón elegido' }).waitFor();
    },
  );

  testReconciled('is there without the service, as it was read', async ({ page }) => {
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    const theirs = await page.getByRole('table').getByRole('link').first().getAttribute('href');
    await page.reload();
    await page.getByRole('heading', { name: 'Conciliaciones', exact: true }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/${theirs ?? ''}`);
    await page.getByText(/^Leído el/).waitFor();
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar el informe' }).click(),
    ]);
    expect(sheet.suggestedFilename()).toBe('informe-Datos de ejemplo-2026-10 a 2026-11.xlsx');
  });
});
