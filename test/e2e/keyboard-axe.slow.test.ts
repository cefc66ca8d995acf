import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { enterRows, rowAt, soon, test, testReconciled, waitAccessible, waitForFocus, waitToFit } from './application.ts'; // prettier-ignore

/**
 * Name and text of the focused control, read in one call because the screen may change between two. A region that took the focus of a removed button
 * (tabindex −1) counts as none: its text is that of all its buttons.
 */
const FOCUSED = `(() => {
  const { activeElement: one } = document;
  return one.tabIndex < 0 ? '' : (one.getAttribute('aria-label') ?? '') + ' ' + one.innerText;
})()`;

/** Waits for the button first: on a slow machine 60 presses take less time than an answer. */
async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused: string = await page.evaluate(FOCUSED);
    if (name.test(focused)) return page.keyboard.press('Enter');
  }
  throw new Error(`no control ${String(name)} within 60 presses of Tab`);
}

const heading = (page: Page, name: RegExp | string): Locator => page.getByRole('heading', { name }).first();
const firstRow = (page: Page, name: string): Locator => rowAt(page.getByRole('grid', { name, exact: true }), 0);
const focused = (page: Page) => page.locator(':focus').innerText();
const manual = (page: Page) => page.getByRole('dialog', { name: 'Ayuda', exact: true });

/** Each screen: its link, and what it shows once it is there. */
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
  ['Cierre', (page) => heading(page, /^Tarjetas a cobrar/)],
];

testReconciled(
  'every screen is accessible in both themes, and nothing of it is cut in a small window',
  async ({ page }) => {
    for (const [name, shown] of SCREENS) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await shown(page).waitFor();
      await waitAccessible(page);
      await waitToFit(page);
    }
  },
);

test('the main job on the example data is done with the keyboard alone, while everything moves as it does for most people', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Probar ahora' }).waitFor();
  // Each button disappears with its screen; the focus is not lost.
  for (const [button, next] of [
    [/Probar ahora/, '¿Qué cupones querés conciliar?'],
    [/Usar la planilla de ejemplo/, '¿Qué hay en cada columna?'],
    [/Revisar \d+ filas/, 'Revisá antes de enviar'],
    [/Omitir las 5/, 'Revisá antes de enviar'],
    [/Seguir con \d+ cupones/, 'Qué conciliaría si lo enviás ahora'],
    [/Seguir sin mirar/, '¿Enviamos?'],
    [/Enviar \d+ cupones/, 'Conciliación terminada'],
  ] as const) {
    await press(page, button);
    await page.getByRole('heading', { name: next }).waitFor();
    await waitForFocus(page);
  }
  const [report] = await Promise.all([page.waitForEvent('download'), press(page, /Descargar el informe/)]);
  expect(report.suggestedFilename()).toMatch(/\.xlsx$/);
  await enterRows(page.getByRole('grid', { name: 'Cupones sin conciliar' }));
  await page.keyboard.press('ArrowDown');
  await page.getByRole('complementary', { name: 'Cupón elegido' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'Cupón elegido' }).waitFor({ state: 'detached' });
});

describe('the frame', () => {
  testReconciled('has menus, keys and a search that give the keyboard back', async ({ page }) => {
    const label = (): Promise<string> => page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''");
    await page.getByRole('button', { name: 'Cuenta: Datos de ejemplo' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitemradio', { name: 'Datos de ejemplo' }).waitFor();
    await page.keyboard.press('Escape');
    await soon(label).toBe('Cuenta: Datos de ejemplo');
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    await page.getByRole('heading', { name: 'Conciliaciones', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Período:/ }).count()).toBe(0); // this list has no period
    await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
    await page.getByRole('button', { name: /^Período:/ }).focus();
    for (let times = 0; times < 2; times++) {
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Período' }).waitFor();
      const isChosen = (): Promise<string> => page.evaluate("document.activeElement.getAttribute('aria-pressed')");
      await soon(isChosen).toBe('true');
      await page.keyboard.press('ArrowDown');
      await soon(isChosen).toBe('false');
      await page.keyboard.press('Escape');
      await soon(label).toMatch(/^Período:/);
    }
    const item = (): Promise<string> =>
      page.evaluate("(document.activeElement.closest('label') ?? document.activeElement).innerText.trim()");
    for (const [menu, first, last] of [
      [/^Exportar/, 'Excel (.xlsx)', 'Texto separado por ; (.csv)'],
      [/^Columnas$/, 'Venta', 'Volver a las de siempre'],
      [/^Agregar filtro$/, 'Tarjeta', 'Referencia'],
    ] as const) {
      await page.getByRole('button', { name: menu }).focus();
      await page.keyboard.press('ArrowDown');
      await soon(item).toBe(first);
      await page.keyboard.press('ArrowUp');
      await soon(item).toBe(last);
      await page.keyboard.press('Escape');
      await soon(item).toMatch(menu);
    }

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Todas las teclas' });
    await keys.waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await waitForFocus(page);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: /^Buscar cupón/ });
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type('?');
    await soon(() => keys.count()).toBe(0);
    await page.keyboard.press('Backspace');
    await page.keyboard.type('conciliaciones');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Conciliaciones', exact: true }).waitFor();
    await palette.waitFor({ state: 'detached' });
    await waitForFocus(page);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('001663');
    await palette.getByRole('option').first().waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/#\/(operaciones|rechazos|movimientos|liquidaciones|conciliaciones)/);
    await waitForFocus(page);
    await page.keyboard.press('Control+k');
    // All rows have this card, and the palette finds no row by it.
    await page.keyboard.type('aurora');
    await palette.getByText(/«aurora»\. Por tarjeta o por comercio se filtra en cada lista\.$/).waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await waitForFocus(page);

    // Leaving a screen before its grid was built causes no error.
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();
    await page.reload();
    const left = Promise.withResolvers<undefined>();
    await page.route(/assets\/control-/, async (route) => {
      await left.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Leyendo las filas…' }).waitFor();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('navigation', { name: 'Ajustes' }).waitFor();
    const came = page.waitForEvent('requestfinished', (one) => /assets\/control-/.test(one.url()));
    left.resolve(undefined);
    await came;
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    await page.getByRole('table').getByRole('link').first().waitFor();
  });

  test('has the manual: F1 opens it at the page of the screen, Ctrl K finds what it says', async ({ page }) => {
    // The help opens before there is an account.
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
    await waitAccessible(page);
    await waitToFit(page);
    await page.keyboard.press('Escape');
    await manual(page).waitFor({ state: 'detached' });
    await soon(() => focused(page)).toBe('Usar la planilla de ejemplo');
    await page.getByRole('link', { name: 'Controles', exact: true }).click();
    await page.keyboard.press('Control+?');
    await soon(() => focused(page)).toBe('Los controles');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
    await soon(() => focused(page)).toBe('Los controles');
    await page.keyboard.press('Escape');
    await waitForFocus(page);

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: /^Buscar cupón/ });
    await page.keyboard.type('contracargo');
    await palette.getByText('Ayuda', { exact: true }).waitFor();
    await palette.getByRole('option', { name: /^Contracargo/ }).click();
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
