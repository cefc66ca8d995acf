import { parentPort, workerData } from 'node:worker_threads';
import { correr } from './corrida.ts';
import { desde, sumar } from './encoger.ts';
import { programaDe } from './programa.ts';

const { primera, cuantas } = workerData as { primera: number; cuantas: number };
parentPort?.postMessage(await sumar(desde(primera, cuantas), (semilla) => correr(programaDe(semilla))));
