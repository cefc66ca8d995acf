/** Field parsers of wire schemas (docs/gaps.md, "Values"). Each turns a JSON value into a domain value, or reports an issue, which quarantines the row. */
import * as z from 'zod';
import { parseDmyDate, parseIsoDate, parseDateTime } from '#domain/civil-date.ts';
import type { OptionalText, Link, Shape, ShapeProblems, ShapeProblem } from '#domain/row.ts';
import { parseMoney, type Money, type MoneyForm } from '#domain/money.ts';
import { EXPECTED } from '#domain/texts/field-labels.ts';

// A schema issue that says which form the value should have: as data (`forma`) and in words.

export const issueOf = (forma: Shape, input: unknown, path: PropertyKey[] = []) => ({
  code: 'custom' as const,
  message: EXPECTED[forma].es,
  params: { forma },
  path,
  input,
});

const params = z.object({ forma: z.custom<Shape>((forma) => typeof forma === 'string' && forma in EXPECTED) });
/** How many problems to report at most: if all of an answer is wrong, the first few show it. */
const MAX_PROBLEMS = 5;

export function problemsOf({ issues }: z.ZodError): ShapeProblems {
  const [first, ...rest] = issues.slice(0, MAX_PROBLEMS).map((issue) => ({
    campo: issue.path.map(String).join('.'),
    forma: params.parse(issue.code === 'custom' ? issue.params : undefined).forma,
  }));
  if (first === undefined) throw new Error('A schema refused a value without an issue');
  return [first, ...rest];
}

/** Makes a schema from `read`, which returns undefined for an unacceptable value. Callers with a hundred thousand rows use `read` alone. */
function createField<T>(shape: Shape, read: (value: unknown) => T | undefined) {
  const schema = z.transform((value: unknown, context): T => {
    const parsed = read(value);
    if (parsed !== undefined) return parsed;
    context.issues.push(issueOf(shape, value));
    return z.NEVER;
  });
  return Object.assign(schema, { shape, read });
}

/** Normalizes to NFC, as the domain compares texts. Looks for non-ASCII first: nearly all texts have none, and looking is cheaper than normalizing. */
function composeText(text: string): string {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return text.normalize('NFC');
  return text;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? composeText(value) : undefined);

const isNothing = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

const withNull =
  <T>(parse: (text: string) => T | undefined) =>
  (value: unknown): T | null | undefined => {
    if (isNothing(value)) return null;
    return typeof value === 'string' ? parse(value) : undefined;
  };

const onText =
  <T>(parse: (text: string) => T | undefined) =>
  (value: unknown): T | undefined =>
    typeof value === 'string' ? parse(value) : undefined;

export const identifier = createField('identificador', (value): string | undefined => textOf(value) || undefined);

const readLink = (value: unknown): Link | undefined =>
  value === '' || value === undefined ? null : value === '0' ? undefined : textOf(value);
export const vinculo = createField('vinculo', readLink);
/** Like `vinculo`, but null is allowed: in the rows of a reconciliation's result (API description, "Reconciliation result"). */
export const optionalLink = createField('vinculo', (value) => (value === null ? null : readLink(value)));

export const texto = createField('texto', (value): OptionalText | undefined =>
  value === null || value === undefined ? null : textOf(value),
);

export const codigo = createField('codigo', (value): string | undefined => textOf(value) || undefined);

const readEchoedText = (value: unknown): string | null | undefined =>
  isNothing(value) ? null : typeof value === 'string' ? composeText(value).trim() || null : undefined;

export const echoedText = createField('texto', readEchoedText);

/** A number or an amount of a returned coupon: text, or a number where the service takes numbers (docs/gaps.md, `numeros`). */
export const echoedNumber = createField('texto_o_numero', (value): string | null | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return readEchoedText(value);
});

function toCount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

export const cuenta = createField('cuenta', toCount);

export const optionalCount = createField('cuenta_o_nada', (value): number | null | undefined =>
  isNothing(value) ? null : toCount(value),
);

const createMoney =
  (form: MoneyForm) =>
  (value: unknown): Money | undefined =>
    typeof value === 'string' ? parseMoney(value, form) : undefined;
const plainMoney = createMoney('sin-miles');

/** "1234.5": no thousands separator. */
export const plainAmount = createField('importe_sin_miles', plainMoney);

const commaMoney = createMoney('con-miles');
/** "1,234.56": calendar, totals of settlements and taxes. Null and empty, the service's sum over no rows, give null. An absent field is an error. */
export const nullableGroupedAmount = createField('importe_con_miles_o_nulo', (value): Money | null | undefined =>
  value === null || value === '' ? null : commaMoney(value),
);

/** Absent, null and empty give null, not zero: the settlement lacks that part or tax, or the sum had no rows. */
export const optionalAmount = createField('importe_sin_miles_o_nada', (value): Money | null | undefined =>
  isNothing(value) ? null : plainMoney(value),
);

export const fechaIso = createField('fecha_iso', onText(parseIsoDate));
export const optionalIsoDate = createField('fecha_iso_o_nada', withNull(parseIsoDate));
export const dmyDate = createField('fecha_dmy', onText(parseDmyDate));
export const dateTime = createField('fecha_hora', onText(parseDateTime));
export const optionalDateTime = createField('fecha_hora_o_nada', withNull(parseDateTime));

export const requiredBoolean = createField('booleano', (value): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined,
);

/** Null or absent gives null. Null means that the account has no bank feed; reconciled settlements lack the field. */
export const nullableBoolean = createField('booleano_o_nulo', (value): boolean | null | undefined =>
  value === null || value === undefined ? null : requiredBoolean.read(value),
);

/** `'true'` or `'false'`, as text: the results of a reconciliation (API description, "Reconciliation result"). */
export const booleanoEscrito = createField('booleano_escrito', (value): boolean | undefined =>
  value === 'true' ? true : value === 'false' ? false : undefined,
);

// Where an answer differs from the API description. Such an answer is discarded whole (docs/gaps.md).

export interface Mismatch {
  /** The path in the API's names: `total`, `comercios.0.id`. Empty for the answer itself. */
  readonly field: string;
  readonly expected: string;
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

export const refusedBy = ([first]: ShapeProblems, value: unknown): Parsed<never> => ({
  ok: false,
  mismatch: mismatchOf(first, value),
});

/** Makes a parser from a schema. It refuses the answer at the first field that differs from the description. */
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
/** Describes a value without its content: a text with digits as 9 and letters as a, a list or object by its size. */
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

export const detailOfMismatch = ({ field, expected, came }: Mismatch) => ({
  campo: field,
  esperado: expected,
  vino: shapeOf(came),
});
