/**
 * Measures a whole upload to the sandbox over HTTP, client and sandbox in separate processes: the client's processor time against the sandbox's, its peak
 * memory for 100,000 coupons against 10,000, and the protocol without faults against a naive loop.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MEMORY } from '../bin/memory.js';
import { medianOf, printGoal } from './lib/figures.ts';
import { waitForMessage } from './lib/processes.ts';

const measured = z.object({ cpuMs: z.number(), memory: z.number(), sendMs: z.number(), msTotal: z.number() });
const server = z.object({ cpuMs: z.number(), pedidos: z.number() });
const access = z.object({ url: z.string(), apiKey: z.string(), apiSecret: z.string() });

const forkChild = (file: string, args: readonly string[], execArgv: readonly string[] = []): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...execArgv],
  });

async function measure(mode: 'protocolo' | 'ingenuo', cupones: number, byTanda: number) {
  const sandbox = forkChild('upload-sandbox.ts', []);
  const { url, apiKey, apiSecret } = access.parse(await waitForMessage(sandbox));
  const readUsedMemory = async () => {
    sandbox.send('usado');
    return server.parse(await waitForMessage(sandbox));
  };
  const before = await readUsedMemory();
  const client = forkChild(
    'upload-client.ts',
    [mode, String(cupones), String(byTanda), url, apiKey, apiSecret],
    MEMORY,
  );
  const measurement = measured.parse(await waitForMessage(client));
  const { cpuMs, pedidos } = await readUsedMemory();
  sandbox.send('fin');
  await once(sandbox, 'exit');
  return { ...measurement, cpuSandbox: cpuMs - before.cpuMs, pedidos };
}

type Run = Awaited<ReturnType<typeof measure>>;
const ROUNDS = 1;
const medianIn = (runs: readonly Run[], valueOf: (run: Run) => number): number => medianOf(runs.map(valueOf));

const small: Run[] = [];
const large: Run[] = [];
const ours: Run[] = [];
const theirs: Run[] = [];
// In turns, so that a slow moment of the machine slows all of them.
for (let round = 0; round < ROUNDS; round += 1) {
  small.push(await measure('protocolo', 10_000, 500));
  large.push(await measure('protocolo', 100_000, 500));
  ours.push(await measure('protocolo', 50_000, 500));
  theirs.push(await measure('ingenuo', 50_000, 500));
}
const toSeconds = (ms: number): string => (ms / 1_000).toFixed(1);
const toMb = (runs: readonly Run[]): number => medianIn(runs, ({ memory }) => memory) / 1_024;
console.log(
  `carga: 100,000 coupons in ${toSeconds(medianIn(large, ({ msTotal }) => msTotal))} s, client CPU ${toSeconds(medianIn(large, ({ cpuMs }) => cpuMs))} s, ` +
    `sandbox CPU ${toSeconds(medianIn(large, ({ cpuSandbox }) => cpuSandbox))} s, peak ${toMb(large).toFixed(0)} MB (${toMb(small).toFixed(0)} MB for 10,000)`,
);
printGoal(
  'carga.cpu_contra_sandbox',
  medianIn(large, ({ cpuMs, cpuSandbox }) => cpuMs / cpuSandbox),
  '≤',
  1.3,
);
printGoal('carga.memoria_100000_contra_10000', toMb(large) / toMb(small), '≤', 1.3);

const requests = [ours, theirs].map((runs) => medianIn(runs, (one) => one.pedidos));
const total = [ours, theirs].map((runs) => Math.min(...runs.map(({ msTotal }) => msTotal)));
const [ourRequests = 0, theirRequests = 0] = requests;
const [ourTime = 0, theirTime = 0] = total;
console.log(
  `carga: 100 batches, verified: ${String(ourRequests)} requests in ${toSeconds(ourTime)} s, ` +
    `naive ${String(theirRequests)} in ${toSeconds(theirTime)} s`,
);
printGoal('carga.pedidos_contra_ingenuo', ourRequests / theirRequests, '≤', 2.1);
printGoal('carga.tiempo_contra_ingenuo', ourTime / theirTime, '≤', 1.5);
