/**
 * Measures the program's memory on a small PC, with a million cached operations: the core alone, against its goals: idle, at the main job (the file of a month
 * read, sent, matched and reported), and at that job where one coupon in twelve is explained; and the whole application in the system's Chromium, which has no goals. A page that several processes share
 * counts once (PSS), so that the browser's processes can be added up; for the core also its own peak (VmHWM), which its goals are about. Linux only:
 * other systems do not give these figures. `node bench/memory.ts [OPERATIONS] [COUPONS]`.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { MEMORY } from '../bin/memory.js';
import { fillAccount, openChromium } from '../test/e2e/open.ts';
import { passPrevia } from '../test/e2e/steps.ts';
import { environmentOf } from '../test/sandbox/access.ts';
import { printGoal } from './lib/figures.ts';
import { waitForMessage } from './lib/processes.ts';
import { serve } from './lib/serve.ts';
import { fillCache, writeMonth } from './window-data.ts';

const OPERACIONES = Number(process.argv[2] ?? 1_000_000);
const CUPONES = Number(process.argv[3] ?? 20_000);
/** Time for the memory of the start to be given back. */
const REST_MS = 5_000;
const SAMPLE_MS = 250;
const MIB = 1024;

const SANDBOX = z.object({ url: z.string(), apiKey: z.string(), apiSecret: z.string() });
type Service = z.infer<typeof SANDBOX>;

/** The first group of a pattern in a file of /proc, as a number; 0 for a process that has ended. */
function readNumber(pid: number, file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${String(pid)}/${file}`, 'utf8'))?.[1] ?? 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  }
}

/** A figure of a process, in MB. */
const readFigure = (pid: number, file: string, name: string): number =>
  readNumber(pid, file, new RegExp(`^${name}:\\s+(\\d+) kB`, 'm')) / MIB;

function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), readNumber(Number(name), 'stat', /^\d+ \(.*\) \S (\d+)/)] as const);
  const listBelow = (above: number): number[] =>
    parents.filter(([, parent]) => parent === above).flatMap(([child]) => [child, ...listBelow(child)]);
  return listBelow(pid);
}

/** The memory of all processes that this one started but one, in MB. */
const takenByAllBut = (other: number): number =>
  descendantsOf(process.pid).reduce(
    (sum, pid) => sum + (pid === other ? 0 : readFigure(pid, 'smaps_rollup', 'Pss')),
    0,
  );

/** The largest value at one moment of the work, by samples. */
async function measurePeakDuring(work: () => Promise<void>, measure: () => number): Promise<number> {
  let most = measure();
  const done = work().then(() => true);
  while (!(await Promise.race([done, delay(SAMPLE_MS, false)]))) most = Math.max(most, measure());
  return most;
}

async function measureCore(folder: string, sheet: string, service: Service): Promise<void> {
  const home = path.join(folder, 'nucleo');
  const [few, right] = [path.join(folder, 'pocos.csv'), path.join(folder, 'exactos.csv')];
  writeFileSync(few, writeMonth(OPERACIONES, 10));
  writeFileSync(right, writeMonth(OPERACIONES, CUPONES, { right: true }));
  const start = async (): Promise<ChildProcess> => {
    const core = fork(path.join(import.meta.dirname, 'memory-core.ts'), {
      execArgv: MEMORY,
      env: {
        ...process.env,
        CONCILIADOR_HOME: home,
        ...environmentOf(service),
      },
    });
    await waitForMessage(core);
    return core;
  };
  const end = async (core: ChildProcess): Promise<void> => {
    core.send('cerrar');
    await once(core, 'exit');
  };
  const ask = async (core: ChildProcess, message: object): Promise<void> => {
    core.send(message);
    await waitForMessage(core);
  };
  // A first upload makes the account's folder, as for any account.
  const first = await start();
  await ask(first, { archivo: few });
  await end(first);
  fillCache(home, OPERACIONES);

  const measureJob = async (file: string, { name, goal }: { name: string; goal: number }): Promise<void> => {
    const core = await start();
    const pid = core.pid ?? 0;
    await delay(REST_MS);
    printGoal('memoria.nucleo.quieto', readFigure(pid, 'status', 'VmRSS'), '≤', 200, 'MB');
    await ask(core, { archivo: file, informe: path.join(folder, `${name}.xlsx`) });
    printGoal(`memoria.nucleo.${name}`, readFigure(pid, 'status', 'VmHWM'), '≤', goal, 'MB');
    await delay(REST_MS);
    console.log(`  ${readFigure(pid, 'status', 'VmRSS').toFixed(0)} MB once it has ended`);
    await end(core);
  };
  await measureJob(right, { name: 'trabajo', goal: 350 });
  await measureJob(sheet, { name: 'explicado', goal: 700 });
}

async function measureWhole(
  folder: string,
  sheet: string,
  { url, apiKey, apiSecret, pid }: Service & { readonly pid: number },
): Promise<void> {
  const measure = (): number => takenByAllBut(pid);
  const data = path.join(folder, 'datos');
  mkdirSync(data);
  const app = serve(data);
  const browser = await openChromium();
  try {
    const page = await browser.newPage({ locale: 'es-AR', viewport: { width: 1280, height: 800 } });
    await page.goto(await app.entryUrl());
    await fillAccount(page, { nombre: 'mia', url, clave: apiKey, secreto: apiSecret });
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    fillCache(data, OPERACIONES);
    await page.goto(await app.entryUrl());
    await page.getByRole('link', { name: 'Conciliar', exact: true }).first().click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await delay(REST_MS);
    console.log(`memoria.todo.quieto ${measure().toFixed(0)} MB`);
    const most = await measurePeakDuring(async () => {
      await page.locator('input[type=file]').first().setInputFiles(sheet);
      await page.getByRole('button', { name: /^Revisar [\d.]+ filas$/ }).click();
      await page.getByRole('button', { name: /^Seguir con / }).click();
      await passPrevia(page);
      await page.getByRole('button', { name: /^Enviar [\d.]+ cupones$/ }).click();
      await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor({ timeout: 900_000 });
    }, measure);
    console.log(`memoria.todo.trabajo ${most.toFixed(0)} MB at most`);
  } finally {
    await browser.close();
    await app.close();
  }
}

if (process.platform === 'linux') {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-memoria-'));
  try {
    const sheet = path.join(folder, 'cupones.csv');
    writeFileSync(sheet, writeMonth(OPERACIONES, CUPONES));
    const sandbox = fork(path.join(import.meta.dirname, 'upload-sandbox.ts'), [String(OPERACIONES)]);
    const service = SANDBOX.parse(await waitForMessage(sandbox));
    await measureCore(folder, sheet, service);
    await measureWhole(folder, sheet, { ...service, pid: sandbox.pid ?? 0 });
    sandbox.send('fin');
    await once(sandbox, 'exit');
  } finally {
    rmSync(folder, { recursive: true });
  }
} else console.log('Skipped: only Linux tells what a process takes.');
