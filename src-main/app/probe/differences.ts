/** What is not as described in an answer, by field and shape: from the client's own errors and from the rows that it set aside. */
import type { FieldDifference } from '#contract/probe.ts';
import type { AppError } from '#contract/errors.ts';
import { shapeOf } from '#service/wire/mismatch.ts';
import { isObject } from '#service/wire/rows.ts';

type One = Omit<FieldDifference, 'veces'>;

/** At most so many distinct differences of a method: a method that is all wrong shows it in a few. */
const MAX = 40;
const FIELD = /^[a-z0-9_.]+$/;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const ofRefusal = ({ detail }: AppError): readonly One[] =>
  'esperado' in detail
    ? [{ campo: text(detail['campo']), esperado: text(detail['esperado']), vino: text(detail['vino']) }]
    : [];

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (isObject(at) || Array.isArray(at) ? Reflect.get(at, key) : undefined), value);
}

/** The name that the client gives to a row itself. */
const ROW = 'fila';

/** Parses "campo: forma", or "detalle: fila: ventas.0.campo: forma" for a field inside another (`describeIssues`). */
function ofIssue(issue: string, row: unknown): One {
  const parts = issue.split(': ');
  const path: string[] = [];
  while (parts.length > 1 && FIELD.test(parts[0] ?? '')) path.push(parts.shift() ?? '');
  const campo = path.filter((part) => part !== ROW).join('.');
  return { campo, esperado: parts.join(': '), vino: shapeOf(campo === '' ? row : valueAt(row, campo)) };
}

/** The differences of a raw row. Inside another object only the first one is told: those after it do not say where they are. */
export function ofRow({ raw, motivo }: { readonly raw: string; readonly motivo: string }): readonly One[] {
  const row: unknown = JSON.parse(raw);
  const issues = motivo.split('; ');
  const isNested = (issues[0]?.split(': ').length ?? 0) > 2;
  return (isNested ? issues.slice(0, 1) : issues).map((issue) => ofIssue(issue, row));
}

/** Each difference once, with its count; the most frequent first. */
export function counted(all: readonly One[]): readonly FieldDifference[] {
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
