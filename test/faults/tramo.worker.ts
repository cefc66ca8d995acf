import { parentPort, workerData } from 'node:worker_threads';
import { correr } from './corrida.ts';
import { desde, sumar } from './encoger.ts';
import { programaDe, type Familia, type Programa } from './programa.ts';

interface Pedido {
  readonly primera: number;
  readonly cuantas: number;
  readonly familia?: Familia;
  readonly forzar?: Partial<Programa>;
}

const { primera, cuantas, familia, forzar } = workerData as Pedido;
parentPort?.postMessage(
  await sumar(desde(primera, cuantas), (semilla) => correr(programaDe(semilla, familia, forzar))),
);
