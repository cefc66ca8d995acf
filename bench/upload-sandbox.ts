/** The sandbox of bench/upload.ts, in a process of its own so that its CPU is measured apart. Answers how much it used and received. */
import process from 'node:process';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';

const sandbox = await createSandbox({ clock: systemClock, operaciones: 5_000 });
process.send?.({ url: sandbox.url, apiKey: sandbox.apiKey, apiSecret: sandbox.apiSecret });
process.on('message', (what) => {
  if (what === 'fin') process.exit(0);
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, pedidos: sandbox.listReceived().length });
  sandbox.forgetReceived();
});
