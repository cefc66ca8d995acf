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
  /** Whether an answer without a list says, in words, that there is none: as good as 404 (`absence.ts`). */
  readonly diceNada?: (value: unknown) => boolean;
  /** As in `GetSpec`. */
  readonly ownIds?: boolean;
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
  /** Whether it came. */
  readonly conTotal: boolean;
  readonly cabecera: Cabecera;
}

/**
 * Parses `{[key]: […], total}`, whose `total` is a number or text (TRAPS.md); one that does not come counts as the rows that did, which is looked
 * past (`total.ts`). Where `total` says 0 a list that is null, `{}` or not there at all is an empty one; so is a bare `[]` where nothing else is
 * expected beside the rows. `propias` are the fields that the wrapper has besides; beside others a list is not missing, it is called something else.
 * Where what comes beside it is `sinLista` there is nothing to list, whatever the total. With `nulaEsPagina` a list that is null is a page without
 * rows, as some services write one past the end: a total that promises some keeps it from being all.
 */
export function wrapperParser<Key extends string, Cabecera>(
  key: Key,
  cabecera: (value: unknown) => Cabecera | undefined,
  {
    puedeNoHaber = true,
    propias = [],
    sinLista = () => false,
    nulaEsPagina = false,
  }: {
    readonly puedeNoHaber?: boolean;
    readonly propias?: readonly string[];
    readonly sinLista?: (cabecera: Cabecera) => boolean;
    readonly nulaEsPagina?: boolean;
  } = {},
): (value: unknown) => Wrapper<Cabecera> | undefined {
  const rows = z.array(z.unknown());
  const none = z.union([rows.max(0), z.null(), z.strictObject({})]);
  const schema = z.object({ total: cuentaOpcional }).catchall(z.unknown());
  return (value) => {
    const head = cabecera(value);
    if (head === undefined) return undefined;
    if (puedeNoHaber && rows.max(0).safeParse(value).success)
      return { rows: [], total: 0, conTotal: false, cabecera: head };
    const parsed = schema.safeParse(value);
    if (!parsed.success) return undefined;
    const { total, [key]: listed } = parsed.data;
    const isNone = (): boolean =>
      listed === undefined ? puedeNoHaber && isBare(parsed.data, propias) : none.safeParse(listed).success;
    const isNoPage = nulaEsPagina && listed === null && (total !== null || isBare(parsed.data, [key]));
    const isEmpty = isNoPage || ((total === 0 || (total === null && sinLista(head))) && isNone());
    const list = rows.safeParse(isEmpty ? [] : listed);
    if (!list.success) return undefined;
    const { data } = list;
    return { rows: data, total: total ?? data.length, conTotal: total !== null, cabecera: head };
  };
}

const isBare = (wrapper: object, propias: readonly string[]): boolean =>
  Object.keys(wrapper).every((key) => key === 'total' || propias.includes(key));

/** For lists that carry nothing besides rows and total. */
export const sinCabecera = (): null => null;
