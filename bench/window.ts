/**
 * Measures the screens in the system's Chromium against their goals. First: the time from starting the browser to the first interactive paint with a
 * cache of a million operations, against an empty page in the same browser; the size of the first load. Then the review of 100,000 rows: the frames
 * while it scrolls, how soon a filter and a fix are visible, and the longest task of the page's thread during each of: reading the file, opening the
 * review, writing a workbook, the forecast before sending, writing the report of the result. While tasks are measured the page waits without the
 * driver, because asking for roles causes tasks. `node bench/window.ts [OPERATIONS] [ROWS]`.
 */
import { createServer } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openChromium } from '../test/e2e/open.ts';
import { listen } from '../test/service/loopback.ts';
import { medianOf, printGoal } from './lib/figures.ts';
import { serve } from './lib/serve.ts';
import { fillCache, writeCupones } from './window-data.ts';

const OPERACIONES = Number(process.argv[2] ?? 1_000_000);
const ROWS = Number(process.argv[3] ?? 100_000);
const LAUNCHES = 7;
const FRAME_MS = 50;

/** Resolves when the page has its final title, the thread is free and a frame was painted. */
const READY = `new Promise((done) => {
  const look = () => document.querySelector('h1:not(.oculto)') === null
    ? requestAnimationFrame(look)
    : requestAnimationFrame(() => setTimeout(done, 0));
  look();
})`;

/** Milliseconds from the start of a browser until the page can be used. */
async function startBrowser(openPage: (page: Page) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const browser = await openChromium();
  try {
    const page = await browser.newPage({ locale: 'es-AR' });
    await openPage(page);
    await page.evaluate(READY);
    return performance.now() - start;
  } finally {
    await browser.close();
  }
}

/** The tasks of the page's thread longer than 50 ms since the last call, in milliseconds. */
const takeLongTasks = (page: Page): Promise<number[]> => page.evaluate('globalThis.tareas.splice(0)');
const OBSERVE = `globalThis.tareas = [];
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) globalThis.tareas.push(duration); })
    .observe({ type: 'longtask' });`;

/** Scrolls faster and faster for some seconds, and gives the milliseconds of each frame. */
const SCROLL = `new Promise((done) => {
  const grid = document.querySelector('.ag-grid-viewport');
  const frames = [];
  let last = performance.now();
  const end = last + 6000;
  const step = (now) => {
    frames.push(now - last);
    last = now;
    grid.scrollTop += 40 + frames.length;
    if (grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1) grid.scrollTop = 0;
    if (now < end) requestAnimationFrame(step); else done(frames.slice(1));
  };
  requestAnimationFrame(step);
})`;

