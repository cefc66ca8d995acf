import { parentPort, workerData } from 'node:worker_threads';
import { correr } from './corrida.ts';
import { desde, sumar } from './encoger.ts';
import { programaDe, type Familia } from './programa.ts';

const { primera, cuantas, familia } = workerData as { primera: number; cuantas: number; familia?: Familia };
parentPort?.postMessage(await sumar(desde(primera, cuantas), (semilla) => correr(programaDe(semilla, familia))));
