/** The text of a coupon's fields, by API name: dates YYYY-MM-DD, amounts "1500.00". A field without a value is absent. */
export type CuponFields = Readonly<Record<string, string>>;

/** A kind of mistake that changes a coupon's data between the sale and the upload. */
export interface FaultKind {
  readonly name: string;
  /** When the mistake happens, in one sentence. */
  readonly description: string;
  /** Gives the coupon with the mistake; undefined if this coupon cannot have it, or if it would change nothing. */
  apply(cupon: CuponFields, random: () => number): CuponFields | undefined;
}

type Apply = FaultKind['apply'];

/** The coupon with other values in the fields of `changes`; undefined removes a field. Gives undefined when nothing changes. */
export function change(
  cupon: CuponFields,
  changes: Readonly<Record<string, string | undefined>>,
): CuponFields | undefined {
  if (Object.entries(changes).every(([field, text]) => cupon[field] === text)) return undefined;
  const spoilt: Record<string, string> = {};
  for (const [field, text] of Object.entries({ ...cupon, ...changes })) if (text !== undefined) spoilt[field] = text;
  return spoilt;
}

/** Creates a fault that rewrites one field. `rewrite` gives undefined for a coupon that cannot have the mistake. */
export const rewriteField =
  (field: string, rewrite: (text: string, random: () => number, cupon: CuponFields) => string | undefined): Apply =>
  (cupon, random) => {
    const text = cupon[field];
    const spoilt = text ? rewrite(text, random, cupon) : undefined;
    return spoilt ? change(cupon, { [field]: spoilt }) : undefined;
  };

/** Like `rewriteField`, for a field with digits only; a coupon with other characters cannot have the mistake. */
export const rewriteDigits = (
  field: string,
  rewrite: (digits: string, random: () => number, cupon: CuponFields) => string | undefined,
): Apply =>
  rewriteField(field, (text, random, cupon) => (/^\d+$/.test(text) ? rewrite(text, random, cupon) : undefined));

/** Like `rewriteField`, for a field with a valid date; other coupons cannot have the mistake. */
export const rewriteDate = (
  field: string,
  rewrite: (date: string, random: () => number, cupon: CuponFields) => string | undefined,
): Apply => rewriteField(field, (text, random, cupon) => (isDate(text) ? rewrite(text, random, cupon) : undefined));

/**
 * Creates a fault that changes a positive `importe`, in centavos. The new amount is rounded to a whole centavo; if it is not positive, the coupon cannot
 * have the mistake.
 */
export const rewriteAmount = (
  rewrite: (centavos: number, random: () => number, cupon: CuponFields) => number | undefined,
): Apply =>
  rewriteField('importe', (text, random, cupon) => {
    if (!/^\d+\.\d{2}$/.test(text)) return undefined;
    const spoilt = Math.round(rewrite(Number(text.replace('.', '')), random, cupon) ?? 0);
    return spoilt > 0 ? (spoilt / 100).toFixed(2) : undefined;
  });

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && Number(text.slice(8)) >= 1 && Number(text.slice(8)) <= daysInMonth(text);

/** The number of days in the month of a date; NaN for an invalid month. */
export function daysInMonth(date: string): number {
  const [year = NaN, month = NaN] = date.split('-').map(Number);
  return month >= 1 && month <= 12 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : NaN;
}

export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The day of the week; 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** A whole number from `from` to `to`, both included. */
export const pickBetween = (random: () => number, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

export const pick = <T>(random: () => number, choices: readonly T[]): T | undefined =>
  choices[pickBetween(random, 0, choices.length - 1)];

/** A number of `length` digits that does not begin with zero. */
export const makeUnrelatedDigits = (random: () => number, length: number): string =>
  Array.from({ length }, (_, at) => pickBetween(random, at === 0 ? 1 : 0, 9)).join('');

/** Adds `by` to a counter and keeps its leading zeros; undefined below 1. */
export function moveCounter(digits: string, by: number): string | undefined {
  const moved = Number(digits) + by;
  return moved < 1 ? undefined : String(moved).padStart(digits.length, '0');
}

/** All texts in which two different neighbouring digits have changed places. */
export const exchangesOfNeighbours = (digits: string): readonly string[] =>
  [...digits.slice(1)].flatMap((second, at) => {
    const first = digits.charAt(at);
    return first === second ? [] : [digits.slice(0, at) + second + first + digits.slice(at + 2)];
  });
