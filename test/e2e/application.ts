import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test as base } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import { setClock } from './clock.ts';
import { openApplication, openChromium, openSandbox } from './open.ts';
import { reconcileExample, reviewExample } from './steps.ts';

type Application = Awaited<ReturnType<typeof openApplication>>;
type Theme = 'light' | 'dark';

interface Fixtures {
  /** One browser for all tests of a process; each test has its own context. */
  readonly navegador: Browser;
  /** A data folder in which the example was reconciled and the operations downloaded. Made once a process; tests must not write in it. */
  readonly reconciled: string;
  /** A data folder in which the example is under review. Made once a process; tests must not write in it. */
  readonly reviewing: string;
  /** The data folder that the application starts on a copy of; undefined: an empty one. */
  readonly kept: string | undefined;
  /** The core of the application in this process. Fails the test for any connection to another machine. */
  readonly app: Application;
  readonly sandbox: Sandbox;
  readonly context: BrowserContext;
  /** The page, already let in. Fails the test for anything on its console and for any request that leaves the program. */
  readonly page: Page;
}

const AS_MOST = {
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
  // Animations are painted by the processor here and take a third of the test's time. One walk leaves them on.
  reducedMotion: 'reduce',
  locale: 'es-AR',
  acceptDownloads: true,
  // The page's policy stays in force, and tests rely on it: axe comes in through the browser protocol, not as a script of the page.
  bypassCSP: false,
} as const;

const CANAL = 'net.client.socket';
const THIS_PC = new Set(['127.0.0.1', '::1']);

/**
 * Records every connection that this process begins to another machine and every name that it looks up. The core of the application runs in this
 * process; the services of the tests and the keychain are on this machine.
 */
function watchExits(): { readonly foreign: readonly string[]; halt(): void } {
  const foreign: string[] = [];
  const inspect = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return;
    const { socket } = message;
    if (!(socket instanceof Socket)) return;
    socket.on('connectionAttempt', (ip: string, port: number) => {
      if (!THIS_PC.has(ip)) foreign.push(`${ip}:${String(port)}`);
    });
    socket.on('lookup', (_error: unknown, _ip: unknown, _family: unknown, name: string) => {
      if (name !== 'localhost') foreign.push(name);
    });
  };
  subscribe(CANAL, inspect);
  return {
    foreign,
    halt: () => {
      unsubscribe(CANAL, inspect);
    },
  };
}

/** Walks through the application on a new data folder, then passes `use` the folder as the walk left it. */
async function keepWhile(
  browser: Browser,
  walk: (page: Page) => Promise<void>,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'conciliador-guardado-'));
  const app = await openApplication();
  const context = await browser.newContext(AS_MOST);
  const page = await context.newPage();
  await page.goto(app.entryUrl());
  await walk(page);
  await context.close();
  await app.close(async (ended) => cp(ended, folder, { recursive: true }));
  await use(folder);
  await rm(folder, { recursive: true, force: true });
}

export const test = base.extend<Fixtures>({
  navegador: [
    async ({}, use) => {
      const browser = await openChromium();
      browser.on('context', (context) => void setClock(context));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  reconciled: [
    async ({ navegador }, use) => {
      await keepWhile(
        navegador,
        async (page) => {
          await reconcileExample(page);
          await page.getByRole('button', { name: 'Actualizar', exact: true }).first().click();
          await page.getByText(/^Datos al /).waitFor();
          await page.getByText('Actualizando datos').waitFor({ state: 'detached' });
        },
        use,
      );
    },
    { scope: 'worker' },
  ],
  reviewing: [
    async ({ navegador }, use) => {
      await keepWhile(navegador, reviewExample, use);
    },
    { scope: 'worker' },
  ],
  kept: undefined,
  app: async ({ kept }, use) => {
    const exits = watchExits();
    const app = await openApplication(kept);
    await use(app);
    await app.close();
    exits.halt();
    expect(exits.foreign).toEqual([]);
  },
  sandbox: async ({}, use) => {
    const sandbox = await openSandbox();
    await use(sandbox);
    await sandbox.close();
  },
  context: async ({ navegador }, use) => {
    const context = await navegador.newContext(AS_MOST);
    await use(context);
    await context.close();
  },
  page: async ({ context, app }, use) => {
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'log' && message.type() !== 'info') problems.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('blob:'))
        problems.push(`request: ${request.url()}`);
    });
    await page.goto(app.entryUrl());
    await use(page);
    expect(problems).toEqual([]);
  },
});