/** Milliseconds between a click and the frame in which `condition` is true. */
const waitForState = (click: string, condition: string): string => `new Promise((done) => {
  const start = performance.now();
  (${click}).click();
  const look = () => (${condition}) ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
  requestAnimationFrame(look);
})`;
const findButton = (text: string): string =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent.includes(${JSON.stringify(text)}))`;

/** Resolves when `condition` is true and painted. */
const waitUntil = (condition: string): string => `new Promise((done) => {
  const look = () => (${condition}) ? requestAnimationFrame(() => setTimeout(done, 0)) : requestAnimationFrame(look);
  look();
})`;
const reading = 'document.querySelector(".g-en-camino") === null';

/** The longest task since the last call, in milliseconds; 0 if none took more than 50 ms. */
const takeLongestTask = async (page: Page): Promise<number> => Math.max(0, ...(await takeLongTasks(page)));

async function measureReview(page: Page, sheet: string): Promise<void> {
  const check = `[...document.querySelectorAll('button')].find((one) => /^Revisar [\\d.]+ filas$/.test(one.textContent.trim()))`;
  await takeLongTasks(page);
  await page.locator('input[type=file]').first().setInputFiles(sheet);
  await page.evaluate(waitUntil(`${check} !== undefined`));
  printGoal('ventana.importar.tarea', await takeLongestTask(page), '≤', FRAME_MS, 'ms');

  await page.evaluate(`${check}.click()`);
  await page.evaluate(waitUntil(`document.querySelector('[role=gridcell].mal') !== null && ${reading}`));
  await page.evaluate(
    waitUntil(`${findButton('Omitir las ')} !== undefined && document.querySelector('aside tfoot') !== null`),
  );
  await page.waitForTimeout(500); // until the columns have the widths that the totals need
  printGoal('ventana.revision.tarea', await takeLongestTask(page), '≤', FRAME_MS, 'ms');
  const grid = page.getByRole('grid', { name: 'Filas del archivo' });

  const frames: number[] = await page.evaluate(SCROLL);
  const slow = frames.filter((ms) => ms > FRAME_MS).length;
  console.log(
    `  ${String(frames.length)} frames, median ${medianOf(frames).toFixed(1)} ms, slowest ${Math.max(...frames).toFixed(0)} ms`,
  );
  printGoal('ventana.desplazar.lentos', (slow / frames.length) * 100, '≤', 1, '%');

  // The first row of the file has no error.
  const buildFirstRowTest = (es: string): string =>
    `document.querySelector('[row-index="0"] [col-id=importe]${es}') !== null`;
  const filters: number[] = [];
  for (let i = 0; i < 5; i++) {
    filters.push(
      await page.evaluate(waitForState(findButton('Con error'), `${buildFirstRowTest('.mal')} && ${reading}`)),
    );
    filters.push(
      await page.evaluate(waitForState(findButton('Todas'), `${buildFirstRowTest(':not(.mal)')} && ${reading}`)),
    );
  }
  printGoal('ventana.filtrar', medianOf(filters), '≤', 100, 'ms');

  const fixes: number[] = [];
  for (let i = 0; i < 5; i++) {
    await grid.getByRole('gridcell').first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.locator('[role=grid] .ag-cell-focus.mal').waitFor();
    await page.keyboard.press('Enter');
    const popup = page.getByRole('dialog');
    await popup.getByRole('textbox').fill(`${String(i + 1)}00,00`);
    fixes.push(
      await page.evaluate(
        waitForState(
          'document.querySelector("[role=dialog] [type=submit]")',
          'document.querySelector("[role=grid] .ag-cell-focus.mal") === null',
        ),
      ),
    );
    await popup.waitFor({ state: 'detached' });
  }
  printGoal('ventana.corregir', medianOf(fixes), '≤', 100, 'ms');

  await takeLongTasks(page);
  await Promise.all([
    page.waitForEvent('download', { timeout: 120_000 }),
    page.evaluate(`${findButton('Descargar errores')}.click()`),
  ]);
  printGoal('ventana.escribir.tarea', await takeLongestTask(page), '≤', FRAME_MS, 'ms');
}

/** Makes the forecast for the rows under review against the operations in the cache, and shows it. */
async function measurePrevia(page: Page): Promise<void> {
  await page.evaluate(`${findButton('Omitir las ')}?.click()`);
  await page.evaluate(waitUntil(`${findButton('Seguir con ')}?.disabled === false`));
  await takeLongTasks(page);
  const start = performance.now();
  await page.evaluate(`${findButton('Seguir con ')}.click()`);
  // Waits for the figures and the rows of the forecast.
  await page.evaluate(
    waitUntil(
      `document.querySelector('dl .cifra') !== null && document.querySelector('.mirando') === null && ${reading}`,
    ),
  );
  console.log(`  ${((performance.now() - start) / 1000).toFixed(1)} s until what would match is shown`);
  await page.waitForTimeout(500); // until the columns have the widths that the rows need
  printGoal('ventana.previa.tarea', await takeLongestTask(page), '≤', FRAME_MS, 'ms');
}

/** Sends the rows under review, opens the result and writes its report. */
async function measureReport(page: Page): Promise<void> {
  const press = (text: string): Promise<unknown> => page.evaluate(`${findButton(text)}.click()`);
  await page.getByRole('button', { name: /^Seguir (?:sin|al) / }).click();
  await page.getByRole('button', { name: /^Enviar [\d.]+ cupones$/ }).waitFor({ timeout: 60_000 });
  await takeLongTasks(page);
  await press('Enviar ');
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor({ timeout: 900_000 });
  console.log(
    `  and ${(await takeLongestTask(page)).toFixed(0)} ms the longest task while they are sent and the result is read`,
  );
  await page.evaluate('location.hash = "#/conciliaciones"');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Descargar el informe' }).waitFor({ timeout: 60_000 });
  // Opening a result reads it again from the service: waits for that.
  await page.evaluate(waitUntil(`${findButton('Releer')}?.getAttribute('aria-disabled') !== 'true' && ${reading}`));
  await page.waitForTimeout(2000);
  await takeLongTasks(page);
  await Promise.all([page.waitForEvent('download', { timeout: 300_000 }), press('Descargar el informe')]);
  await page.waitForTimeout(500); // until everything after it is drawn
  printGoal('ventana.informe.tarea', await takeLongestTask(page), '≤', FRAME_MS, 'ms');
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-ventana-'));
const empty = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>.</title><h1>.</h1>');
});
const blankUrl = `http://127.0.0.1:${String(await listen(empty))}/`;
const data = path.join(folder, 'datos');
mkdirSync(data);
const app = serve(data);
try {
  const sheet = path.join(folder, 'cupones.csv');
  writeFileSync(sheet, writeCupones(ROWS));
  const browser = await openChromium();
  const page = await browser.newPage({ locale: 'es-AR', viewport: { width: 1440, height: 900 } });
  await page.addInitScript(OBSERVE);
  await page.goto(await app.entryUrl());
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  fillCache(data, OPERACIONES);

  const ours: number[] = [];
  const floor: number[] = [];
  for (let i = 0; i < LAUNCHES; i++) {
    floor.push(await startBrowser((one) => one.goto(blankUrl)));
    const input = await app.entryUrl();
    ours.push(await startBrowser((one) => one.goto(input)));
  }
  console.log(
    `  ${medianOf(ours).toFixed(0)} ms to the first interactive paint, ${medianOf(floor).toFixed(0)} ms of an empty page`,
  );
  printGoal('ventana.arranque', medianOf(ours) / medianOf(floor), '≤', 1.5);

  const first: Promise<number>[] = [];
  const later: Promise<number>[] = [];
  let painted = false;
  const weigh = await browser.newPage();
  weigh.on('response', (response) => {
    if (/\/api\//.test(response.url())) return;
    (painted ? later : first).push(response.body().then((body) => gzipSync(body).length));
  });
  await weigh.goto(await app.entryUrl());
  await weigh.evaluate(READY);
  painted = true;
  // Waits until the code that the first screen loads on demand (grids, charts) is there.
  for (let known = -1; known !== later.length;) {
    known = later.length;
    await weigh.waitForTimeout(1000);
  }
  const sumKib = async (sizes: readonly Promise<number>[]): Promise<number> =>
    (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0) / 1024;
  printGoal('ventana.carga', await sumKib(first), '≤', 350, 'KiB');
  console.log(`  and ${(await sumKib(later)).toFixed(0)} KiB that its first screen reads on demand`);
  await weigh.close();

  // First another page: going to the same page with another hash would not load it again.
  await page.goto(blankUrl);
  await page.goto(await app.entryUrl());
  await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
  await measureReview(page, sheet);
  await measurePrevia(page);
  await measureReport(page);
  await browser.close();
} finally {
  empty.close();
  await app.close();
  rmSync(folder, { recursive: true });
}
