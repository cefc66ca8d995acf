import { describe, expect } from 'vitest';
import { waitAccessible, waitForFocus, soon, test } from './application.ts';

describe('the frame', () => {
  test('a menu of the bar gives the keyboard back, and the question mark shows every key, but not while one writes', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    const focused = (): Promise<string> => page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''");
    await page.getByRole('button', { name: 'Cuenta: Datos de ejemplo' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitemradio', { name: 'Datos de ejemplo' }).waitFor();
    await page.keyboard.press('Escape');
    await soon(focused).toBe('Cuenta: Datos de ejemplo');
    await page.getByRole('button', { name: /^Período:/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Período' }).waitFor();
    await page.keyboard.press('Escape');
    await soon(focused).toMatch(/^Período:/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Período' }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    await page.getByRole('heading', { name: 'No hay conciliaciones' }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Todas las teclas' });
    await keys.waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await waitForFocus(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('?');
    await soon(() => keys.count()).toBe(0);
  });

  test('Ctrl K goes to screens, and to records once they were brought', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: /^Buscar cupón/ });
    await palette.getByRole('combobox').waitFor();
    await waitAccessible(page);
    await page.keyboard.type('conciliaciones');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Conciliaciones', exact: true }).waitFor();
    await palette.waitFor({ state: 'detached' });
    await waitForFocus(page);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('actualizar');
    await page.keyboard.press('Enter');
    await page.getByText(/^Datos al \d\d\/\d\d \d\d:\d\d$/).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('001663');
    const found = palette.getByRole('option').first();
    await found.waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/#\/(operaciones|rechazos|movimientos|liquidaciones)/);
    await waitForFocus(page);
    await page.keyboard.press('Control+k');
    // All rows have this card, and none is found by it.
    await page.keyboard.type('aurora');
    await palette.getByText(/«aurora»\. Por tarjeta o por comercio se filtra en cada lista\.$/).waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await waitForFocus(page);
  });
});
