/**
 * Schedules of the fault simulator per second, on one core and on two, and the memory that they leave behind: as much after 4,000 as after 1,000,
 * or the long run would not end.
 */
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { correr } from '../test/faults/corrida.ts';
import { programaDe } from '../test/faults/programa.ts';

/** 10,000 in under three minutes on two cores. */
const META_POR_SEGUNDO = 10_000 / 180;
const PARTE = 2_000;

const memoria: number[] = [];
const inicio = performance.now();
for (let semilla = 1; semilla <= 4_000; semilla += 1) {
  await correr(programaDe(semilla));
  if (semilla % 1_000 === 0) memoria.push(process.memoryUsage.rss());
}
const uno = 4_000 / ((performance.now() - inicio) / 1_000);

const enHilo = (primera: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const hilo = new Worker(fileURLToPath(new URL('../test/faults/tramo.worker.ts', import.meta.url)), {
      workerData: { primera, cuantas: PARTE },
    });
    hilo.once('error', reject);
    hilo.once('exit', () => {
      resolve();
    });
  });
const dosInicio = performance.now();
await Promise.all([enHilo(1), enHilo(1 + PARTE)]);
const dos = (2 * PARTE) / ((performance.now() - dosInicio) / 1_000);

const [primera = NaN] = memoria;
const ultima = memoria.at(-1) ?? NaN;
console.log(
  `fallas: ${uno.toFixed(0)} schedules a second on one core, ${dos.toFixed(0)} on two; ${(ultima / 1e6).toFixed(0)} MB`,
);
console.log(`fallas.por_segundo ${dos.toFixed(0)} /s (goal ≥ ${META_POR_SEGUNDO.toFixed(0)} /s)`);
console.log(`fallas.memoria_4000_contra_1000 ${(ultima / primera).toFixed(2)} × (goal ≤ 1.3 ×)`);
