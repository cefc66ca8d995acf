import type { Cupon } from '#domain/cupon.ts';
import type { Operacion } from '#domain/views/operaciones.ts';

/** A coupon with the operations that it may be: the input of a published rule. */
export interface Question {
  readonly key: string;
  readonly cupon: Cupon;
  readonly candidates: readonly Operacion[];
}

/** The candidates in the order of a rule, and whether the rule would accept the first one without a person. */
export interface Answer {
  readonly ranked: readonly string[];
  readonly taken: boolean;
}

export interface Baseline {
  readonly name: string;
  /** Answers all questions about an account. The answers are by coupon key. */
  answer(questions: readonly Question[]): ReadonlyMap<string, Answer>;
}

export const centavosOf = (cupon: Cupon): number => Math.round(Number(cupon.importe) * 100);
export const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
export const strip = (text: string | null | undefined): string => (text ?? '').trim().replace(/^0+/, '').toUpperCase();

/** Orders the candidates of each question by a score; equal scores by identifier. */
export function byScore(
  name: string,
  score: (cupon: Cupon, operacion: Operacion) => number,
  takes: (best: number) => boolean,
): Baseline {
  return {
    name,
    answer: (questions) =>
      new Map(
        questions.map(({ key, cupon, candidates }) => {
          const scored = candidates
            .map((operacion) => ({ id: operacion.id, score: score(cupon, operacion) }))
            .sort((a, b) => b.score - a.score || Number(a.id) - Number(b.id));
          const [best] = scored;
          return [
            key,
            { ranked: scored.slice(0, 3).map(({ id }) => id), taken: best !== undefined && takes(best.score) },
          ];
        }),
      ),
  };
}
