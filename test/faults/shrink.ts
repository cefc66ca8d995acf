import { runProgram, type Breakage, type Verdict } from './run.ts';
import type { Program } from './program.ts';

const LISTS = [
  'crashes',
  'sendings',
  'readings',
  'deletions',
  'ajenas',
  'dead',
  'leaps',
  'fullDisk',
  'tokenExpires',
  'bad',
  'existentes',
  'wrong',
] as const;

function* listSmaller(programa: Program): Generator<Program> {
  for (const list of LISTS) {
    for (let i = 0; i < programa[list].length; i += 1) {
      yield { ...programa, [list]: [...programa[list].slice(0, i), ...programa[list].slice(i + 1)] };
    }
  }
  if (programa.cupones > 1) yield { ...programa, cupones: programa.cupones - 1 };
  if (programa.iguales) yield { ...programa, iguales: false };
}

/** Takes away all that the schedule does not need in order to fail. */
export async function shrink(programa: Program, breakage: Breakage = {}): Promise<Program> {
  for (const smaller of listSmaller(programa)) {
    if ((await runProgram(smaller, breakage)).fallas.length > 0) return shrink(smaller, breakage);
  }
  return programa;
}

/** A failing schedule in plain words: what was wrong, what happened, and the line that plays it again. */
export async function tellFailure(programa: Program, breakage: Breakage = {}): Promise<string> {
  const short = await shrink(programa, breakage);
  const { fallas, story } = await runProgram(short, breakage);
  return [`semilla ${String(programa.semilla)} (${programa.familia})`, ...fallas, ...story, JSON.stringify(short)].join(
    '\n',
  );
}

/** The totals of many schedules. */
export interface Sum {
  readonly corridas: number;
  readonly conDecision: number;
  readonly lost: number;
  readonly doubled: number;
  readonly invisibles: number;
  readonly preguntas: Readonly<Record<string, number>>;
  readonly malas: readonly number[];
}

export async function addUp(seeds: Iterable<number>, work: (semilla: number) => Promise<Verdict>): Promise<Sum> {
  let corridas = 0;
  let conDecision = 0;
  let lost = 0;
  let doubled = 0;
  let invisibles = 0;
  const preguntas: Record<string, number> = {};
  const malas: number[] = [];
  for (const semilla of seeds) {
    const v = await work(semilla);
    corridas += 1;
    if (v.decisiones > 0) conDecision += 1;
    lost += v.lost;
    doubled += v.doubled;
    invisibles += v.invisibles;
    for (const pregunta of v.preguntas) {
      const which = pregunta.replace(/\d+/g, 'N');
      preguntas[which] = (preguntas[which] ?? 0) + 1;
    }
    if (v.fallas.length > 0) malas.push(semilla);
  }
  return { corridas, conDecision, lost, doubled, invisibles, preguntas, malas };
}

export const countFrom = (primera: number, howMany: number): readonly number[] =>
  Array.from({ length: howMany }, (_, i) => primera + i);
