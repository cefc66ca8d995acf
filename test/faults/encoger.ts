import { correr, type Averia, type Veredicto } from './corrida.ts';
import type { Programa } from './programa.ts';

const LISTAS = [
  'caidas',
  'envios',
  'lecturas',
  'borrados',
  'ajenas',
  'muerto',
  'saltos',
  'discoLleno',
  'tokenVence',
  'malos',
  'existentes',
  'errados',
] as const;

function* menores(programa: Programa): Generator<Programa> {
  for (const lista of LISTAS) {
    for (let i = 0; i < programa[lista].length; i += 1) {
      yield { ...programa, [lista]: [...programa[lista].slice(0, i), ...programa[lista].slice(i + 1)] };
    }
  }
  if (programa.cupones > 1) yield { ...programa, cupones: programa.cupones - 1 };
  if (programa.iguales) yield { ...programa, iguales: false };
}

/** Takes away whatever is not needed for the schedule to go on failing. */
export async function encoger(programa: Programa, averia: Averia = {}): Promise<Programa> {
  for (const menor of menores(programa)) {
    if ((await correr(menor, averia)).fallas.length > 0) return encoger(menor, averia);
  }
  return programa;
}

/** A failing schedule in plain words: what was wrong, what happened, and the number that plays it again. */
export async function contarFalla(programa: Programa, averia: Averia = {}): Promise<string> {
  const corto = await encoger(programa, averia);
  const { fallas, relato } = await correr(corto, averia);
  return [
    `semilla ${String(programa.semilla)} (${programa.familia})`,
    ...fallas,
    ...relato,
    JSON.stringify(corto),
  ].join('\n');
}

/** The totals of many schedules. */
export interface Suma {
  readonly corridas: number;
  readonly conDecision: number;
  readonly perdidos: number;
  readonly doblados: number;
  readonly invisibles: number;
  readonly preguntas: Readonly<Record<string, number>>;
  readonly malas: readonly number[];
}

export async function sumar(semillas: Iterable<number>, hacer: (semilla: number) => Promise<Veredicto>): Promise<Suma> {
  let corridas = 0;
  let conDecision = 0;
  let perdidos = 0;
  let doblados = 0;
  let invisibles = 0;
  const preguntas: Record<string, number> = {};
  const malas: number[] = [];
  for (const semilla of semillas) {
    const v = await hacer(semilla);
    corridas += 1;
    if (v.decisiones > 0) conDecision += 1;
    perdidos += v.perdidos;
    doblados += v.doblados;
    invisibles += v.invisibles;
    for (const pregunta of v.preguntas) {
      const cual = pregunta.replace(/\d+/g, 'N');
      preguntas[cual] = (preguntas[cual] ?? 0) + 1;
    }
    if (v.fallas.length > 0) malas.push(semilla);
  }
  return { corridas, conDecision, perdidos, doblados, invisibles, preguntas, malas };
}

export const desde = (primera: number, cuantas: number): readonly number[] =>
  Array.from({ length: cuantas }, (_, i) => primera + i);
