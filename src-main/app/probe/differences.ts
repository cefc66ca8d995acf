/** What of an answer is not as described, told by field and shape: from the client's own errors and from the rows that it set aside. */
import type { FieldDifference } from '#contract/probe.ts';
import type { AppError } from '#contract/errors.ts';
import { shapeOf } from '#service/wire/mismatch.ts';
import { isObject } from '#service/wire/rows.ts';

type One = Omit<FieldDifference, 'veces'>;

/** Distinct ones of a method: one that is all wrong says the same in a few. */
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

/** The row itself, in the client's words. */
const ROW = 'fila';

/** "campo: forma", or "detalle: fila: ventas.0.campo: forma" for one inside another (`describeIssues`). */
function ofIssue(issue: string, row: unknown): One {
  const parts = issue.split(': ');
  const path: string[] = [];
  while (parts.length > 1 && FIELD.test(parts[0] ?? '')) path.push(parts.shift() ?? '');
  const campo = path.filter((part) => part !== ROW).join('.');
  return { campo, esperado: parts.join(': '), vino: shapeOf(campo === '' ? row : valueAt(row, campo)) };
}

/** Of a row as it came. Inside another object only the first difference is told: what follows it does not say where it is. */
export function ofRow({ raw, motivo }: { readonly raw: string; readonly motivo: string }): readonly One[] {
  const row: unknown = JSON.parse(raw);
  const issues = motivo.split('; ');
  const isNested = (issues[0]?.split(': ').length ?? 0) > 2;
  return (isNested ? issues.slice(0, 1) : issues).map((issue) => ofIssue(issue, row));
}

/** Each once, with how often; the most frequent first. */
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
