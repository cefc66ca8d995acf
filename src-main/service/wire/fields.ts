/**
 * The field parsers that wire schemas are made of (docs/gaps.md, "Values"). Each takes the unchanged JSON value and gives the domain value or an
 * issue. A value in an unstated form sends its row to the quarantine; it is never coerced.
 */
import * as z from 'zod';
import { parseDmyDate, parseIsoDate, parseDateTime } from '#domain/civil-date.ts';
import { type OptionalText, type Link, type Shape, SHAPES, type ShapeProblems } from '#domain/row.ts';
import { parseMoney, type Money, type MoneyForm } from '#domain/money.ts';
import { EXPECTED } from '#domain/texts/shapes.ts';

/** The issues of our wire schemas: each carries the form that a value does not have, as data and in words. */

export const issueOf = (forma: Shape, input: unknown, path: PropertyKey[] = []) => ({
  code: 'custom' as const,
  message: EXPECTED[forma].es,
  params: { forma },
  path,
  input,
});

const params = z.object({ forma: z.enum(SHAPES) });
/** An answer that is all wrong shows it in the first few. */
const MAX_PROBLEMS = 5;

/** What a schema found wrong. Names of fields and expected forms, no values. */
export function problemsOf({ issues }: z.ZodError): ShapeProblems {
  const [first, ...rest] = issues.slice(0, MAX_PROBLEMS).map((issue) => ({
    campo: issue.path.map(String).join('.'),
    forma: params.parse(issue.code === 'custom' ? issue.params : undefined).forma,
  }));
  if (first === undefined) throw new Error('A schema refused a value without an issue');
  return [first, ...rest];
}

/**
 * A schema from a function that gives undefined for a value it does not accept. `read` is that function alone, for rows that are read a hundred
 * thousand times and need no list of issues.
 */
function createField<T>(shape: Shape, read: (value: unknown) => T | undefined) {
  const schema = z.transform((value: unknown, context): T => {
    const parsed = read(value);
    if (parsed !== undefined) return parsed;
    context.issues.push(issueOf(shape, value));
    return z.NEVER;
  });
  return Object.assign(schema, { shape, read });
}

/**
 * The text in composed form (NFC), as the domain compares texts. Nearly all texts are plain ASCII, already composed: looking costs less than the
 * call.
 */
function composeText(text: string): string {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return text.normalize('NFC');
  return text;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? composeText(value) : undefined);

const isNothing = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

/** Wraps a parser of text so that absent, null and empty are null. */
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

/** The identifier of the record itself: never empty. */
export const identifier = createField('identificador', (value): string | undefined => textOf(value) || undefined);

const readLink = (value: unknown): Link | undefined =>
  value === '' || value === undefined ? null : value === '0' ? undefined : textOf(value);
/** The identifier of another record; null where it is empty or absent. */
export const vinculo = createField('vinculo', readLink);
/** The same in the result of a reconciliation, where it may be null (API description, "Reconciliation result"). */
export const optionalLink = createField('vinculo', (value) => (value === null ? null : readLink(value)));

/** Optional text: absent and null are null (docs/decisions/0021). */
export const texto = createField('texto', (value): OptionalText | undefined =>
  value === null || value === undefined ? null : textOf(value),
);

/** Required text: a code, a state. */
export const codigo = createField('codigo', (value): string | undefined => textOf(value) || undefined);

const readEchoedText = (value: unknown): string | null | undefined =>
  isNothing(value) ? null : typeof value === 'string' ? composeText(value).trim() || null : undefined;

/** A text field of a coupon as it comes back, trimmed; null when absent or empty. */
export const echoedText = createField('texto', readEchoedText);

/** A number or an amount of a coupon as it comes back: text, or a number where the service takes numbers (docs/gaps.md, `numeros`). */
export const echoedNumber = createField('texto_o_numero', (value): string | null | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return readEchoedText(value);
});

function toCount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** A count, as a number or as text (docs/gaps.md, "Values", `total`). */
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
/**
 * "1,234.56": calendar, settlement totals and tax totals. Null and empty are null, which is how a database sums no rows. Without the field at all,
 * the answer is not as described.
 */
export const nullableGroupedAmount = createField('importe_con_miles_o_nulo', (value): Money | null | undefined =>
  value === null || value === '' ? null : commaMoney(value),
);

/**
 * An amount that may be missing: absent, null and empty are null, never zero. So are the parts and totals of a settlement or of its taxes (a part
 * that does not apply, a sum of no rows). The amount of an operation, a movement or a rejection is required.
 */
export const optionalAmount = createField('importe_sin_miles_o_nada', (value): Money | null | undefined =>
  isNothing(value) ? null : plainMoney(value),
);

export const fechaIso = createField('fecha_iso', onText(parseIsoDate));
export const optionalIsoDate = createField('fecha_iso_o_nada', withNull(parseIsoDate));
/** DD/MM/YYYY: settlements and tax records, and nothing else. */
export const dmyDate = createField('fecha_dmy', onText(parseDmyDate));
/** With or without a reported time. */
export const dateTime = createField('fecha_hora', onText(parseDateTime));
export const optionalDateTime = createField('fecha_hora_o_nada', withNull(parseDateTime));

export const requiredBoolean = createField('booleano', (value): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined,
);

/** A boolean, or null: a third state where there is no bank-account feed. Reconciled settlements do not have the field at all. */
export const nullableBoolean = createField('booleano_o_nulo', (value): boolean | null | undefined =>
  value === null || value === undefined ? null : requiredBoolean.read(value),
);

/** `'true'` or `'false'`, as text: the results of a reconciliation (API description, "Reconciliation result"). */
export const booleanoEscrito = createField('booleano_escrito', (value): boolean | undefined =>
  value === 'true' ? true : value === 'false' ? false : undefined,
);
