import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { waitAccessible, waitForFocus, waitToFit, soon, test } from './application.ts';
import { takeLook } from './look.ts';

const manual = (page: Page) => page.getByRole('dialog', { name: 'Ayuda', exact: true });
const focused = (page: Page) => page.locator(':focus').innerText();

describe('the manual inside the program', () => {
  test('F1 opens it at the page of the screen, and Escape returns where one was', async ({ page }) => {
    // The help is there before there is an account.
    await page.getByRole('button', { name: 'Probar ahora' }).waitFor();
    await page.keyboard.press('F1');
    await manual(page).getByRole('heading', { name: 'Manual de Conciliador' }).waitFor();
    await page.keyboard.press('Escape');
    await manual(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const example = page.getByRole('button', { name: 'Usar la planilla de ejemplo' });
    await example.focus();
    await page.keyboard.press('F1');
    await soon(() => focused(page)).toBe('1. Archivo');
    await takeLook(page, 'ayuda');
    await waitAccessible(page);
    await waitToFit(page);
    await page.keyboard.press('Escape');
    await manual(page).waitFor({ state: 'detached' });
    await soon(() => focused(page)).toBe('Usar la planilla de ejemplo');

    await example.click();
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    await page.keyboard.press('Control+?');
    await soon(() => focused(page)).toBe('3. Revisión');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Controles', exact: true }).click();
    await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
    await soon(() => focused(page)).toBe('Los controles');
    await page.keyboard.press('Escape');
    await waitForFocus(page);
  });

  test('Ctrl K finds what it says, after the screens and the data, and over it too', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: /^Buscar cupón/ });
    await page.keyboard.type('contracargo');
    await palette.getByText('Ayuda', { exact: true }).waitFor();
    const found = palette.getByRole('option', { name: /^Contracargo/ });
    await found.waitFor();
    await takeLook(page, 'ayuda-buscar');
    await found.click();
    await soon(() => focused(page)).toMatch(/^Contracargo\s/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('respaldo');
    await palette.getByRole('option', { name: /^El respaldo/ }).click();
    await soon(() => focused(page)).toBe('El respaldo');
    await manual(page).getByRole('button', { name: 'Volver' }).click();
    await soon(() => focused(page)).toMatch(/^Contracargo\s/);
    // Choosing a screen over the manual closes the manual.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ajustes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ajustes', level: 1 }).waitFor();
    await manual(page).waitFor({ state: 'detached' });
  });
});
