/** Pages that were left open: while the program is updated, while another screen is looked at, while the window changes size. */
import { describe, expect } from 'vitest';
import es from '../../src-renderer/messages/es-AR.json' with { type: 'json' };
import { waitAccessible, soon, test, testReviewing, enterRows } from './application.ts';
import { connect, reachRows } from './steps.ts';

describe('a page that was left open', () => {
  // A page of its own: the browser writes on its console what it cannot load.
  test('while the program was updated says so, and a press loads the new one', async ({ context, app, sandbox }) => {
    const page = await context.newPage();
    await page.goto(app.entryUrl());
    await connect(page, sandbox);
    await page.route(/assets\/(Settings|Keys)-/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Ajustes' }).click();
    const note = page.getByRole('alert').filter({ hasText: es.marco_pagina_actualizada });
    await note.waitFor();
    await waitAccessible(page);
    // The list of keys is no screen: a notice says that its code is gone.
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();
    await page.keyboard.press('?');
    await page.getByRole('status').filter({ hasText: es.marco_pagina_actualizada }).waitFor();
    await waitAccessible(page);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await note.waitFor(); // the file was asked for and was not there; from here on it is
    await page.unroute(/assets\/(Settings|Keys)-/);
    await note.getByRole('button', { name: 'Recargar' }).click();
    await page.getByRole('heading', { name: 'Ajustes' }).first().waitFor();
  });

  testReviewing('and made smaller keeps what was being typed in a cell, in sight', async ({ page }) => {
    await reachRows(page);
    await page.getByRole('button', { name: 'Omitir las 5' }).waitFor();
    await enterRows(page.getByRole('grid', { name: 'Filas del archivo' }));
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Enter');
    const box = page.getByRole('dialog').getByRole('textbox');
    await box.fill('a medio escribir');
    await page.setViewportSize({ width: 900, height: 500 });
    await soon(() => box.inputValue()).toBe('a medio escribir');
    const place = await page.getByRole('dialog').boundingBox();
    expect([place !== null, (place?.x ?? -1) >= 0, (place?.x ?? 900) + (place?.width ?? 0) <= 900]).toEqual([true, true, true]); // prettier-ignore
    expect((place?.y ?? 500) + (place?.height ?? 0)).toBeLessThanOrEqual(500);
  });
});
