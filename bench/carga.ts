/**
 * A whole upload to the sandbox over HTTP, each side in its own process: the client's CPU against the sandbox's own, its peak memory for
 * 100,000 coupons against 10,000, and what the protocol costs without faults against the loop that anybody would write first.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MEMORIA } from '../bin/memoria.js';
import { goal } from './lib/meta.ts';

const medida = z.object({ cpuMs: z.number(), memoria: z.number(), msEnvio: z.number(), msTotal: z.number() });
const servidor = z.object({ cpuMs: z.number(), pedidos: z.number() });
const acceso = z.object({ url: z.string(), apiKey: z.string(), apiSecret: z.string() });

const hijo = (archivo: string, args: readonly string[], execArgv: readonly string[] = []): ChildProcess =>
  fork(fileURLToPath(new URL(archivo, import.meta.url)), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...execArgv],
  });

async function mensaje<T>(proceso: ChildProcess, forma: z.ZodType<T>): Promise<T> {
  const salida = new AbortController();
  proceso.once('exit', () => {
    salida.abort(new Error('a process of the benchmark ended without an answer'));
  });
  const [cuerpo]: unknown[] = await once(proceso, 'message', { signal: salida.signal });
  return forma.parse(cuerpo);
}

async function medir(modo: 'protocolo' | 'ingenuo', cupones: number, porTanda: number) {
  const sandbox = hijo('carga-sandbox.ts', []);
  const { url, apiKey, apiSecret } = await mensaje(sandbox, acceso);
  const usado = async () => {
    sandbox.send('usado');
    return mensaje(sandbox, servidor);
  };
  const antes = await usado();
  const cliente = hijo('carga-cliente.ts', [modo, String(cupones), String(porTanda), url, apiKey, apiSecret], MEMORIA);
  const medido = await mensaje(cliente, medida);
  const { cpuMs, pedidos } = await usado();
  sandbox.send('fin');
  await once(sandbox, 'exit');
  return { ...medido, cpuSandbox: cpuMs - antes.cpuMs, pedidos };
}

type Corrida = Awaited<ReturnType<typeof medir>>;
const RONDAS = 3;
const mediana = (valores: readonly number[]): number =>
  valores.toSorted((a, b) => a - b)[Math.floor(valores.length / 2)] ?? Number.NaN;
const de = (corridas: readonly Corrida[], valor: (corrida: Corrida) => number): number => mediana(corridas.map(valor));

const chicas: Corrida[] = [];
const grandes: Corrida[] = [];
const nuestras: Corrida[] = [];
const suyas: Corrida[] = [];
// In turns, so that a slow moment of the machine falls on all.
for (let ronda = 0; ronda < RONDAS; ronda += 1) {
  chicas.push(await medir('protocolo', 10_000, 500));
  grandes.push(await medir('protocolo', 100_000, 500));
  nuestras.push(await medir('protocolo', 50_000, 500));
  suyas.push(await medir('ingenuo', 50_000, 500));
}
const segundos = (ms: number): string => (ms / 1_000).toFixed(1);
const mb = (corridas: readonly Corrida[]): number => de(corridas, ({ memoria }) => memoria) / 1_024;
console.log(
  `carga: 100,000 coupons in ${segundos(de(grandes, ({ msTotal }) => msTotal))} s, client CPU ${segundos(de(grandes, ({ cpuMs }) => cpuMs))} s, ` +
    `sandbox CPU ${segundos(de(grandes, ({ cpuSandbox }) => cpuSandbox))} s, peak ${mb(grandes).toFixed(0)} MB (${mb(chicas).toFixed(0)} MB for 10,000)`,
);
goal(
  'carga.cpu_contra_sandbox',
  de(grandes, ({ cpuMs, cpuSandbox }) => cpuMs / cpuSandbox),
  '≤',
  1.3,
);
goal('carga.memoria_100000_contra_10000', mb(grandes) / mb(chicas), '≤', 1.3);

const pedidos = [nuestras, suyas].map((corridas) => de(corridas, (una) => una.pedidos));
const total = [nuestras, suyas].map((corridas) => Math.min(...corridas.map(({ msTotal }) => msTotal)));
const [nuestrosPedidos = 0, susPedidos = 0] = pedidos;
const [nuestroTiempo = 0, suTiempo = 0] = total;
console.log(
  `carga: 100 batches, verified: ${String(nuestrosPedidos)} requests in ${segundos(nuestroTiempo)} s, ` +
    `naive ${String(susPedidos)} in ${segundos(suTiempo)} s`,
);
goal('carga.pedidos_contra_ingenuo', nuestrosPedidos / susPedidos, '≤', 2.1);
goal('carga.tiempo_contra_ingenuo', nuestroTiempo / suTiempo, '≤', 1.5);
