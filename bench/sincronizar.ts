/**
 * A synchronisation of operations from the sandbox against the sandbox serving the same pages to a client that throws them away: wall time
 * at most 1.3 ×, requests at most 2 × ⌈rows / page⌉; a second one with nothing changed at most 0.5 × the first. Serving alone and
 * synchronising take turns, and the least of each counts. What both sides take of the processor is printed besides: with two cores for the
 * sandbox, the reading and the writing, wall time cannot be less than half of their sum.
 * `node bench/sincronizar.ts [ROWS] [ROUNDS]`. The sandbox is a process of its own; the synchronisation is the command line's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MEMORIA } from '../bin/memoria.js';
import { goal } from './lib/meta.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 2);
const PAGE = 1000;
const script = fileURLToPath(new URL('../bin/conciliador.js', import.meta.url));
const [desde, hasta] = ['2024-01-01', new Date().toISOString().slice(0, 10)];

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

async function serveAlone(): Promise<number> {
  const basic = Buffer.from(`${access.apiKey}:${access.apiSecret}`).toString('base64');
  const grant = await fetch(`${access.url}/oauth/access_token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await grant.json()) as { access_token: string };
  const start = performance.now();
  for (let page = 1; page <= Math.ceil(ROWS / PAGE); page++) {
    const query = `fecha_desde=${desde}&fecha_hasta=${hasta}&reg_pagina=${String(PAGE)}&pagina=${String(page)}`;
    const answer = await fetch(`${access.url}/v1/operaciones?${query}`, { headers: { 'x-auth-token': token } });
    await answer.arrayBuffer();
  }
  return (performance.now() - start) / 1000;
}

/** Seconds of processor that the sandbox has taken; NaN where the system does not tell. */
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
  /** Of processor, all threads. */
  readonly spent: number;
  readonly memoryMb: number;
  readonly document: Document;
}
/** Says on leaving what the process took. */
const TELL = `data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();
  process.stderr.write('\\nTOOK '+JSON.stringify([(u.userCPUTime+u.systemCPUTime)/1e6,u.maxRSS/1024])+'\\n')})`;

function synchronise(home: string): Run {
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...MEMORIA,
      ...['--import', TELL, script],
      ...['sincronizar', '--metodo', 'operaciones', '--desde', desde, '--hasta', hasta, '--json'],
    ],
    {
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CONCILIADOR_HOME: home,
        CONCILIADOR_URL: access.url,
        CONCILIADOR_API_KEY: access.apiKey,
        CONCILIADOR_API_SECRET: access.apiSecret,
      },
    },
  );
  if (status !== 0) throw new Error(`exit ${String(status)}`);
  const [spent, memoryMb] = JSON.parse(/TOOK (.*)/.exec(stderr)?.[1] ?? '[0,0]') as [number, number];
  return { seconds: (performance.now() - start) / 1000, spent, memoryMb, document: JSON.parse(stdout) as Document };
}

const least = (values: readonly number[]): number => Math.min(...values);

try {
  const alone: number[] = [];
  const served: number[] = [];
  const firsts: Run[] = [];
  const seconds: Run[] = [];
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
  const first = least(firsts.map((run) => run.seconds));
  const second = least(seconds.map((run) => run.seconds));
  const requests = firsts[0]?.document.metodos[0]?.pedidos ?? Number.NaN;
  const written = seconds[0]?.document.metodos[0];
  console.log(
    `${ROWS.toLocaleString('en')} operations: served ${least(alone).toFixed(1)} s, first ${first.toFixed(1)} s, second ${second.toFixed(1)} s`,
  );
  const spent = least(firsts.map((run) => run.spent));
  console.log(
    `processor: sandbox ${least(served).toFixed(1)} s, first ${spent.toFixed(1)} s, second ${least(seconds.map((run) => run.spent)).toFixed(1)} s; ` +
      `memory ${least(firsts.map((run) => run.memoryMb)).toFixed(0)} MB; new rows in the second ${String(written?.nuevos)}`,
  );
  goal('sincronizar.contra_servir', first / least(alone), '≤', 1.3);
  goal('sincronizar.pedidos', requests / Math.ceil(ROWS / PAGE), '≤', 2);
  goal('sincronizar.otra_vez', second / first, '≤', 0.5);
} finally {
  server.kill();
}
