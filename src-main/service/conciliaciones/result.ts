/** A reconciliation's result, page by page, counted from 0 and empty past its end (TRAPS.md, `pagina_pasada`). */
import type { Conciliacion, CuponResultado, ResultadoPagina } from '#domain/conciliacion.ts';
import type { MethodDeps } from '../list/deps.ts';
import { isRefusal } from '../query/consult.ts';
import { isOfRequest } from '../token/login-failure.ts';
import { boundRows } from '../transport/json-bounds.ts';
import { parseRows, type BadRow } from '../wire/rows.ts';
import { comoResultado } from './envoltura.ts';
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
}

type Respuesta = { readonly existe: false } | { readonly existe: true; readonly leida: Leida };

/** "No such reconciliation" in a complete answer: `estado: false`, or 404. */
export const saysNotFound = (value: unknown): boolean => {
  const parsed = estadoWire.safeParse(value);
  return parsed.success && !parsed.data.estado;
};
export const isNotFound = (error: unknown): boolean =>
  isOfRequest(error, 'PEDIDO_RECHAZADO') && error.detail['estado'] === 404;

/** A good answer without a body (204), asked for again and still so: what some services say of a page past the end. */
const isBodiless = (error: unknown): boolean =>
  isOfRequest(error, 'RESPUESTA_INVALIDA') && error.detail['motivo'] === 'vacio';

function parse(came: unknown): Respuesta | undefined {
  if (saysNotFound(came)) return { existe: false };
  const value = comoResultado(came);
  const rows = resultadoWrapper.safeParse(value);
  const header = parseConciliacion(value);
  if (!rows.success || !header.ok) return undefined;
  const { operaciones } = rows.data;
  boundRows(operaciones.length, PAGE_SIZE);
  const { filas, malas } = parseRows(operaciones, parseCuponResultado);
  return {
    existe: true,
    leida: {
      encabezado: header.row,
      cupones: filas,
      malas,
      recibidas: operaciones.length,
    },
  };
}

/** Whether the counts leave nothing for a page: by what was received, or by what was matched or not. */
const countsEnd = (
  { total, nuevos, existentes, error, conciliados, sinConciliar }: Conciliacion,
  rows: number,
): boolean =>
  Math.max(total, nuevos + existentes + error) <= rows ||
  (conciliados + sinConciliar > 0 && conciliados + sinConciliar <= rows);

/** The coupons without what was matched, which may change between two readings: they tell a page given twice. Made as they are asked for. */
function* textosDe({ cupones, malas }: Leida): Generator<string> {
  for (const { cupon } of cupones) yield JSON.stringify(cupon);
  for (const { raw } of malas) yield raw;
}

const isVaried = (leida: Leida): boolean => new Set(textosDe(leida)).size > 1;

function isSame(a: Leida, b: Leida): boolean {
  if (a.cupones.length !== b.cupones.length || a.malas.length !== b.malas.length) return false;
  const theirs = textosDe(b);
  for (const texto of textosDe(a)) if (texto !== theirs.next().value) return false;
  return true;
}

const sharedCoupons = (a: Leida, b: Leida): number => {
  const ours = new Set(textosDe(a));
  return [...textosDe(b)].filter((texto) => ours.has(texto)).length;
};

interface Pedido {
  readonly id: string;
  readonly signal: AbortSignal;
}

