import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { serveApp } from '#hosts/loopback/open.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { openSandbox, accountOf, fillAccount } from './open.ts';
import { waitAccessible, waitForFocus, waitToFit, expectTotalsInView, soon, test, rowAt } from './application.ts';

const grid = (page: Page, name: string) => page.getByRole('grid', { name });
const hash = (page: Page): Promise<string> => page.evaluate('location.hash');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Detalle de la fila' });
/** `1.234,50` as a number: to compare with a cell of a workbook. */
const numberOf = (text: string): number =>
  Number(
    text
      .replace(/[^\d,−]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  );

async function total(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: /^Exportar [\d.]+ filas?/ });
  await button.waitFor();
  return numberOf(await button.innerText());
}

/** Collects console messages and requests to other hosts; the returned function gives them. */
function watch(page: Page, url: string): () => readonly string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'log' && message.type() !== 'info') problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:')) problems.push(request.url());
  });
  return () => problems;
}

describe('the local data on screen', () => {
  test('is browsed, filtered, sorted, followed and exported with the service gone and the program restarted', async ({
    navegador,
    context,
  }) => {
    const folder = createTemporaryFolder();
    const sandbox = await openSandbox();
    const first = await serveApp({ CONCILIADOR_HOME: folder });
    const before = await context.newPage();
    const earlierProblems = watch(before, first.url);
    await before.goto(first.entryUrl());
    await fillAccount(before, accountOf(sandbox));
    await before.getByRole('button', { name: 'Probar conexión' }).click();
    await before.getByText('Conexión probada.').waitFor();
    await before.getByRole('button', { name: 'Conciliar mis cupones' }).click();

    // Never downloaded is not "none": the screen says so and downloads it.
    await before.getByRole('link', { name: 'Operaciones', exact: true }).click();
    const bring = before.getByRole('button', { name: 'Descargar operaciones' });
    const operaciones = grid(before, 'Operaciones');
    await bring.or(rowAt(operaciones, 0)).first().waitFor();
    if (await bring.isVisible()) {
      await waitAccessible(before);
      await bring.click();
    }
    await rowAt(operaciones, 0).waitFor();
    await before.getByRole('button', { name: 'Actualizar' }).click();
    // The rows of the previous screen are there until the grid of the next one is.
    for (const section of ['Liquidaciones', 'Movimientos']) {
      await before.getByRole('link', { name: section, exact: true }).click();
      await rowAt(grid(before, section), 0).waitFor();
    }
    expect(earlierProblems()).toEqual([]);
    await before.close();
    await first.close();
    await sandbox.close();

    const app = await serveApp({ CONCILIADOR_HOME: folder });
    const other = await navegador.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-AR' });
    const page = await other.newPage();
    const problems = watch(page, app.url);
    await page.goto(app.entryUrl());
    await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
    await rowAt(grid(page, 'Operaciones'), 0).waitFor();
    await page.getByText(/^\d+ operaciones$/).waitFor();
    const all = await total(page);
    expect(all).toBeGreaterThan(20);
    await expectTotalsInView(page, /^\d+ operaciones$/);

    // The filter reads as a sentence, and the address keeps it.
    await page.getByRole('button', { name: 'Agregar filtro' }).click();
    await page.getByRole('button', { name: 'Tarjeta', exact: true }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: /^Quitar [A-Z]/ }).waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await waitForFocus(page);
    await soon(() => total(page)).toBeLessThan(all);
    const filteredCount = await total(page);
    const filtered = await hash(page);
    expect(filtered).toContain('f.tarjeta=');
    await page.goBack();
    await soon(() => total(page)).toBe(all);
    await page.goForward();
    await soon(() => total(page)).toBe(filteredCount);
    await page.reload();
    await rowAt(grid(page, 'Operaciones'), 0).waitFor();
    await soon(() => hash(page)).toBe(filtered);

    // Sorted by amount: the greatest first.
    await page.getByRole('columnheader', { name: 'Importe' }).click();
    await soon(() => hash(page)).toContain('orden=importe');
    const importe = async (place: number): Promise<number> =>
      numberOf(await rowAt(grid(page, 'Operaciones'), place).locator('[col-id=importe]').innerText());
    await soon(async () => (await importe(0)) >= (await importe(1)) && (await importe(1)) >= (await importe(9))).toBe(
      true,
    );

    // The trail follows the keyboard, and Escape gives the keyboard back to the grid.
    await rowAt(grid(page, 'Operaciones'), 0).click();
    await panel(page).getByRole('heading', { name: 'El rastro del dinero' }).waitFor();
    await waitAccessible(page);
    await page.keyboard.press('ArrowDown');
    await soon(() => rowAt(grid(page, 'Operaciones'), 1).getAttribute('aria-selected')).toBe('true');
    await panel(page).getByRole('heading', { name: 'Detalle' }).waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await waitForFocus(page);

    // The workbook has exactly the filtered rows; a reader that is not ours reads it.
    await page.getByRole('button', { name: /^Exportar \d+ filas/ }).click();
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
    ]);
    expect(sheet.suggestedFilename()).toMatch(/^operaciones-.*\.xlsx$/);
    const workbook = await readXlsx(await readFile(await sheet.path()));
    const rows = workbook.sheets[0]?.rows ?? [];
    const header = rows.findIndex((each) => each.includes('Importe'));
    const column = rows[header]?.indexOf('Importe') ?? -1;
    const body = rows.slice(header + 1, header + 1 + filteredCount);
    const onScreen = page.locator('[role=row][row-index="b-0"] [col-id=importe]');
    const summed = body.reduce((sum, each) => sum + Math.round(Number(each[column]) * 100), 0) / 100;
    expect(body.every((each) => typeof each[column] === 'number')).toBe(true);
    await soon(async () => numberOf(await onScreen.innerText())).toBe(summed);
    await soon(() => importe(0)).toBe(Number(body[0]?.[column]));

    // From a settlement to its page, and from there to its sales.
    await page.getByRole('link', { name: 'Liquidaciones', exact: true }).click();
    await rowAt(grid(page, 'Liquidaciones'), 0).getByRole('link').click();
    await page.getByRole('heading', { name: /^Liquidación \d+$/ }).waitFor();
    await page.getByText('Total descontado').waitFor();
    // The newest one is not in the bank yet.
    await page.getByText('Pendiente', { exact: true }).waitFor();
    await page.getByText('Por acreditar', { exact: true }).waitFor();
    await page.getByRole('heading', { name: /^\d+\+? ventas?$/ }).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    for (const section of ['Impuestos', 'Movimientos', 'Rechazos', 'Comercios']) {
      await page.getByRole('link', { name: section, exact: true }).click();
      await grid(page, section).waitFor();
    }
    expect(problems()).toEqual([]);
    await other.close();
    await app.close();
  });
});
