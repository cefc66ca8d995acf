/** Fields of a row that the API description does not name, kept as they came; null when there were none. */
export type Extra = Readonly<Record<string, unknown>> | null;

/** A text the service may leave out: null when it was absent or null. Empty text stays empty text. NFC. */
export type OptionalText = string | null;

/** The identifier of another record: null when it came empty, null or "0" ("no link", docs/gaps.md). Opaque. */
export type Link = string | null;

/** A row by the names of its fields, of the cache or of a document. */
type FieldsOfRow = Readonly<Record<string, unknown>>;

/** The text of a field; null when it has none, or an empty one. */
export const textIn = (row: FieldsOfRow, field: string): string | null => {
  const value = row[field];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The value of a field as text, a number too; empty when it has none, or when there is no row. */
export const writeField = (row: Readonly<Record<string, string | number | null>> | undefined, field: string): string =>
  String(row?.[field] ?? '');
