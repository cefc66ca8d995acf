import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { writeAmountAsWritten, asWritten, foldMarks } from '#domain/cupones/as-written.ts';

/** Goes between values, so that no match spans two of them. */
const GAP = ' \n';

/** The values of a row as one text to search in. */
export function toSearchable(values: Readonly<Partial<Record<CuponField, string>>>): string {
  const parts = FIELDS_IN_ORDER.flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [asWritten(field, value)];
  });
  return foldMarks(parts.join(GAP));
}

/** Where a value begins in a canonical text. A quote inside a value is escaped, so a value cannot match. */
const KEYS = /(?:\{|",)"[a-z_1-5]+":"/g;
const AMOUNT = /"importe":"([^"]*)"/;
const DATES = /\n(\d{4})-(\d\d)-(\d\d)(?= \n|$)/g;

/** As `toSearchable`, from the canonical text of a coupon, without parsing it: over half a million rows that matters. */
export function toSearchableCupon(text: string): string {
  const importe = AMOUNT.exec(text)?.[1] ?? '';
  const values = text.slice(0, -2).replace(KEYS, GAP).replace(DATES, '\n$3/$2/$1');
  return foldMarks(`${values}${GAP}${writeAmountAsWritten(importe)}`);
}
