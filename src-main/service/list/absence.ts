/**
 * Lists without rows that are answered 404, or with nothing at all where their answers say more. It may as well be said of a wrong address, or by a
 * service that is being changed: it is taken for an empty list only where another window of the same list has rows, before and after.
 */
import { addDays } from '#domain/civil-date.ts';
import { saysNothing } from '../query/get.ts';
import { isOfRequest } from '../token/login-failure.ts';
import type { ListDefinition } from './definition.ts';
import type { FirstPage } from './first-page.ts';
import { hasSome } from './reader.ts';
import type { Asked, Read } from './types.ts';

/** How much further back rows are looked for while none was seen. */
const DIAS = 365;

export const isNotFound = (error: unknown): boolean =>
  saysNothing(error) || (isOfRequest(error, 'PEDIDO_RECHAZADO') && error.detail['estado'] === 404);

/** Gives `first` with an empty page in place of an answer that says that there is nothing. */
export function knowingAbsence<Filtro, Fila, Cabecera>(
  list: ListDefinition<Filtro, Fila, Cabecera>,
  first: FirstPage<Filtro, Fila, Cabecera>,
): { readonly first: FirstPage<Filtro, Fila, Cabecera>; readonly hasRows: (filtro: Filtro) => void } {
  /** A window that has rows. */
  let some: Filtro | undefined;

  function wider({ filtro }: Asked<Filtro>): Filtro {
    const { desde, hasta } = list.ventana(filtro);
    return list.conVentana(filtro, { desde: addDays(desde, -DIAS), hasta });
  }

  async function absent(error: unknown, asked: Asked<Filtro>, size: number | undefined): Promise<Read<Fila, Cabecera>> {
    const filtro = some ?? wider(asked);
    let other: Read<Fila, Cabecera> | undefined;
    try {
      other = await first({ ...asked, filtro }, size);
    } catch (second) {
      asked.signal.throwIfAborted();
      if (!isOfRequest(second)) throw second; // what the service causes leaves the 404 what it is
    }
    some = other !== undefined && hasSome(other) ? filtro : undefined;
    if (other === undefined || some === undefined) throw error;
    try {
      return await first(asked, size);
    } catch (again) {
      if (!isNotFound(again)) throw again;
    }
    return { ...other, filas: [], malas: [], total: 0, recibidas: 0, huella: undefined };
  }

  return {
    /** A window was seen to have rows in another way. */
    hasRows(filtro) {
      some ??= filtro;
    },
    async first(asked, size) {
      try {
        const read = await first(asked, size);
        if (hasSome(read)) some ??= asked.filtro;
        return read;
      } catch (error) {
        if (!isNotFound(error)) throw error;
        return absent(error, asked, size);
      }
    },
  };
}
