/**
 * A whole upload to the sandbox over HTTP, each side in its own process: the client's CPU against the sandbox's own, its peak memory for
 * 100,000 coupons against 10,000, and what the protocol costs without faults against the loop that anybody would write first.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MEMORIA } from '../bin/memoria.js';

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

const razon = (nombre: string, valor: number, meta: number): void => {
  console.log(`carga.${nombre} ${valor.toFixed(2)} × (goal ≤ ${String(meta)} ×)`);
};

const chica = await medir('protocolo', 10_000, 500);
const grande = await medir('protocolo', 100_000, 500);
console.log(
  `carga: 100,000 coupons in ${(grande.msTotal / 1_000).toFixed(1)} s, client CPU ${(grande.cpuMs / 1_000).toFixed(1)} s, ` +
    `sandbox CPU ${(grande.cpuSandbox / 1_000).toFixed(1)} s, peak ${(grande.memoria / 1_024).toFixed(0)} MB (${(chica.memoria / 1_024).toFixed(0)} MB for 10,000)`,
);
razon('cpu_contra_sandbox', grande.cpuMs / grande.cpuSandbox, 1);
razon('memoria_100000_contra_10000', grande.memoria / chica.memoria, 1.3);

const nuestra = await medir('protocolo', 50_000, 500);
const suya = await medir('ingenuo', 50_000, 500);
console.log(
  `carga: 100 batches: ${String(nuestra.pedidos)} requests in ${(nuestra.msTotal / 1_000).toFixed(1)} s, ` +
    `naive ${String(suya.pedidos)} in ${(suya.msTotal / 1_000).toFixed(1)} s (sending: ${(nuestra.msEnvio / 1_000).toFixed(1)} s, naive ${(suya.msEnvio / 1_000).toFixed(1)} s)`,
);
razon('pedidos_contra_ingenuo', nuestra.pedidos / suya.pedidos, 2.1);
razon('tiempo_contra_ingenuo', nuestra.msTotal / suya.msTotal, 1.5);
