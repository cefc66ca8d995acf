/** The core without screens in a process, for bench/memory.ts: starts like the program and answers its parent. */
import process from 'node:process';
import { z } from 'zod';
import { collectAfterStart, giveThreadsTheirOwnNursery, keepCompiled } from '../bin/memory.js';

const ASKED = z.object({ archivo: z.string(), informe: z.string().optional() });
keepCompiled();
giveThreadsTheirOwnNursery();
const { createApp } = await import('#app/compose/index.ts');
collectAfterStart();
const { signal } = new AbortController();
const app = createApp({
  env: process.env,
  host: 'loopback',
  askForSecret: () => Promise.resolve(undefined),
  onNotice: () => undefined,
});
const context = { signal, onProgress: (): void => undefined };

/** Makes the calls that the first screen makes. */
async function open(): Promise<void> {
  await app.dispatch('ajustes.leer', {}, context);
  await app.dispatch('cuentas.listar', {}, context);
}

async function reconcile(message: unknown): Promise<void> {
  const { archivo, informe } = ASKED.parse(message);
  const answer = await app.dispatch(
    'cargas.conciliar',
    {
      archivos: [archivo],
      omitirErrores: true,
      estable: 0,
      tardanza: 1,
      ...(informe === undefined ? {} : { informe }),
    },
    context,
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
}

process.on('message', (message) => {
  (message === 'cerrar' ? app.close().then(() => process.exit(0)) : reconcile(message)).then(
    () => process.send?.('hecho'),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
await open();
process.send?.('hecho');
