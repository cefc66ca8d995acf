/** Answers that are read in one request: bare arrays and single objects. */
import type { DateWindow } from '#domain/civil-date.ts';
import { accept, refuse, type Parsed } from '../wire/mismatch.ts';
import { parseRows, type ParsedRows, type Quarantine, type RowParser } from '../wire/rows.ts';

/** Parses a bare array of rows, for a `GetSpec`. */
export const createArrayParser =
  <Row>(parse: RowParser<Row>) =>
  (value: unknown): Parsed<ParsedRows<Row>> =>
    Array.isArray(value) ? accept(parseRows(value, parse)) : refuse('', 'lista', value);

/** Rows of a method without pages, and how many could not be parsed. */
export interface SingleRows<Row> {
  readonly filas: readonly Row[];
  readonly cuarentena: number;
}

/** Hands the rows that did not parse to the quarantine, with the days that were asked for. */
export function settle<Row>(
  { metodo, ventana }: { readonly metodo: string; readonly ventana?: DateWindow | undefined },
  { filas, malas }: ParsedRows<Row>,
  quarantine: Quarantine,
): SingleRows<Row> {
  for (const row of malas) quarantine(metodo, row, ventana);
  return { filas, cuarentena: malas.length };
}
