import { parentPort, workerData } from 'node:worker_threads';
import { runProgram } from './run.ts';
import { countFrom, addUp } from './shrink.ts';
import { programOf, type Family, type Program } from './program.ts';

interface Params {
  readonly primera: number;
  readonly howMany: number;
  readonly family?: Family;
  readonly force?: Partial<Program>;
}

const { primera, howMany, family, force } = workerData as Params;
parentPort?.postMessage(await addUp(countFrom(primera, howMany), (seed) => runProgram(programOf(seed, family, force))));
