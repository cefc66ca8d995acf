/** Single answers of a list: asked, read, compared. */
import { hash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { Learned } from '../learned.ts';
import { isRefusal, type Consult } from '../query/consult.ts';
import { saysNothing, type Param } from '../query/get.ts';
import { isOfRequest } from '../token/login-failure.ts';
import { readBody } from '../transport/answer.ts';
import { boundRows } from '../transport/json-bounds.ts';
import { parseRows } from '../wire/rows.ts';
import type { ListDefinition } from './definition.ts';
import type { Asked, Conocida, Read } from './types.ts';

const digest = (body: Buffer): string => hash('sha256', body, 'base64url').slice(0, 27);

export const hasSome = (read: { recibidas: number }): boolean => read.recibidas > 0;

export type Reader<Filtro, Fila, Cabecera> = ReturnType<typeof createReader<Filtro, Fila, Cabecera>>;

export function createReader<Filtro, Fila, Cabecera>(
  list: ListDefinition<Filtro, Fila, Cabecera>,
  { consult, learned }: { readonly consult: Consult; readonly learned: Learned },
) {
  type R = Read<Fila, Cabecera>;

  /** Rows whose date is not one of the asked window's. */
  function outside(read: R, filtro: Filtro): number {
    const { desde, hasta } = list.ventana(filtro);
    return read.filas.filter((fila) => {
      const fecha = list.fechaDe(fila, filtro);
      return fecha !== null && (fecha < desde || fecha > hasta);
    }).length;
  }

  const idsOf = ({ filas }: R): ReadonlySet<string> => new Set(filas.map(list.idDe));
  function overlap(a: R, b: R): number {
    const theirs = idsOf(b);
    return [...idsOf(a)].filter((id) => theirs.has(id)).length;
  }

  const propio = {
    ...(list.diceNada === undefined ? {} : { diceNada: list.diceNada }),
    ...(list.ownIds === undefined ? {} : { ownIds: list.ownIds }),
  };
  const pageSize = (): number => learned.paginaMaxima(list.metodo) ?? list.tamano;

  const paramsAt = (filtro: Filtro, pagina: number, pedidas: number): readonly Param[] => [
    ...list.params(filtro),
    ['reg_pagina', String(pedidas)],
    ['pagina', String(pagina)],
  ];

  function understood(value: unknown, asked: Pick<R, 'pedidas' | 'huella' | 'numero'>): R | undefined {
    const wrapper = list.wrapper(value);
    if (wrapper === undefined) return undefined;
    const { rows, ...head } = wrapper;
    boundRows(rows.length, asked.pedidas);
    return { ...parseRows(rows, list.parse), ...head, ...asked, recibidas: rows.length };
  }

  /** The page under the service's own number. */
  function readAt(
    pagina: number,
    { filtro, signal }: Asked<Filtro>,
    { pedidas = pageSize(), unaVez = false }: { readonly pedidas?: number; readonly unaVez?: boolean } = {},
  ): Promise<R> {
    let huella = '';
    return consult(
      {
        metodo: list.metodo,
        path: list.path,
        params: paramsAt(filtro, pagina, pedidas),
        puedeSerNada: true,
        ...propio,
        unaVez,
        crudo: (body) => {
          huella = digest(body);
          return undefined;
        },
        parse: (value) => understood(value, { pedidas, huella, numero: pagina }),
        evidencia: (read) => ({ filas: read.recibidas, fuera: outside(read, filtro), total: read.total }),
      },
      signal,
    );
  }

  async function readOrRefusal(...asked: Parameters<typeof readAt>): Promise<R | { refusal: unknown }> {
    try {
      return await readAt(...asked);
    } catch (error) {
      if (!isRefusal(error) && !saysNothing(error)) throw error;
      return { refusal: error };
    }
  }

  /** Of rows that were not understood there are no identifiers to compare. */
  function isSamePage(a: R, b: R): boolean {
    const rows = idsOf(a).size;
    if (a.recibidas !== b.recibidas || rows !== idsOf(b).size) return false;
    return rows === 0 ? a.huella === b.huella : overlap(a, b) === rows;
  }

  /** A look failed before: from then on each is tried once, or a service that breaks past the end of a list would be read at the pace of its retries. */
  let unaVez = false;

  /**
   * How many rows a page has beside one that was read; past the end of a list some services refuse, or give the last page again. Any other set of rows
   * is of more than one page, even where none of them is new: a list that comes shuffled each time repeats on its second page what was on the first.
   */
  async function unseenIn(pagina: number, read: R, asked: Asked<Filtro>): Promise<number> {
    try {
      const other = await readAt(pagina, asked, { pedidas: read.pedidas, unaVez });
      return isSamePage(other, read) ? 0 : other.recibidas;
    } catch (error) {
      if (isOfRequest(error, 'PEDIDO_RECHAZADO') || saysNothing(error)) return 0;
      throw error;
    }
  }

  return {
    metodo: list.metodo,
    outside,
    idsOf,
    overlap,
    pageSize,
    readAt,
    readOrRefusal,

    /** The same where nothing says that there are more: undefined when it cannot be seen, which costs nobody the page that came. */
    async unseenIfSeen(...asked: Parameters<typeof unseenIn>): Promise<number | undefined> {
      const [, , { signal }] = asked;
      try {
        return await unseenIn(...asked);
      } catch (error) {
        signal.throwIfAborted();
        if (!isOfRequest(error)) throw error;
        unaVez = true;
        return undefined;
      }
    },

    /** The page that is known, asked again: its bytes when they are the same, what it is now when they are not. */
    again(base: number, { filtro, signal }: Asked<Filtro>, conocida: Conocida) {
      const pedidas = pageSize();
      let huella = '';
      return consult<{ readonly body: Buffer } | R>(
        {
          metodo: list.metodo,
          path: list.path,
          params: paramsAt(filtro, base, pedidas),
          puedeSerNada: true,
          ...propio,
          crudo: (body) => {
            huella = digest(body);
            return huella === conocida.huella ? { body } : undefined;
          },
          parse: (value) => understood(value, { pedidas, huella, numero: base }),
          evidencia: (read) =>
            'body' in read
              ? { filas: conocida.filas, fuera: 0, total: conocida.filas }
              : { filas: read.recibidas, fuera: outside(read, filtro), total: read.total },
        },
        signal,
      );
    },

    /** What was not read at first, read. */
    opened(body: Buffer, asked: Pick<R, 'huella' | 'numero'>): R {
      const json = readBody({ body, contentType: '' }, { ownIds: list.ownIds });
      const read = json.kind === 'json' ? understood(json.value, { pedidas: pageSize(), ...asked }) : undefined;
      if (read === undefined) throw new AppError('RESPUESTA_INVALIDA', { detail: { metodo: list.metodo } });
      return read;
    },
  };
}
