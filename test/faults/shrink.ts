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

/** Takes away all that the schedule does not need in order to fail. */
export async function shrink(program: Program, breakage: Breakage = {}): Promise<Program> {
  for (const smaller of listSmaller(program)) {
    if ((await runProgram(smaller, breakage)).fallas.length > 0) return shrink(smaller, breakage);
  }
  return program;
}

/** A failing schedule in plain words: what was wrong, what happened, and the line that plays it again. */
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
  /** Schedules of services as described, and how many of these asked something. */
  readonly described: number;
  readonly conDecision: number;
  readonly lost: number;
  readonly doubled: number;
  readonly malas: readonly number[];
}

export async function addUp(seeds: Iterable<number>, work: (seed: number) => Promise<Verdict>): Promise<Sum> {
  let corridas = 0;
  let described = 0;
  let withDecision = 0;
  let lost = 0;
  let doubled = 0;
  const bad: number[] = [];
  for (const seed of seeds) {
    const v = await work(seed);
    corridas += 1;
    if (!v.isHostile) described += 1;
    if (v.decisiones > 0 && !v.isHostile) withDecision += 1;
    lost += v.lost;
    doubled += v.doubled;
    if (v.fallas.length > 0) bad.push(seed);
  }
  return {
    corridas,
    described,
    conDecision: withDecision,
    lost,
    doubled,
    malas: bad,
  };
}

export const countFrom = (first: number, howMany: number) => Array.from({ length: howMany }, (_, i) => first + i);
