import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, test as base } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import { abrirAplicacion, abrirChromium, abrirSandbox } from './abrir.ts';
import { vigilarSalidas } from './salidas.ts';

type Aplicacion = Awaited<ReturnType<typeof abrirAplicacion>>;
type Tema = 'light' | 'dark';

interface Fixtures {
  readonly navegador: Browser;
  /** The core of the application in this process. Fails the test for any connection to another machine. */
  readonly app: Aplicacion;
  readonly sandbox: Sandbox;
  readonly contexto: BrowserContext;
  /** The page, already let in. Fails the test for anything on its console and for any request that leaves the program. */
  readonly page: Page;
}

export const test = base.extend<Fixtures>({
  navegador: async ({}, use) => {
    const navegador = await abrirChromium();
    await use(navegador);
    await navegador.close();
  },
  app: async ({}, use) => {
    const salidas = vigilarSalidas();
    const app = await abrirAplicacion();
    await use(app);
    await app.cerrar();
    salidas.parar();
    expect(salidas.ajenas).toEqual([]);
  },
  sandbox: async ({}, use) => {
    const sandbox = await abrirSandbox();
    await use(sandbox);
    await sandbox.close();
  },
  contexto: async ({ navegador }, use) => {
    const contexto = await navegador.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      locale: 'es-AR',
      acceptDownloads: true,
      // The rule that the tests rely on: axe is put in by the protocol, not by a script of the page.
      bypassCSP: false,
    });
    await use(contexto);
    await contexto.close();
  },
  page: async ({ contexto, app }, use) => {
    const page = await contexto.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'log' && message.type() !== 'info') problems.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('blob:'))
        problems.push(`request: ${request.url()}`);
    });
    await page.goto(app.entrada());
    await use(page);
    expect(problems).toEqual([]);
  },
});

/** What a screen comes to say: asked again until it does, since a page answers when it has painted. */
export const pronto = <T>(mirar: () => T | Promise<T>, message?: string) =>
  expect.poll(mirar, message === undefined ? {} : { message });

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** What is wrong is all that is asked for: telling of everything that is right, too, takes twice as long. */
const CORRER_AXE = `axe.run(document, { resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' ')))`;

/** What is on its way to how it will be: colours that pass from one theme to the other, rows of grids whose cells come in a turn of their own. */
const EN_CAMINO = `document.getAnimations().filter((one) => one instanceof CSSTransition).length +
  [...document.querySelectorAll('[role=grid] [role=row]')].filter((row) => row.querySelector('[role=columnheader], [role=gridcell]') === null).length`;

/**
 * Every rule of WCAG 2.2 AA, and axe's good practices, in one theme. Rows may come while axe looks: what it finds once and not again was on its
 * way.
 */
async function violaciones(page: Page, tema: Tema): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: tema, reducedMotion: 'reduce' });
  const cargado: boolean = await page.evaluate(`'axe' in window`);
  if (!cargado) await page.evaluate(`${await readFile(AXE, 'utf8')}; undefined`);
  for (let before: readonly string[] = []; ;) {
    await pronto(() => page.evaluate(EN_CAMINO)).toBe(0);
    const found: readonly string[] = await page.evaluate(CORRER_AXE);
    if (found.every((one) => before.includes(one))) return found.map((one) => `${tema}: ${one}`);
    before = found;
  }
}

/** Asserts that the screen that is shown is accessible in both themes. */
export async function esperarAccesible(page: Page): Promise<void> {
  const found = [...(await violaciones(page, 'light')), ...(await violaciones(page, 'dark'))];
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  expect(found).toEqual([]);
}

/** Asserts that the keyboard is somewhere: what had the focus was not taken away with it. */
export async function esperarFoco(page: Page): Promise<void> {
  await pronto(() => page.evaluate('document.activeElement?.tagName ?? ""')).not.toBe('BODY');
}

/** What can be pressed or typed in and sticks out of the window, outside of what scrolls by itself. */
const SALIDOS = `[...document.querySelectorAll('button, a, input, select, summary')]
  .filter((one) => one.checkVisibility() && one.closest('[role=grid], .marco, .oculto') === null && !one.matches('.oculto, .salto'))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 120))`;

/** How much the window could scroll sideways. */
const DE_LADO = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** How much the window itself could scroll while the frame is shown. */
const DE_MAS = `document.querySelector('.app') === null ? 0 : document.documentElement.scrollHeight - document.documentElement.clientHeight`;

/** Asserts that nothing is cut off sideways in a small window, nor at 200 % zoom of the usual one. */
export async function esperarQueEntre(page: Page): Promise<void> {
  for (const size of [
    { width: 1024, height: 700 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size);
    await pronto(() => page.evaluate(DE_LADO), `${String(size.width)} px`).toBeLessThanOrEqual(0);
    await pronto(() => page.evaluate(SALIDOS), `${String(size.width)} px`).toEqual([]);
    // Inside the frame only its pages scroll.
    await pronto(() => page.evaluate(DE_MAS), `${String(size.width)} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Asserts that at 200 % zoom of the usual window the totals of a grid are seen while its first rows are, without scrolling. */
export async function expectTotalsInView(page: Page, label: RegExp): Promise<void> {
  await page.setViewportSize({ width: 640, height: 400 });
  const totals = page.locator('.grilla-datos').getByText(label);
  await totals.waitFor();
  await pronto(async () => {
    const box = await totals.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 400;
  }).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await totals.waitFor();
}
