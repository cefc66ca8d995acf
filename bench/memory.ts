/**
 * Measures the memory of the core on a small PC with a million cached operations, against its goals, in three cases: idle; the main job (the file of a
 * month is read, sent, matched and reported); the main job with one coupon in twelve to explain. For the jobs, the peak of the process (VmHWM), which
 * only Linux reports. `node bench/memory.ts [OPERATIONS] [COUPONS]`.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { MEMORY } from '../bin/memory.js';
import { environmentOf } from '../test/sandbox/access.ts';
import { printGoal } from './lib/figures.ts';
import { waitForMessage } from './lib/processes.ts';
import { fillCache, writeMonth } from './window-data.ts';

const OPERACIONES = Number(process.argv[2] ?? 1_000_000);
const CUPONES = Number(process.argv[3] ?? 20_000);
/** Milliseconds after which the memory used by the start is free again. */
const REST_MS = 5_000;
const MIB = 1024;

const SANDBOX = z.object({ url: z.string(), apiKey: z.string(), apiSecret: z.string() });
type Service = z.infer<typeof SANDBOX>;

/** The first group of a pattern in a file of /proc, as a number; 0 if the process has ended. */
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
  // Creates the account's folder with a first upload, as every account has one.
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

if (process.platform === 'linux') {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-memoria-'));
  try {
    const sheet = path.join(folder, 'cupones.csv');
    writeFileSync(sheet, writeMonth(OPERACIONES, CUPONES));
    const sandbox = fork(path.join(import.meta.dirname, 'upload-sandbox.ts'), [String(OPERACIONES)]);
    const service = SANDBOX.parse(await waitForMessage(sandbox));
    await measureCore(folder, sheet, service);
    sandbox.send('fin');
    await once(sandbox, 'exit');
  } finally {
    rmSync(folder, { recursive: true });
  }
} else console.log('Skipped: only Linux tells what a process takes.');
