import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { contarFalla, type Suma } from './encoger.ts';
import { programaDe, type Familia, type Programa } from './programa.ts';

const CORRIDAS = Number(process.env['CONCILIADOR_FALLAS'] ?? 10_000);
const NUCLEOS = 2;

interface Tramo {
  readonly cuantas: number;
  readonly familia?: Familia;
  readonly forzar?: Partial<Programa>;
}

const enOtroHilo = (primera: number, tramo: Tramo): Promise<Suma> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('tramo.worker.ts', import.meta.url), {
      workerData: { ...tramo, primera },
      // Three times what it needs: a leak ends the run, not the machine.
      resourceLimits: { maxOldGenerationSizeMb: 768 },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

/** Plays them on every core and expects that none fails; the first that does is told in plain words. */
async function jugar({ cuantas, familia = 'dentro', forzar = {} }: Tramo) {
  const parte = Math.ceil(cuantas / NUCLEOS);
  const sumas = await Promise.all(
    Array.from({ length: NUCLEOS }, (_, i) => enOtroHilo(1 + i * parte, { cuantas: parte, familia, forzar })),
  );
  const malas = sumas.flatMap((suma) => suma.malas);
  const [mala] = malas;
  const enPalabras = mala === undefined ? '' : await contarFalla(programaDe(mala, familia, forzar));
  expect(malas.slice(0, 20), `${String(malas.length)} fallan; ${enPalabras}`).toEqual([]);
  expect(sumas.reduce((n, suma) => n + suma.perdidos + suma.doblados, 0)).toBe(0);
  return { conDecision: sumas.reduce((n, suma) => n + suma.conDecision, 0) / (parte * NUCLEOS) };
}

const plazo = { timeout: 3_600_000 };

test(`${String(CORRIDAS)} schedules lose nothing, double nothing, touch nothing of others`, plazo, async () => {
  const { conDecision } = await jugar({ cuantas: CORRIDAS });
  expect(conDecision).toBeLessThanOrEqual(0.05);
});

test('so do a tenth as many without markers', plazo, async () => {
  await jugar({ cuantas: CORRIDAS / 10, forzar: { marcador: false } });
});

test('a tenth as many with requests applied beyond D: what a reading shows is told', plazo, async () => {
  await jugar({ cuantas: CORRIDAS / 10, familia: 'tarde' });
});
