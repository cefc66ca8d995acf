/** A reconciliation's result, page by page, counted from 0 and empty past its end (TRAPS.md, `pagina_pasada`). */
import { isAppError } from '#contract/errors.ts';
import type { Conciliacion, CuponResultado, ResultadoPagina } from '#domain/conciliacion.ts';
import type { MethodDeps } from '../list/deps.ts';
import { isRefusal } from '../query/consult.ts';
import { parseRows, type BadRow } from '../wire/rows.ts';
import { conciliacionPath } from './send.ts';
import { estadoWire, parseConciliacion, parseCuponResultado, resultadoWrapper } from './wire.ts';

/** Honoured up to 100; a larger value falls back to 500 (API description). */
const PAGE_SIZE = 100;
const METODO = 'conciliar-operaciones-resultado';

interface Leida {
  readonly encabezado: Conciliacion;
  readonly cupones: readonly CuponResultado[];
  readonly malas: readonly BadRow[];
  readonly recibidas: number;
  /** The rows as they came, to tell a page given twice. */
  readonly huella: string;
}

type Respuesta = { readonly existe: false } | { readonly existe: true; readonly leida: Leida };

/** "No such reconciliation" in a complete answer: `estado: false`, or 404. */
export const saysNotFound = (value: unknown): boolean => {
  const parsed = estadoWire.safeParse(value);
  return parsed.success && !parsed.data.estado;
};
export const isNotFound = (error: unknown): boolean =>
  isAppError(error, 'PEDIDO_RECHAZADO') && error.detail['estado'] === 404;

function parse(value: unknown): Respuesta | undefined {
  if (saysNotFound(value)) return { existe: false };
  const rows = resultadoWrapper.safeParse(value);
  const header = parseConciliacion(value);
  if (!rows.success || !header.ok) return undefined;
  const { operaciones } = rows.data;
  const { filas, malas } = parseRows(operaciones, parseCuponResultado);
  const huella = JSON.stringify(operaciones);
  return {
    existe: true,
    leida: { encabezado: header.row, cupones: filas, malas, recibidas: operaciones.length, huella },
  };
}

/** Coupons that the counts account for, whatever this service's `total` counts. */
const expected = ({ total, nuevos, existentes, error }: Conciliacion): number =>
  Math.max(total, nuevos + existentes + error);

export function createResultado({ consult, learned, quarantine }: MethodDeps) {
  async function readAt(id: string, pagina: number, signal: AbortSignal): Promise<Respuesta> {
    try {
      return await consult(
        {
          metodo: METODO,
          path: `${conciliacionPath(id)}/resultado`,
          params: [
            ['reg_pagina', String(PAGE_SIZE)],
            ['pagina', String(pagina)],
          ],
          parse,
          // More than asked for: the page size was not read. Fewer prove nothing.
          evidencia: (answer) => {
            const rows = answer.existe ? answer.leida.recibidas : 0;
            return { filas: rows === PAGE_SIZE ? rows : 0, fuera: Math.max(0, rows - PAGE_SIZE), total: 0 };
          },
        },
        signal,
      );
    } catch (error) {
      if (isNotFound(error)) return { existe: false };
      throw error;
    }
  }

  async function orRefusal(id: string, pagina: number, signal: AbortSignal): Promise<Respuesta | { refusal: unknown }> {
    try {
      return await readAt(id, pagina, signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { refusal: error };
    }
  }

  /**
   * The first page where the first number is not known. It is learnt only from what cannot be otherwise: two different
   * pages, or the same page under 0 and 1 while more coupons exist.
   */
  async function firstPage(id: string, signal: AbortSignal): Promise<Respuesta> {
    const base = learned.paginaBase();
    if (base !== undefined) return readAt(id, base, signal);
    const one = await orRefusal(id, 1, signal);
    if (!('refusal' in one) && !one.existe) return one;
    if (!('refusal' in one) && one.leida.recibidas > 0 && one.leida.recibidas === expected(one.leida.encabezado))
      if (one.leida.recibidas < PAGE_SIZE) return one;
    const zero = await orRefusal(id, 0, signal);
    if ('refusal' in one) {
      if ('refusal' in zero) throw one.refusal;
      return zero;
    }
    if ('refusal' in zero || !zero.existe) return one;
    const rows = { one: one.leida.recibidas, zero: zero.leida.recibidas };
    if (rows.one > 0 && rows.zero > 0 && one.leida.huella === zero.leida.huella) {
      const more = rows.one === PAGE_SIZE && expected(one.leida.encabezado) > PAGE_SIZE;
      if (more && new Set(one.leida.cupones.map((cupon) => JSON.stringify(cupon))).size > 1) learned.setPaginaBase(1);
      return one;
    }
    const first = rows.zero > 0 ? zero : one;
    if (rows.one > 0 || rows.zero > 0) learned.setPaginaBase(first === zero ? 0 : 1);
    return first;
  }

  const deliver = (answer: Respuesta): ResultadoPagina | undefined => {
    if (!answer.existe) return undefined;
    const { encabezado, cupones, malas } = answer.leida;
    for (const { raw, motivo } of malas) quarantine(METODO, raw, motivo);
    return { encabezado, cupones, cuarentena: malas.length };
  };

  async function laterPage(id: string, pagina: number, signal: AbortSignal): Promise<ResultadoPagina | undefined> {
    const first = await firstPage(id, signal);
    if (!first.existe) return undefined;
    const { encabezado, recibidas } = first.leida;
    const empty: ResultadoPagina = { encabezado, cupones: [], cuarentena: 0 };
    if (recibidas < PAGE_SIZE) return empty;
    const answer = await orRefusal(id, (learned.paginaBase() ?? 1) + pagina, signal);
    const isPast = expected(encabezado) <= pagina * PAGE_SIZE;
    if ('refusal' in answer) {
      if (isPast) return empty;
      throw answer.refusal;
    }
    // Past the end some services give the last page again: the counts say that there is nothing more.
    return answer.existe && isPast ? empty : deliver(answer);
  }

  return async (id: string, pagina: number, signal: AbortSignal): Promise<ResultadoPagina | undefined> =>
    pagina === 0 ? deliver(await firstPage(id, signal)) : laterPage(id, pagina, signal);
}
