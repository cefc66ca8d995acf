/** Instead of the importing worker: dies in the way that `workerData.archivo` names. */
import { parentPort, workerData } from 'node:worker_threads';

const { archivo }: { archivo: string } = workerData;
const [how, phase = 'lectura'] = archivo.split(':');
parentPort?.postMessage({ tipo: 'avance', fase: phase, hecho: 0, total: null });

const dive = (depth: number): number => dive(depth + 1) + 1;

switch (how ?? '') {
  case 'error':
    throw new Error('at secret (/some/where.ts:1:1)');
  case 'memoria': {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(10_000).fill(kept.length));
  }
  case 'pila':
    dive(0);
    break;
  case 'sale':
    process.exit(0);
    break;
  case 'viejo':
    parentPort?.postMessage({ tipo: 'formatoViejo' });
    setInterval(() => undefined, 1000);
    break;
  default:
    // Keeps the worker alive.
    setInterval(() => undefined, 1000);
}
