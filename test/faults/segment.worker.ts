import { parentPort, workerData } from 'node:worker_threads';
import { runProgram } from './run.ts';
import { countFrom, addUp } from './shrink.ts';
import { programOf, type Family, type Program } from './program.ts';

interface Params {
  readonly primera: number;
  readonly cuantas: number;
  readonly familia?: Family;
  readonly forzar?: Partial<Program>;
}

const { primera, cuantas: howMany, familia, forzar } = workerData as Params;
parentPort?.postMessage(
  await addUp(countFrom(primera, howMany), (semilla) => runProgram(programOf(semilla, familia, forzar))),
);
