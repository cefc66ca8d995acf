import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { contarFalla, type Suma } from './encoger.ts';
import { programaDe } from './programa.ts';

const CORRIDAS = Number(process.env['CONCILIADOR_FALLAS'] ?? 10_000);
const NUCLEOS = 2;

/** The first failing schedule in plain words, and how many there are. */
const contarFallas = async (malas: readonly number[]): Promise<string> =>
  malas[0] === undefined ? '' : `${String(malas.length)} fallan; ${await contarFalla(programaDe(malas[0]))}`;

const enOtroHilo = (primera: number, cuantas: number): Promise<Suma> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('tramo.worker.ts', import.meta.url), {
      workerData: { primera, cuantas },
      // Three times what it needs: a leak ends the run, not the machine.
      resourceLimits: { maxOldGenerationSizeMb: 768 },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

test(
  `${String(CORRIDAS)} schedules lose nothing, double nothing, touch nothing of others`,
  { timeout: 3_600_000 },
  async () => {
    const parte = CORRIDAS / NUCLEOS;
    const sumas = await Promise.all([enOtroHilo(1, parte), enOtroHilo(1 + parte, parte)]);
    const malas = sumas.flatMap((suma) => suma.malas);
    expect(malas.slice(0, 20), await contarFallas(malas)).toEqual([]);
    expect(sumas.reduce((n, suma) => n + suma.perdidos + suma.doblados, 0)).toBe(0);
    expect(sumas.reduce((n, suma) => n + suma.conDecision, 0) / CORRIDAS).toBeLessThanOrEqual(0.05);
  },
);
