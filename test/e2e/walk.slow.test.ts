import { describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { waitForFocus, test, enterRows } from './application.ts';

/** Reads name and text of the focused element in one call: between two calls the screen may change. */
const FOCUSED = `(() => {
  const { activeElement: one } = document;
  return one === document.body ? '' : (one.getAttribute('aria-label') ?? '') + ' ' + one.innerText;
})()`;

/** Goes to a control with the Tab key alone. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused: string = await page.evaluate(FOCUSED);
    if (name.test(focused)) return;
  }
  throw new Error(`no control ${String(name)} within 60 presses of Tab`);
}

describe('the main job on the example data', () => {
  test('is done with the keyboard alone, while everything moves as it does for most people', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: 'Probar ahora' }).waitFor();
    await tabTo(page, /Probar ahora/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await waitForFocus(page);
    await tabTo(page, /Usar la planilla de ejemplo/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '¿Qué hay en cada columna?' }).waitFor();
    await waitForFocus(page);
    await tabTo(page, /Revisar \d+ filas/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    await waitForFocus(page);
    await tabTo(page, /Omitir las 5/);
    await page.keyboard.press('Enter');
    // The button disappears together with the errors; the focus is not lost.
    await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).waitFor();
    await waitForFocus(page);
    await tabTo(page, /Seguir con \d+ cupones/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Qué conciliaría si lo enviás ahora' }).waitFor();
    await waitForFocus(page);
    await tabTo(page, /Seguir sin mirar/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
    await waitForFocus(page);
    await tabTo(page, /Enviar \d+ cupones/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
    await waitForFocus(page);
    await tabTo(page, /Descargar el informe/);
    const [report] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(report.suggestedFilename()).toMatch(/\.xlsx$/);
    const grid = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await enterRows(grid);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('complementary', { name: 'Cupón elegido' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Cupón elegido' }).waitFor({ state: 'detached' });
  });
});
