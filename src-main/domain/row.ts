import type { EXPECTED } from './texts/field-labels.ts';

/** Fields of a row that the API description does not name, unchanged; null if there are none. */
export type Extra = Readonly<Record<string, unknown>> | null;

/** A text in NFC. Null if the field is absent or null; an empty text stays empty. */
export type OptionalText = string | null;

/** The identifier of another record; null if the field is empty, null or "0" (docs/gaps.md). */
export type Link = string | null;

type FieldsOfRow = Readonly<Record<string, unknown>>;

export const textIn = (row: FieldsOfRow, field: string): string | null => {
  const value = row[field];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The value of a field as text; empty if there is no value or no row. */
export const writeField = (row: Readonly<Record<string, string | number | null>> | undefined, field: string): string =>
  String(row?.[field] ?? '');

export type Shape = keyof typeof EXPECTED;

export interface ShapeProblem {
  /** The field's name in the API; inside a detail, its path: `detalle.0.importe`. Empty for the row itself. */
  readonly campo: string;
  readonly forma: Shape;
}

export type ShapeProblems = readonly [ShapeProblem, ...ShapeProblem[]];