/** The page read last: the next one is judged against it. */
interface Anterior {
  readonly id: string;
  readonly pagina: number;
  /** What this service counts from, as far as is known. */
  readonly base: 0 | 1;
  readonly leida: Leida;
  readonly primera: Leida;
  /** Rows up to and with this page. */
  readonly filas: number;
}

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
          ownIds: true,
          // More than asked for: the page size was not read. Anything else proves nothing.
          evidencia: (answer) => {
            const rows = answer.existe ? answer.leida.recibidas : 0;
            return { filas: 0, fuera: Math.max(0, rows - PAGE_SIZE), total: 0 };
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
      if (!isRefusal(error) && !isBodiless(error)) throw error;
      return { refusal: error };
    }
  }

  /** The same page under 0 and 1, with more behind it and rows that differ: this service counts from 1. */
  const provesOne = (one: Leida, zero: Leida): boolean =>
    one.recibidas === PAGE_SIZE && isSame(one, zero) && isVaried(one) && !countsEnd(one.encabezado, PAGE_SIZE);

  /**
   * The first page, and what it counts from. Where that is not known yet, pages 1 and 0 are compared; it is kept only from
   * what cannot be otherwise.
   */
  async function firstPage(id: string, signal: AbortSignal): Promise<{ base: 0 | 1; answer: Respuesta }> {
    const base = learned.paginaBase();
    if (base !== undefined) return { base, answer: await readAt(id, base, signal) };
    const one = await orRefusal(id, 1, signal);
    const isAll = (leida: Leida): boolean => leida.recibidas > 0 && countsEnd(leida.encabezado, leida.recibidas);
    if (!('refusal' in one) && one.existe && one.leida.recibidas < PAGE_SIZE && isAll(one.leida))
      return { base: 1, answer: one };
    const zero = await orRefusal(id, 0, signal);
    // A page that is not there says nothing of the reconciliation while the other one is.
    if ('refusal' in one || !one.existe) {
      if (!('refusal' in zero)) return { base: 0, answer: zero };
      if ('refusal' in one) throw one.refusal;
      return { base: 1, answer: one };
    }
    if ('refusal' in zero || !zero.existe || zero.leida.recibidas === 0) return { base: 1, answer: one };
    const shared = sharedCoupons(one.leida, zero.leida);
    if (shared === zero.leida.recibidas) {
      if (provesOne(one.leida, zero.leida)) learned.setPaginaBase(1);
      return { base: 1, answer: one };
    }
    if (shared === 0 && one.leida.recibidas > 0 && (await isSteady(one.leida, { id, signal }))) {
      learned.setPaginaBase(0);
      return { base: 0, answer: zero };
    }
    const likely = shared > zero.leida.recibidas / 2 ? 1 : 0;
    const counted = (await baseByCounts(one.leida, { id, signal })) ?? likely;
    return { base: counted, answer: counted === 1 ? one : zero };
  }

  /** Page 1 is the same when it is asked for again: a service that shuffles its rows gives two pages with nothing in common whatever it counts from. */
  async function isSteady(one: Leida, { id, signal }: Pedido): Promise<boolean> {
    const again = await orRefusal(id, 1, signal);
    return !('refusal' in again) && again.existe && isSame(again.leida, one);
  }

  /** Where rows move between pages only their lengths tell: the last full one of who counts from 1 is what is left, or nothing, for who counts from 0. */
  async function baseByCounts(one: Leida, { id, signal }: Pedido): Promise<0 | 1 | undefined> {
    const { total, conciliados, sinConciliar } = one.encabezado;
    const rows = conciliados + sinConciliar > 0 ? conciliados + sinConciliar : total;
    const rest = rows % PAGE_SIZE;
    const full = Math.floor(rows / PAGE_SIZE);
    if (full === 0) return undefined;
    const page = full === 1 ? { existe: true as const, leida: one } : await orRefusal(id, full, signal);
    const recibidas = 'refusal' in page || !page.existe ? 0 : page.leida.recibidas;
    if (recibidas === PAGE_SIZE) return 1;
    return recibidas === rest ? 0 : undefined;
  }

  let last: Anterior | undefined;

  function keep(anterior: Anterior): ResultadoPagina {
    last = anterior;
    const { encabezado, cupones, malas } = anterior.leida;
    for (const { raw, motivo } of malas) quarantine(METODO, raw, motivo);
    return { encabezado, cupones, cuarentena: malas.length };
  }

  const emptyAfter = (before: Anterior): Anterior => {
    const leida = { ...before.leida, cupones: [], malas: [], recibidas: 0 };
    return { ...before, pagina: before.pagina + 1, leida };
  };

  /** A page that fell short is the last one if the counts say so; else this service may give fewer rows than are asked for. */
  const isLast = ({ leida, filas }: Anterior): boolean =>
    leida.recibidas === 0 || (leida.recibidas < PAGE_SIZE && countsEnd(leida.encabezado, filas));

  async function after(before: Anterior, signal: AbortSignal): Promise<Anterior | undefined> {
    const pagina = before.pagina + 1;
    if (isLast(before)) return emptyAfter(before);
    const answer = await orRefusal(before.id, before.base + pagina, signal);
    const mayBeLast = before.leida.recibidas < PAGE_SIZE || countsEnd(before.leida.encabezado, before.filas);
    if ('refusal' in answer) {
      if (mayBeLast) return emptyAfter(before);
      throw answer.refusal;
    }
    // "Not found" past the end is of the page; of the reconciliation it would be said of its header too.
    if (!answer.existe) return mayBeLast ? emptyAfter(before) : undefined;
    // Past the end some services give the last page again. Equal coupons could fill two pages alike: then the counts decide.
    const isRepeated = isSame(answer.leida, before.leida) && (isVaried(answer.leida) || mayBeLast);
    if (isRepeated || (await isFirstAgain(before, answer.leida, signal))) return emptyAfter(before);
    return { ...before, pagina, leida: answer.leida, filas: before.filas + answer.leida.recibidas };
  }

  /** Past the end some services begin again with the first page, and give it for every number: rows that were there twice would go on. */
  async function isFirstAgain(
    { id, base, pagina, primera }: Anterior,
    came: Leida,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!isVaried(came) || !isSame(came, primera)) return false;
    const next = await orRefusal(id, base + pagina + 2, signal);
    return !('refusal' in next) && next.existe && isSame(next.leida, primera);
  }

  async function pageOf(id: string, pagina: number, signal: AbortSignal): Promise<Anterior | undefined> {
    if (pagina === 0) {
      const { base, answer } = await firstPage(id, signal);
      if (!answer.existe) return undefined;
      const { leida } = answer;
      return { id, pagina: 0, base, leida, primera: leida, filas: leida.recibidas };
    }
    const isNext = last?.id === id && last.pagina === pagina - 1;
    const before = isNext ? last : await pageOf(id, pagina - 1, signal);
    return before === undefined ? undefined : after(before, signal);
  }

  return async (id: string, pagina: number, signal: AbortSignal): Promise<ResultadoPagina | undefined> => {
    const page = await pageOf(id, pagina, signal);
    return page === undefined ? undefined : keep(page);
  };
}
