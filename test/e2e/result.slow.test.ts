import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  enterRows,
  soon,
  testReconciled,
  testReviewing,
  waitAccessible,
  waitForFocus,
  waitToFit,
} from './application.ts';
import { cuponPanel, failMethod, hold, reconcileReviewed, sendReviewed, named } from './steps.ts';

/** Asserts that a printed page shows no button and cuts no amount at its edge. */
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

/** Calls `print`, shows the page as on paper for `inspect`, then shows the screen again. */
async function withPaper(page: Page, print: () => Promise<unknown>, inspect: () => Promise<void>): Promise<void> {
  await print();
  await page.emulateMedia({ media: 'print' });
  await inspect();
  await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function openResult(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Conciliaciones', exact: true }).first().click();
  await page.getByRole('table').getByRole('link').first().click();
  return page.getByRole('grid', { name: 'Cupones sin conciliar' });
}

describe('the result', () => {
  testReconciled('is looked at by parts, groups and coupons', async ({ page }) => {
    const without = await openResult(page);
    // The rail counts the open coupons, visibly and for screen readers.
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).getByText('43', { exact: true }).waitFor();
    await page.getByText('43 cupones por hacer', { exact: true }).waitFor({ state: 'attached' });
    const tabs = page.getByRole('tablist', { name: 'Qué cupones ver' });
    await tabs.getByRole('tab', { name: /^Sin conciliar 43/, selected: true }).waitFor();
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
    const refused = page.getByRole('grid', { name: 'Filas con error' });
    await refused.getByText(/Lote: «s\/lote» no es un número/).waitFor();
    const releaseRows = await hold(page, 'conciliaciones.cupones');
    await page.keyboard.press('Home');
    await tabs.getByRole('tab', { name: /^Conciliados 373/, selected: true }).waitFor();
    await waitForFocus(page);
    // While rows are read, the screen does not say that there are none.
    const tabPanel = page.getByRole('tabpanel');
    await tabPanel.getByRole('status').filter({ hasText: 'Leyendo las filas…' }).waitFor();
    expect(await page.getByText('Ningún cupón conciliado').count()).toBe(0);
    releaseRows();

    const grid = page.getByRole('grid', { name: 'Cupones conciliados' });
    // A reading that fails is shown, and tried again.
    const mend = await failMethod(page, 'conciliaciones.cupones');
    await page.getByLabel('Buscar en estos cupones').fill('00166350');
    await tabPanel.getByRole('alert').waitFor();
    mend();
    await tabPanel.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByText('1 cupón', { exact: true }).waitFor();
    await waitForFocus(page);
    await page.getByLabel('Buscar en estos cupones').fill('');
    await page.getByText('1 cupón', { exact: true }).waitFor({ state: 'detached' });
    await grid.getByRole('gridcell').first().click();
    const panel = cuponPanel(page);
    await panel.getByRole('heading', { name: 'El camino del dinero' }).waitFor();
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
    const first = await named(page);
    await panel.getByRole('button', { name: 'Fila anterior' }).click();
    await panel.getByText('Es la primera fila.').waitFor();
    await panel.getByRole('button', { name: 'Fila siguiente' }).click();
    await soon(() => named(page)).not.toBe(first);
    await panel.getByText('Es la primera fila.').waitFor({ state: 'detached' });
    await soon(() => page.evaluate('document.activeElement.innerText')).toContain('Fila siguiente');
    await panel.getByRole('button', { name: 'Cerrar el panel' }).click();
    await panel.waitFor({ state: 'detached' });
    await waitForFocus(page);
  });

  testReconciled(
    'keeps the keyboard that came to its rows before they were here, without the service',
    async ({ page }) => {
      for (const key of ['Tab', 'ArrowDown']) {
        const release = await hold(page, 'conciliaciones.cupones');
        const without = await openResult(page);
        const header = without.getByRole('columnheader').first();
        await header.waitFor();
        // A row that is still loading has no cells.
        expect(await without.getByRole('gridcell').count()).toBe(0);
        await (key === 'Tab' ? page.getByRole('button', { name: 'Columnas', exact: true }) : header).focus();
        await page.keyboard.press(key);
        await soon(() => without.evaluate((grid) => grid === grid.ownerDocument.activeElement)).toBe(true);
        await page.keyboard.press('ArrowDown'); // waits for the rows
        release();
        const second = without.locator('[row-index="1"][aria-selected=true]').filter({ hasText: '$' });
        await soon(() => second.locator(':focus').count()).toBe(1);
        await cuponPanel(page).waitFor();
      }
      await page.reload();
      await page.getByText(/^Leído el/).waitFor();
      const [sheet] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Descargar el informe' }).click(),
      ]);
      expect(sheet.suggestedFilename()).toBe('informe-Datos de ejemplo-2026-10 a 2026-11.xlsx');
    },
  );

  testReviewing('at the end of the wizard is explained, printed, loaded again and left', async ({ page }) => {
    await reconcileReviewed(page);
    const without = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await without.getByRole('gridcell').first().click();
    const panel = cuponPanel(page);
    await panel.getByRole('heading', { name: '¿Por qué no concilió?' }).waitFor();
    // The reason appears without being asked for, in the panel and in the rows, once the days behind the upload are there.
    await panel.getByText('Qué hacer:').waitFor();
    await without.getByRole('gridcell', { name: 'Importe', exact: true }).first().click();
    await panel.getByText('Muy probable: importe').waitFor();
    await panel.getByText(/^La tarjeta informó .* Difiere en /).waitFor();
    const importe = panel.getByRole('row', { name: /^Importe/ }).first();
    await soon(() => importe.innerText()).toMatch(/\$.*\$.*distinto/s);
    await panel
      .getByRole('row', { name: /igual$/ })
      .first()
      .waitFor();
    expect(await panel.getByText('Nada que coincida').count()).toBe(0);
    // The letters that its buttons name work here as in the queue.
    await page.keyboard.press('a');
    await panel.getByText(/^Quedó vinculado; difiere en /).waitFor();
    await page.keyboard.press('Control+z');
    await panel.getByText('Se deshizo.').waitFor();
    await waitToFit(page);
    // A coupon with no similar operation: the panel says what to do and shows no comparison.
    await without.getByRole('gridcell', { name: 'Sin operación', exact: true }).first().click();
    await panel.getByText('Qué hacer:').waitFor();
    await soon(() => panel.getByRole('table').count()).toBe(0);

    await page.reload();
    await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
    await without.getByRole('gridcell').first().waitFor();
    await page.getByText('373 conciliados').waitFor();
    await waitAccessible(page);
    // The printed page has the visible rows, and says that there are more.
    const begin = () => page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
    await withPaper(page, begin, async () => {
      await page.setViewportSize({ width: 718, height: 1000 }); // the area of an A4 sheet inside its margins
      await page.getByText(/^En esta hoja están las filas 1 a \d+, las que se veían\./).waitFor();
      await soon(() => page.locator('.papel tbody tr').count()).toBeGreaterThan(5);
      await waitForPaper(page);
    });
    // Ctrl+P prints all rows as a table, which then disappears from the screen.
    await page.evaluate(
      `window.print = () => { window.impresas = [...document.querySelectorAll('.papel tr')].map((una) => una.innerText); }`,
    );
    await enterRows(without);
    const press = async (): Promise<void> => {
      await page.keyboard.press('Control+p');
      const printed = async (): Promise<readonly string[]> => await page.evaluate('window.impresas ?? []');
      await soon(async () => (await printed()).length).toBe(43 + 2);
      expect((await printed()).at(-1)).toContain('43 cupones');
    };
    await withPaper(page, press, async () => {
      await page.locator('.papel').waitFor();
      await soon(() => without.isVisible()).toBe(false);
    });
    await page.locator('.papel').waitFor({ state: 'detached' });
    // Begins with another file: the new wizard has nothing of this result.
    await page.getByRole('button', { name: 'Conciliar otro archivo' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page.getByRole('table', { name: 'Archivos recientes' }).getByRole('link').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  });

  testReviewing('is listed while it is waited for, named, and deleted only after confirming', async ({ page }) => {
    await sendReviewed(page);
    await page.getByRole('heading', { name: 'Esperando que el servicio termine de comparar' }).waitFor();
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    // A running upload has no button to resume it, and its row in the list appears without a reload.
    const pending = page.getByRole('region', { name: 'Envíos de esta PC sin terminar' });
    await pending.getByText('Esperando resultado').waitFor();
    expect(await pending.getByRole('button').count()).toBe(0);
    const table = page.getByRole('table', { name: 'Conciliaciones de los últimos 90 días' });
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
    // The example was reconciled once: the queue does not say that nothing ever was.
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    await page.getByRole('heading', { name: 'No hay nada conciliado' }).waitFor();
  });
});
