/** Pages that were left open: while the program is updated, while another screen is looked at, while the window changes size. */
import { describe, expect } from 'vitest';
import { FAILURES } from '#domain/texts/failures.ts';
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

  test('tells on any screen of a file that could not be written', async ({ page, sandbox }) => {
    await connect(page, sandbox);
    const hold = Promise.withResolvers<undefined>();
    await page.route('**/api/llamadas', async (route) => {
      const { metodo } = route.request().postDataJSON() as { metodo: string };
      if (metodo !== 'papeles.exportar') return route.fallback();
      await hold.promise;
      return route.fulfill({ json: { ok: false, error: { code: 'DISCO_LLENO', message: 'x' } } });
    });
    await page.getByRole('link', { name: 'Controles', exact: true }).click();
    await page.getByRole('button', { name: 'Libro de liquidaciones' }).click();
    await page.getByRole('link', { name: 'Calendario', exact: true }).click();
    hold.resolve(undefined);
    const note = page.getByRole('alert').filter({ hasText: FAILURES.DISCO_LLENO.es[0] });
    await note.getByText(/^Escritura de la planilla: no se pudo terminar/).waitFor();
    await waitAccessible(page);
    await note.getByRole('button', { name: 'Ir a la pantalla' }).click();
    await page.getByRole('heading', { name: 'Controles' }).waitFor();
    await soon(() => note.count()).toBe(0);
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
