import { runProgram, type Breakage, type Verdict } from './run.ts';
import type { Program } from './program.ts';

const LISTS = [
  'crashes',
  'sendings',
  'readings',
  'deletions',
  'foreign',
  'dead',
  'leaps',
  'fullDisk',
  'tokenExpires',
  'bad',
  'existentes',
  'wrong',
] as const;

function* listSmaller(program: Program): Generator<Program> {
  for (const list of LISTS) {
    for (let i = 0; i < program[list].length; i += 1) {
      yield { ...program, [list]: [...program[list].slice(0, i), ...program[list].slice(i + 1)] };
    }
  }
  if (program.cupones > 1) yield { ...program, cupones: program.cupones - 1 };
  if (program.iguales) yield { ...program, iguales: false };
}

/** The schedule without every part that it does not need in order to fail. */
export async function shrink(program: Program, breakage: Breakage = {}): Promise<Program> {
  for (const smaller of listSmaller(program)) {
    if ((await runProgram(smaller, breakage)).fallas.length > 0) return shrink(smaller, breakage);
  }
  return program;
}

/** A failing schedule in plain words: the faults found, the story, and the line that plays the schedule again. */
export async function tellFailure(program: Program, breakage: Breakage = {}): Promise<string> {
  const short = await shrink(program, breakage);
  const { fallas, story } = await runProgram(short, breakage);
  return [`semilla ${String(program.semilla)} (${program.family})`, ...fallas, ...story, JSON.stringify(short)].join(
    '\n',
  );
}

/** The totals of many schedules. */
export interface Sum {
  readonly corridas: number;
  /** Schedules of services as described; `conDecision`: those of them that asked a person. */
  readonly described: number;
  readonly conDecision: number;
  readonly lost: number;
  readonly doubled: number;
  readonly malas: readonly number[];
}

export async function addUp(seeds: Iterable<number>, work: (seed: number) => Promise<Verdict>): Promise<Sum> {
  const sum = { corridas: 0, described: 0, conDecision: 0, lost: 0, doubled: 0 };
  const malas: number[] = [];
  for (const seed of seeds) {
    const { isHostile, decisiones, lost, doubled, fallas } = await work(seed);
    sum.corridas += 1;
    if (!isHostile) sum.described += 1;
    if (!isHostile && decisiones > 0) sum.conDecision += 1;
    sum.lost += lost;
    sum.doubled += doubled;
    if (fallas.length > 0) malas.push(seed);
  }
  return { ...sum, malas };
}

export const countFrom = (first: number, howMany: number) => Array.from({ length: howMany }, (_, i) => first + i);
