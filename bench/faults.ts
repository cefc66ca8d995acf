/**
 * Schedules of the fault simulator per second of CPU, so that a machine that does other things does not change it, and the memory that they
 * leave behind: as much after 4,000 as after 1,000, or the long run would not end.
 */
import process from 'node:process';
import { runProgram } from '../test/faults/run.ts';
import { programOf } from '../test/faults/program.ts';

const RUNS = 4_000;
/** 10,000 in under three minutes on two cores. */
const GOAL_PER_SECOND = 10_000 / (2 * 180);

const memory: number[] = [];
const cpu = process.cpuUsage();
for (let semilla = 1; semilla <= RUNS; semilla += 1) {
  await runProgram(programOf(semilla));
  if (semilla % 1_000 === 0) memory.push(process.memoryUsage.rss());
}
const { user, system } = process.cpuUsage(cpu);
const perSecond = RUNS / ((user + system) / 1e6);
const [primera = NaN] = memory;
const ultima = memory.at(-1) ?? NaN;
console.log(`fallas: ${perSecond.toFixed(0)} schedules a second of one core, ${(ultima / 1e6).toFixed(0)} MB`);
console.log(`fallas.por_segundo_de_cpu ${perSecond.toFixed(0)} /s (goal ≥ ${GOAL_PER_SECOND.toFixed(0)} /s)`);
console.log(`fallas.memoria_4000_contra_1000 ${(ultima / primera).toFixed(2)} × (goal ≤ 1.3 ×)`);
