/** The part of an answer that is not as described, by its field. The whole answer is discarded (docs/gaps.md). */
import type * as z from 'zod';
import type { ShapeProblem, ShapeProblems } from '#domain/row.ts';
import { EXPECTED } from '#domain/texts/field-labels.ts';

export interface Mismatch {
  /** By the names of the API: `total`, `comercios.0.id`. Empty for the answer itself. */
  readonly field: string;
  readonly expected: string;
  /** What came in its place. */
  readonly came: unknown;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly mismatch: Mismatch };

export const accept = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const refuse = (field: string, expected: string, came: unknown): Parsed<never> => ({
  ok: false,
  mismatch: { field, expected, came },
});

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (within, key) => (typeof within === 'object' && within !== null ? Reflect.get(within, key) : undefined),
    value,
  );

const mismatchOf = ({ campo, forma }: ShapeProblem, value: unknown): Mismatch => ({
  field: campo,
  expected: EXPECTED[forma].es,
  came: valueAt(value, campo === '' ? [] : campo.split('.')),
});

/** Refuses a value for the first of its problems. */
export const refusedBy = ([first]: ShapeProblems, value: unknown): Parsed<never> => ({
  ok: false,
  mismatch: mismatchOf(first, value),
});

/** Makes the parser of an answer from its schema: the first field that is not as described refuses the answer. */
export const parserOf =
  <T>(schema: z.ZodType<T>): ((value: unknown) => Parsed<T>) =>
  (value) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return accept(parsed.data);
    const [issue] = parsed.error.issues;
    const path = issue?.path ?? [];
    return refuse(path.map(String).join('.'), issue?.message ?? '', valueAt(value, path));
  };

const MAX_SHAPE = 60;
/** The shape of a value without its content: a text's length with digits as 9 and letters as a, a list's or an object's size. */
function shapeOf(value: unknown): string {
  if (value === undefined) return 'nada';
  if (typeof value === 'string') {
    const shape = value.slice(0, MAX_SHAPE).replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9').replace(/\p{C}/gu, '·');
    return value.length > MAX_SHAPE ? `«${shape}…» (${String(value.length)})` : `«${shape}»`;
  }
  if (typeof value === 'number') return String(value).replace(/\d/g, '9');
  if (Array.isArray(value)) return `[${String(value.length)}]`;
  return typeof value === 'object' && value !== null ? `{${String(Object.keys(value).length)}}` : String(value);
}

/** A refused answer as the detail of its error. */
export const detailOfMismatch = ({ field, expected, came }: Mismatch) => ({
  campo: field,
  esperado: expected,
  vino: shapeOf(came),
});