/** For tests that begin after the example was reconciled and the program opened again; other tests walk there. */
export const testReconciled = test.extend<Pick<Fixtures, 'kept'>>({
  kept: async ({ reconciled }, use) => {
    await use(reconciled);
  },
});

/** The tests that begin where the example is under review and the program was opened again. */
export const testReviewing = test.extend<Pick<Fixtures, 'kept'>>({
  kept: async ({ reviewing }, use) => {
    await use(reviewing);
  },
});

/** Repeats `inspect` until the expectation holds: a page shows its answer only once it has painted. */
export const soon = <T>(inspect: () => T | Promise<T>, message?: string) =>
  expect.poll(inspect, message === undefined ? {} : { message });

/** Resolves once a method is answered, and the page has taken the answer. */
export async function answered(page: Page, method: string): Promise<void> {
  const response = await page.waitForResponse(
    (one) =>
      one.url().endsWith('/api/llamadas') && (one.request().postDataJSON() as { metodo: string }).metodo === method,
  );
  await response.finished();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** The row of a grid at a place, from 0, once it was read. Totals and rows that are still loading have no place. */
export const rowAt = (grid: Locator, place: number): Locator =>
  grid.getByRole('row').and(grid.page().locator(`[row-index="${String(place)}"]`));

export async function enterRows(grid: Locator): Promise<void> {
  const cell = rowAt(grid, 0).getByRole('gridcell').first();
  await soon(async () => {
    await cell.focus();
    return cell.evaluate((element) => element === element.ownerDocument.activeElement);
  }).toBe(true);
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** The themes differ in colours only, so in the dark theme only axe's rules about colours run. */
const RULES: Readonly<Record<Theme, string>> = {
  light: '{}',
  dark: `{ runOnly: ['color-contrast', 'link-in-text-block'] }`,
};
/** Asks axe for violations only: reporting what is right takes twice as long. */
const runAxe = (theme: Theme): string => `axe.run(document, { ...${RULES[theme]}, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' ')))`;

/** Counts what still changes: colours in transition between themes, and grid rows whose cells were not drawn yet. */
const ON_THE_WAY = `document.getAnimations().filter((one) => one instanceof CSSTransition).length +
  [...document.querySelectorAll('[role=grid] [role=row]')].filter((row) => row.querySelector('[role=columnheader], [role=gridcell]') === null).length`;

/**
 * Checks every rule of WCAG 2.2 AA and axe's good practices (dark theme: those of colour). Rows may load while axe looks, so only a violation that a
 * second look finds too counts.
 */
async function findViolations(page: Page, theme: Theme): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: theme });
  const isLoaded: boolean = await page.evaluate(`'axe' in window`);
  if (!isLoaded) await page.evaluate(`${await readFile(AXE, 'utf8')}; undefined`);
  for (let before: readonly string[] = []; ;) {
    await soon(() => page.evaluate(ON_THE_WAY)).toBe(0);
    const found: readonly string[] = await page.evaluate(runAxe(theme));
    if (found.every((one) => before.includes(one))) return found.map((one) => `${theme}: ${one}`);
    before = found;
  }
}

/** Asserts that the screen that is shown is accessible in both themes. */
export async function waitAccessible(page: Page): Promise<void> {
  const found = [...(await findViolations(page, 'light')), ...(await findViolations(page, 'dark'))];
  await page.emulateMedia({ colorScheme: 'light' });
  expect(found).toEqual([]);
}

export async function waitForFocus(page: Page): Promise<void> {
  await soon(() => page.evaluate('document.activeElement?.tagName ?? ""')).not.toBe('BODY');
}

/** Controls that stick out of the window and are not inside an element that scrolls. */
const STICKING_OUT = `[...document.querySelectorAll('button, a, input, select, summary')]
  .filter((one) => one.checkVisibility() && one.closest('[role=grid], .marco, .oculto') === null && !one.matches('.oculto, .salto'))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 120))`;

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** How many pixels the window could scroll down; 0 while the frame is not shown. */
const OVERFLOW = `document.querySelector('.app') === null ? 0 : document.documentElement.scrollHeight - document.documentElement.clientHeight`;

/** Asserts that nothing is cut off sideways in a small window, nor at 200 % zoom of the usual one. */
export async function waitToFit(page: Page): Promise<void> {
  for (const size of [
    { width: 1024, height: 700 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size);
    await soon(() => page.evaluate(SIDEWAYS), `${String(size.width)} px`).toBeLessThanOrEqual(0);
    await soon(() => page.evaluate(STICKING_OUT), `${String(size.width)} px`).toEqual([]);
    // Inside the frame only its pages scroll.
    await soon(() => page.evaluate(OVERFLOW), `${String(size.width)} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
