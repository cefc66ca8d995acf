/** What is not as described in an answer, by field and shape: from the client's own errors and from the rows that it set aside. */
import type { FieldDifference } from '#contract/probe.ts';
import type { AppError } from '#contract/errors.ts';
import { detailOfMismatch, mismatchOf } from '#service/wire/mismatch.ts';
import type { BadRow } from '#service/wire/rows.ts';

type One = Omit<FieldDifference, 'veces'>;

/** At most so many distinct differences of a method: a method that is all wrong shows it in a few. */
const MAX = 40;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const listDifferencesOfRefusal = ({ detail }: AppError): readonly One[] =>
  'esperado' in detail
    ? [{ campo: textOf(detail['campo']), esperado: textOf(detail['esperado']), vino: textOf(detail['vino']) }]
    : [];

/** The differences of a raw row. */
export function listDifferencesOfRow({ raw, problemas }: BadRow): readonly One[] {
  const row: unknown = JSON.parse(raw);
  return problemas.map((problem) => detailOfMismatch(mismatchOf(problem, row)));
}

/** Each difference once, with its count; the most frequent first. */
export function countDifferences(all: readonly One[]): readonly FieldDifference[] {
  const times = new Map<string, { one: One; veces: number }>();
  for (const one of all) {
    const key = JSON.stringify(one);
    const known = times.get(key) ?? { one, veces: 0 };
    known.veces += 1;
    times.set(key, known);
  }
  return [...times.values()]
    .sort((a, b) => b.veces - a.veces)
    .slice(0, MAX)
    .map(({ one, veces: times }) => ({ ...one, veces: times }));
}
