import type { EXPECTED } from './texts/field-labels.ts';

/** Fields that the API description does not name, as they came; null for none. */
export type Extra = Readonly<Record<string, unknown>> | null;

/** Null when absent or null. Empty text stays empty text. NFC. */
export type OptionalText = string | null;

/** The identifier of another record: null when it came empty, null or "0" ("no link", docs/gaps.md). Opaque. */
export type Link = string | null;

type FieldsOfRow = Readonly<Record<string, unknown>>;

/** Null for no text, or an empty one. */
export const textIn = (row: FieldsOfRow, field: string): string | null => {
  const value = row[field];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Any value as text; empty for none, or without a row. */
export const writeField = (row: Readonly<Record<string, string | number | null>> | undefined, field: string): string =>
  String(row?.[field] ?? '');

/** The forms in which values of the service are read. */
export type Shape = keyof typeof EXPECTED;

export interface ShapeProblem {
  /** The name of the API; a field inside a detail has its path: `detalle.0.importe`. Empty for the row itself. */
  readonly campo: string;
  /** The form that the field lacks. */
  readonly forma: Shape;
}

/** An unreadable row has at least one problem. */
export type ShapeProblems = readonly [ShapeProblem, ...ShapeProblem[]];
