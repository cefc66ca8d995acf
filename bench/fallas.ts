/**
 * Schedules of the fault simulator per second of CPU, so that a machine that does other things does not change it, and the memory that they
 * leave behind: as much after 4,000 as after 1,000, or the long run would not end.
 */
import process from 'node:process';
import { correr } from '../test/faults/corrida.ts';
import { programaDe } from '../test/faults/programa.ts';

const CORRIDAS = 4_000;
/** 10,000 in under three minutes on two cores. */
const META_POR_SEGUNDO = 10_000 / (2 * 180);

const memoria: number[] = [];
const cpu = process.cpuUsage();
for (let semilla = 1; semilla <= CORRIDAS; semilla += 1) {
  await correr(programaDe(semilla));
  if (semilla % 1_000 === 0) memoria.push(process.memoryUsage.rss());
}
const { user, system } = process.cpuUsage(cpu);
const porSegundo = CORRIDAS / ((user + system) / 1e6);
const [primera = NaN] = memoria;
const ultima = memoria.at(-1) ?? NaN;
console.log(`fallas: ${porSegundo.toFixed(0)} schedules a second of one core, ${(ultima / 1e6).toFixed(0)} MB`);
console.log(`fallas.por_segundo_de_cpu ${porSegundo.toFixed(0)} /s (goal ≥ ${META_POR_SEGUNDO.toFixed(0)} /s)`);
console.log(`fallas.memoria_4000_contra_1000 ${(ultima / primera).toFixed(2)} × (goal ≤ 1.3 ×)`);
