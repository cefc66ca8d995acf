/**
 * A synchronisation of operations from the sandbox against the sandbox serving the same pages to a client that throws them away: wall time
 * at most 1.3 ×, requests at most 2 × ⌈rows / page⌉; a second one with nothing changed at most 0.5 × the first.
 * `node bench/sincronizar.ts [ROWS]`. The sandbox is a process of its own; the synchronisation is the command line's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const PAGE = 1000;
const script = fileURLToPath(new URL('../bin/conciliador.js', import.meta.url));
const home = mkdtempSync(path.join(tmpdir(), 'conciliador-bench-'));
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

interface Document {
  readonly metodos: readonly { readonly nuevos: number; readonly iguales: number; readonly pedidos: number }[];
}
function synchronise(): { seconds: number; document: Document } {
  const start = performance.now();
  const { stdout, status } = spawnSync(
    process.execPath,
    [script, 'sincronizar', '--metodo', 'operaciones', '--desde', desde, '--hasta', hasta, '--json'],
    {
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'ignore'],
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
  return { seconds: (performance.now() - start) / 1000, document: JSON.parse(stdout) as Document };
}

try {
  const alone = await serveAlone();
  const first = synchronise();
  const second = synchronise();
  const requests = first.document.metodos[0]?.pedidos ?? Number.NaN;
  console.log(
    `${ROWS.toLocaleString('en')} operations: served ${alone.toFixed(1)} s, first ${first.seconds.toFixed(1)} s, second ${second.seconds.toFixed(1)} s`,
  );
  console.log(`sincronizar.contra_servir ${(first.seconds / alone).toFixed(2)} × (goal ≤ 1.3 ×)`);
  console.log(`sincronizar.pedidos ${(requests / Math.ceil(ROWS / PAGE)).toFixed(2)} × (goal ≤ 2 ×)`);
  console.log(`sincronizar.otra_vez ${(second.seconds / first.seconds).toFixed(2)} × (goal ≤ 0.5 ×)`);
} finally {
  server.kill();
  rmSync(home, { recursive: true });
}
