import * as z from 'zod';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Ventana } from '#domain/ventana.ts';
import type { Param } from '../query/get.ts';
import { cuentaOpcional } from '../wire/fields.ts';
import type { RowParser } from '../wire/rows.ts';

/** What makes one method's list different from another's. */
export interface ListDefinition<Filtro, Fila, Cabecera> {
  readonly metodo: string;
  readonly path: string;
  /** Rows to ask for: the stated maximum, or the stated default where no maximum is. */
  readonly tamano: number;
  /** Where no maximum is stated: how many rows to try once the stated default is seen to be too few. */
  readonly tamanoProbable?: number;
  readonly wrapper: (value: unknown) => Wrapper<Cabecera> | undefined;
  readonly parse: RowParser<Fila>;
  readonly params: (filtro: Filtro) => readonly Param[];
  readonly ventana: (filtro: Filtro) => Ventana;
  /** The same question about fewer days. */
  readonly conVentana: (filtro: Filtro, ventana: Ventana) => Filtro;
  readonly idDe: (fila: Fila) => string;
  /** The date the window is compared with, null when the row has none. */
  readonly fechaDe: (fila: Fila, filtro: Filtro) => CivilDate | null;
  /** Whether the description says that the list is filtered by that date. Where it does not, outside is not yet wrong. */
  readonly fechaCierta: boolean;
}

/** A list's answer before its rows are looked at. */
export interface Wrapper<Cabecera> {
  readonly rows: readonly unknown[];
  readonly total: number;
  readonly cabecera: Cabecera;
}

/**
 * Parses `{[key]: […], total}`, whose `total` is a number or text (TRAPS.md); one that does not come counts as the rows that did, which is looked
 * past (pages.ts). A null list is an empty one where `total` says so too, and a bare `[]` where nothing else is expected beside the rows.
 */
export function wrapperParser<Key extends string, Cabecera>(
  key: Key,
  cabecera: (value: unknown) => Cabecera | undefined,
  { puedeNoHaber = true }: { readonly puedeNoHaber?: boolean } = {},
): (value: unknown) => Wrapper<Cabecera> | undefined {
  const rows = z.array(z.unknown());
  const none = rows.max(0);
  const schema = z.object({ total: cuentaOpcional }).catchall(z.unknown());
  return (value) => {
    const head = cabecera(value);
    if (head === undefined) return undefined;
    if (puedeNoHaber && none.safeParse(value).success) return { rows: [], total: 0, cabecera: head };
    const parsed = schema.safeParse(value);
    if (!parsed.success) return undefined;
    const { total, [key]: listed } = parsed.data;
    const list = rows.safeParse(listed === null && total === 0 ? [] : listed);
    return list.success ? { rows: list.data, total: total ?? list.data.length, cabecera: head } : undefined;
  };
}

/** For lists that carry nothing besides rows and total. */
export const sinCabecera = (): null => null;
