/**
 * Measures a first synchronisation of operations from the sandbox. The floor: the sandbox serves the same pages, their JSON is parsed, and the rows are
 * inserted into a bare table. Goals: processor time of client and sandbox at most 2.8 × the floor; at most 2 × ⌈rows / page⌉ requests; a second
 * synchronisation without changes at most 0.5 × the first. Floor and synchronisation run in turns, and the least time of each counts. The sandbox has its
 * own process; the synchronisation is the command line's. `node bench/synchronise.ts [ROWS] [ROUNDS]`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MEMORY } from '../bin/memory.js';
import { enterPlainly, environmentOf } from '../test/sandbox/access.ts';
import { printGoal } from './lib/figures.ts';
import { openFloor } from './lib/floor.ts';
import { readSpentSeconds } from './lib/figures.ts';

const ROWS = Number(process.argv[2] ?? 300_000);
const ROUNDS = Number(process.argv[3] ?? 1);
const PAGE = 1000;
const script = fileURLToPath(new URL('../bin/conciliador.js', import.meta.url));
const [from, to] = ['2024-01-01', new Date().toISOString().slice(0, 10)];

const server = spawn(
  process.execPath,
  [script, 'sandbox', '--operaciones', String(ROWS), '--rasgo', 'parametros=ambos'],
  {
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);

interface Access {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}
const access = await new Promise<Access>((resolve, reject) => {
  let text = '';
  server.once('error', reject);
  server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.includes('\n')) resolve(JSON.parse(text) as Access);
  });
});

/** Requests every page in order. Drops it, or passes it to `look`. Gives the seconds. */
async function serveAlone(look?: (body: ArrayBuffer) => void): Promise<number> {
  // Gives the client time to notice that the sandbox has closed an idle connection.
  await setTimeout(50);
  const headers = await enterPlainly(access);
  const start = performance.now();
  for (let page = 1; page <= Math.ceil(ROWS / PAGE); page++) {
    const query = `fecha_desde=${from}&fecha_hasta=${to}&reg_pagina=${String(PAGE)}&pagina=${String(page)}`;
    const answer = await fetch(`${access.url}/v1/operaciones?${query}`, { headers });
    const body = await answer.arrayBuffer();
    look?.(body);
  }
  return (performance.now() - start) / 1000;
}

/** How many pages are inserted at once, about a transaction (docs/storage.md). */
const PER_TRANSACTION = 10;

/** Seconds of processor time to parse the JSON of all pages, and to insert the rows into a bare table. */
async function measureBare(file: string): Promise<{ readonly parsing: number; readonly putting: number }> {
  const floor = openFloor(file);
  let parsing = 0;
  let putting = 0;
  let pages: string[] = [];
  const put = (): void => {
    putting += floor.put(pages);
    pages = [];
  };
  await serveAlone((body) => {
    const text = Buffer.from(body).toString('utf8');
    const start = readSpentSeconds();
    const { operaciones } = JSON.parse(text) as { operaciones: unknown[] };
    parsing += readSpentSeconds() - start;
    pages.push(JSON.stringify(operaciones));
    if (pages.length === PER_TRANSACTION) put();
  });
  put();
  floor.close();
  return { parsing, putting };
}

/** Seconds of processor time of the sandbox so far; NaN if the system does not tell. */
function spentBySandbox(): number {
  const stat = `/proc/${String(server.pid)}/stat`;
  if (!existsSync(stat)) return Number.NaN;
  const fields = readFileSync(stat, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Document {
  readonly metodos: readonly { readonly nuevos: number; readonly iguales: number; readonly pedidos: number }[];
}
interface Run {
  readonly seconds: number;
  /** Processor time of all threads. */
  readonly spent: number;
  readonly memoryMb: number;
  /** The longest time, in milliseconds, in which the process did not react. */
  readonly silentMs: number;
  readonly document: Document;
}
/** Makes the process print at its end: time, memory, and the longest delay of the event loop. */
const TELL = `data:text/javascript,import{monitorEventLoopDelay}from'node:perf_hooks';import{isMainThread}from'node:worker_threads';
  const delay=monitorEventLoopDelay({resolution:5});delay.enable();
  if(isMainThread)process.on('exit',()=>{const u=process.resourceUsage();
  process.stderr.write('\\nTOOK '+JSON.stringify([(u.userCPUTime+u.systemCPUTime)/1e6,u.maxRSS/1024,delay.max/1e6])+'\\n')})`;

function synchronise(home: string): Run {
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...MEMORY,
      ...['--import', TELL, script],
      ...['sincronizar', '--metodo', 'operaciones', '--desde', from, '--hasta', to, '--json'],
    ],
    {
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CONCILIADOR_HOME: home,
        ...environmentOf(access),
      },
    },
  );
  if (status !== 0) throw new Error(`exit ${String(status)}`);
  const [spent, memoryMb, silentMs] = JSON.parse(/TOOK (.*)/.exec(stderr)?.[1] ?? '[0,0,0]') as [
    number,
    number,
    number,
  ];
  const seconds = (performance.now() - start) / 1000;
  return { seconds, spent, memoryMb, silentMs, document: JSON.parse(stdout) as Document };
}

const leastOf = (values: readonly number[]): number => Math.min(...values);

try {
  const alone: number[] = [];
  const served: number[] = [];
  const firsts: Run[] = [];
  const seconds: Run[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
  const { parsing, putting } = await measureBare(path.join(folder, 'piso.db'));
  rmSync(folder, { recursive: true });
  for (let round = 0; round < ROUNDS; round++) {
    const home = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
    try {
      const before = spentBySandbox();
      alone.push(await serveAlone());
      served.push(spentBySandbox() - before);
      firsts.push(synchronise(home));
      alone.push(await serveAlone());
      seconds.push(synchronise(home));
    } finally {
      rmSync(home, { recursive: true });
    }
  }
  const first = leastOf(firsts.map((run) => run.seconds));
  const second = leastOf(seconds.map((run) => run.seconds));
  const requests = firsts[0]?.document.metodos[0]?.pedidos ?? Number.NaN;
  const written = seconds[0]?.document.metodos[0];
  console.log(
    `${ROWS.toLocaleString('en')} operations: served ${leastOf(alone).toFixed(1)} s, first ${first.toFixed(1)} s, second ${second.toFixed(1)} s`,
  );
  const spent = leastOf(firsts.map((run) => run.spent));
  console.log(
    `processor: sandbox ${leastOf(served).toFixed(1)} s, first ${spent.toFixed(1)} s, second ${leastOf(seconds.map((run) => run.spent)).toFixed(1)} s; ` +
      `memory ${leastOf(firsts.map((run) => run.memoryMb)).toFixed(0)} MB; new rows in the second ${String(written?.nuevos)}; ` +
      `the first answers nobody for ${leastOf(firsts.map((run) => run.silentMs)).toFixed(0)} ms at most`,
  );
  const bound = leastOf(served) + parsing + putting;
  console.log(
    `without which nothing is synchronised: JSON.parse ${parsing.toFixed(1)} s, bare rows ${putting.toFixed(1)} s`,
  );
  printGoal('sincronizar.contra_lo_indispensable', (leastOf(served) + spent) / bound, '≤', 2.8);
  printGoal('sincronizar.pedidos', requests / Math.ceil(ROWS / PAGE), '≤', 2);
  printGoal('sincronizar.otra_vez', second / first, '≤', 0.5);
} finally {
  server.kill();
}
