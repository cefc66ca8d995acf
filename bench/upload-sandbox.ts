/** A sandbox in a process, to measure its cost separately. `[OPERATIONS]`: 5,000 by default. Answers with its processor time and the data that it received. */
import process from 'node:process';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { readSpentSeconds } from './lib/figures.ts';

const sandbox = await createSandbox({ clock: systemClock, operaciones: Number(process.argv[2] ?? 5_000) });
process.send?.({ url: sandbox.url, apiKey: sandbox.apiKey, apiSecret: sandbox.apiSecret });
process.on('message', (what) => {
  if (what === 'fin') process.exit(0);
  process.send?.({ cpuMs: readSpentSeconds() * 1_000, pedidos: sandbox.listReceived().length });
  sandbox.forgetReceived();
});
