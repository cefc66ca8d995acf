/** Pages that were left open: while the program is updated, while another screen is looked at, while the window changes size. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import es from '../../src-renderer/messages/es-AR.json' with { type: 'json' };
import { cuentaDe, llenarCuenta } from './abrir.ts';
import { esperarAccesible, pronto, test } from './aplicacion.ts';

const EJEMPLO = fileURLToPath(new URL('../../resources/ejemplo/cupones-ejemplo.xlsx', import.meta.url));

async function conectar(page: Page, sandbox: Sandbox): Promise<void> {
  await llenarCuenta(page, cuentaDe(sandbox));
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
}

describe('a page that was left open', () => {
  // A page of its own: the browser writes on its console what it cannot read.
  test('while the program was updated says so, and a press loads the new one', async ({ contexto, app, sandbox }) => {
    const page = await contexto.newPage();
    await page.goto(app.entrada());
    await conectar(page, sandbox);
    await page.route(/assets\/(Ajustes|Teclas)-/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Ajustes' }).click();
    const nota = page.getByRole('alert').filter({ hasText: es.marco_pagina_actualizada });
    await nota.waitFor();
    await esperarAccesible(page);
    // What is not a screen has nowhere of its own to say it.
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();
    await page.keyboard.press('?');
    await page.getByRole('status').filter({ hasText: es.marco_pagina_actualizada }).waitFor();
    await esperarAccesible(page);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await nota.waitFor(); // asked for, and not there: only from here on is it there again
    await page.unroute(/assets\/(Ajustes|Teclas)-/);
    await nota.getByRole('button', { name: 'Recargar' }).click();
    await page.getByRole('heading', { name: 'Ajustes' }).first().waitFor();
  });

  test('tells on any screen of a file that could not be written', async ({ page, sandbox }) => {
    await conectar(page, sandbox);
    const sigue = Promise.withResolvers<undefined>();
    await page.route('**/api/llamadas', async (route) => {
      const { metodo } = route.request().postDataJSON() as { metodo: string };
      if (metodo !== 'papeles.exportar') return route.fallback();
      await sigue.promise;
      return route.fulfill({ json: { ok: false, error: { code: 'DISCO_LLENO', message: 'x' } } });
    });
    await page.getByRole('link', { name: 'Controles', exact: true }).click();
    await page.getByRole('button', { name: 'Libro de liquidaciones' }).click();
    await page.getByRole('link', { name: 'Calendario', exact: true }).click();
    sigue.resolve(undefined);
    const nota = page.getByRole('alert').filter({ hasText: es.falla_disco_lleno });
    await nota.getByText(/^Escritura de la planilla: no se pudo terminar/).waitFor();
    await esperarAccesible(page);
    await nota.getByRole('button', { name: 'Ir a la pantalla' }).click();
    await page.getByRole('heading', { name: 'Controles' }).waitFor();
    await pronto(() => nota.count()).toBe(0);
  });

  test('and made smaller keeps what was being typed in a cell, in sight', async ({ page, sandbox }) => {
    await conectar(page, sandbox);
    await page.locator('input[type=file]').first().setInputFiles(EJEMPLO);
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('button', { name: 'Omitir las 5' }).waitFor();
    await page.getByRole('grid', { name: 'Filas del archivo' }).getByRole('gridcell').first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Enter');
    const caja = page.getByRole('dialog').getByRole('textbox');
    await caja.fill('a medio escribir');
    await page.setViewportSize({ width: 900, height: 500 });
    await pronto(() => caja.inputValue()).toBe('a medio escribir');
    const lugar = await page.getByRole('dialog').boundingBox();
    expect([lugar !== null, (lugar?.x ?? -1) >= 0, (lugar?.x ?? 900) + (lugar?.width ?? 0) <= 900]).toEqual([true, true, true]); // prettier-ignore
    expect((lugar?.y ?? 500) + (lugar?.height ?? 0)).toBeLessThanOrEqual(500);
  });
});
