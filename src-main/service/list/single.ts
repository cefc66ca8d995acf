/** Answers that are read in one request: bare arrays and single objects. */
import * as z from 'zod';
import type { Ventana } from '#domain/ventana.ts';
import { parseRows, type ParsedRows, type Quarantine, type RowParser } from '../wire/rows.ts';

const bareArray = z.array(z.unknown());
const none = z.union([z.null(), z.strictObject({})]);

/** Parses a bare array of rows, for a `GetSpec`. What some services write for one of nothing, as they do with 204, is null or `{}`. */
export const arrayParser =
  <Row>(parse: RowParser<Row>) =>
  (value: unknown): ParsedRows<Row> | undefined => {
    const list = bareArray.safeParse(none.safeParse(value).success ? [] : value);
    return list.success ? parseRows(list.data, parse) : undefined;
  };

/** Rows of a method without pages, and how many could not be parsed. */
export interface Filas<Row> {
  readonly filas: readonly Row[];
  readonly cuarentena: number;
}

/** Hands the rows that did not parse to the quarantine, with the days that were asked for. */
export function settle<Row>(
  { metodo, ventana }: { readonly metodo: string; readonly ventana?: Ventana | undefined },
  { filas, malas }: ParsedRows<Row>,
  quarantine: Quarantine,
): Filas<Row> {
  for (const { raw, motivo } of malas) quarantine(metodo, raw, motivo, ventana);
  return { filas, cuarentena: malas.length };
}
