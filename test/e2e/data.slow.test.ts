import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { serveApp } from '#hosts/loopback/open.ts';
import { openSandbox, accountOf, fillAccount } from './open.ts';
import { waitAccessible, waitForFocus, waitToFit, expectTotalsInView, pronto, test } from './application.ts';

const grid = (page: Page, nombre: string) => page.getByRole('grid', { name: nombre });
const rowAt = (page: Page, place: number) => page.locator(`[role=row][row-index="${String(place)}"]`).first();
const hash = (page: Page): Promise<string> => page.evaluate('location.hash');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Detalle de la fila' });
/** `1.234,50` as a number: to compare with a cell of a workbook. */
const numberOf = (texto: string): number =>
  Number(
    texto
      .replace(/[^\d,−]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  );

/** What a screen comes to say, on a machine that may be busy. */

async function total(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: /^Exportar [\d.]+ filas?/ });
  await button.waitFor();
  return numberOf(await button.innerText());
}

/** Collects console messages and requests to other hosts; the returned function gives them. */
function watch(page: Page, url: string): () => readonly string[] {
  const problemas: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'log' && message.type() !== 'info') problemas.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problemas.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:')) problemas.push(request.url());
  });
  return () => problemas;
}

describe('the local data on screen', () => {
  test('is browsed, filtered, sorted, followed and exported with the service gone and the program restarted', async ({
    navegador,
    context,
  }) => {
    const carpeta = await mkdtemp(path.join(tmpdir(), 'conciliador-datos-'));
    const sandbox = await openSandbox();
    const primera = await serveApp({ CONCILIADOR_HOME: carpeta });
    const antes = await context.newPage();
    const earlierProblems = watch(antes, primera.url);
    await antes.goto(primera.entryUrl());
    await fillAccount(antes, accountOf(sandbox));
    await antes.getByRole('button', { name: 'Probar conexión' }).click();
    await antes.getByText('Conexión probada.').waitFor();
    await antes.getByRole('button', { name: 'Conciliar mis cupones' }).click();

    // Never downloaded is not "none": the screen says so and downloads it.
    await antes.getByRole('link', { name: 'Operaciones', exact: true }).click();
    const bring = antes.getByRole('button', { name: 'Descargar operaciones' });
    await bring.or(rowAt(antes, 0)).first().waitFor();
    if (await bring.isVisible()) {
      await waitAccessible(antes);
      await bring.click();
    }
    await rowAt(antes, 0).waitFor();
    await antes.getByRole('button', { name: 'Actualizar' }).click();
    await antes.getByRole('link', { name: 'Liquidaciones', exact: true }).click();
    await rowAt(antes, 0).waitFor();
    await antes.getByRole('link', { name: 'Movimientos', exact: true }).click();
    await rowAt(antes, 0).waitFor();
    expect(earlierProblems()).toEqual([]);
    await antes.close();
    await primera.close();
    await sandbox.close();

    const app = await serveApp({ CONCILIADOR_HOME: carpeta });
    const otro = await navegador.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-AR' });
    const page = await otro.newPage();
    const problemas = watch(page, app.url);
    await page.goto(app.entryUrl());
    await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
    await rowAt(page, 0).waitFor();
    await page.getByText(/^\d+ operaciones$/).waitFor();
    const todas = await total(page);
    expect(todas).toBeGreaterThan(20);
    await waitAccessible(page);
    await waitToFit(page);
    await expectTotalsInView(page, /^\d+ operaciones$/);

    // The filter reads as a sentence, and the address keeps it.
    await page.getByRole('button', { name: 'Agregar filtro' }).click();
    await page.getByRole('button', { name: 'Tarjeta', exact: true }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: /^Quitar [A-Z]/ }).waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await waitForFocus(page);
    await pronto(() => total(page)).toBeLessThan(todas);
    const filteredCount = await total(page);
    const filtered = await hash(page);
    expect(filtered).toContain('f.tarjeta=');
    await page.goBack();
    await pronto(() => total(page)).toBe(todas);
    await page.goForward();
    await pronto(() => total(page)).toBe(filteredCount);
    await page.reload();
    await rowAt(page, 0).waitFor();
    await pronto(() => hash(page)).toBe(filtered);

    // Sorted by amount: the greatest first.
    await page.getByRole('columnheader', { name: 'Importe' }).click();
    await pronto(() => hash(page)).toContain('orden=importe');
    const importe = async (place: number): Promise<number> =>
      numberOf(await rowAt(page, place).locator('[col-id=importe]').innerText());
    await pronto(async () => (await importe(0)) >= (await importe(1)) && (await importe(1)) >= (await importe(9))).toBe(
      true,
    );

    // The trail follows the keyboard, and Escape gives the keyboard back to the grid.
    await rowAt(page, 0).click();
    await panel(page).getByRole('heading', { name: 'El rastro del dinero' }).waitFor();
    await waitAccessible(page);
    await page.keyboard.press('ArrowDown');
    await pronto(() => rowAt(page, 1).getAttribute('aria-selected')).toBe('true');
    await panel(page).getByRole('heading', { name: 'Detalle' }).waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await waitForFocus(page);
    await waitToFit(page);

    // The workbook has exactly the filtered rows; a reader that is not ours reads it.
    await page.getByRole('button', { name: /^Exportar \d+ filas/ }).click();
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
    ]);
    expect(sheet.suggestedFilename()).toMatch(/^operaciones-.*\.xlsx$/);
    const workbook = await readXlsx(await readFile(await sheet.path()));
    const filas = workbook.sheets[0]?.rows ?? [];
    const encabezado = filas.findIndex((each) => each.includes('Importe'));
    const columna = filas[encabezado]?.indexOf('Importe') ?? -1;
    const cuerpo = filas.slice(encabezado + 1, encabezado + 1 + filteredCount);
    const onScreen = page.locator('[role=row][row-index="b-0"] [col-id=importe]');
    const summed = cuerpo.reduce((sum, each) => sum + Math.round(Number(each[columna]) * 100), 0) / 100;
    expect(cuerpo.every((each) => typeof each[columna] === 'number')).toBe(true);
    await pronto(async () => numberOf(await onScreen.innerText())).toBe(summed);
    await pronto(() => importe(0)).toBe(Number(cuerpo[0]?.[columna]));

    // From a settlement to its page, and from there to its sales.
    await page.getByRole('link', { name: 'Liquidaciones', exact: true }).click();
    // Waits for the new grid: until it is there, the rows of the previous screen are.
    const liquidaciones = grid(page, 'Liquidaciones');
    await liquidaciones.waitFor();
    await liquidaciones.locator('[role=row][row-index="0"]').getByRole('link').click();
    await page.getByRole('heading', { name: /^Liquidación \d+$/ }).waitFor();
    await page.getByText('Total descontado').waitFor();
    await page.getByRole('heading', { name: /^\d+\+? ventas?$/ }).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    for (const seccion of ['Impuestos', 'Movimientos', 'Rechazos', 'Comercios']) {
      await page.getByRole('link', { name: seccion, exact: true }).click();
      await grid(page, seccion).waitFor();
    }
    await waitAccessible(page);
    expect(problemas()).toEqual([]);
    await otro.close();
    await app.close();
    await rm(carpeta, { recursive: true, force: true });
  });
});
