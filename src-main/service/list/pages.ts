/**
 * Single pages of a list: the first page's number, the real page size and what its total counts are learnt from what comes (TRAPS.md, `pagina`).
 * Longer than others: each of those is judged by what is known of the rest.
 */
import { hash } from 'node:crypto';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Learned } from '../learned.ts';
import { isRefusal, type Consult } from '../query/consult.ts';
import type { Param } from '../query/get.ts';
import { readBody } from '../transport/answer.ts';
import { parseRows, type BadRow, type Quarantine } from '../wire/rows.ts';
import type { ListDefinition } from './definition.ts';

/** One page, as its methods give it. */
export interface Pagina<Fila, Cabecera = null> {
  readonly filas: readonly Fila[];
  /** What the service says the whole list holds. */
  readonly total: number;
  /** Rows that did not parse; their raw text is in the quarantine. */
  readonly cuarentena: number;
  /** Rows outside the asked window; null where the description does not say which date the list is filtered by. */
  readonly fueraDeVentana: number | null;
  readonly cabecera: Cabecera;
  /** Of the answer as it came. */
  readonly huella: string;
}

/** An answer that was read before: how many rows it had, all of them understood, and the digest of its bytes. */
export interface Conocida {
  readonly huella: string;
  readonly filas: number;
}

/** The first page, or word that it is byte by byte the one that is known; `leer` reads it all the same. */
export type PrimeraPagina<Fila, Cabecera> =
  | { readonly igual: false; readonly pagina: Pagina<Fila, Cabecera> }
  | { readonly igual: true; readonly leer: () => Pagina<Fila, Cabecera> };

export interface Pages<Filtro, Fila, Cabecera> {
  /**
   * The page `numero`, counted from 0 whatever the service's own first number is. Where the first number is not known yet,
   * the first page is read to find out.
   */
  pagina(filtro: Filtro, numero: number, signal: AbortSignal): Promise<Pagina<Fila, Cabecera>>;
  /** The first page with its digest; one that is known is not read: most of a second synchronisation is that. */
  primera(filtro: Filtro, conocida: Conocida | undefined, signal: AbortSignal): Promise<PrimeraPagina<Fila, Cabecera>>;
}

interface Read<Fila, Cabecera> {
  readonly filas: readonly Fila[];
  readonly malas: readonly BadRow[];
  readonly total: number;
  readonly recibidas: number;
  readonly pedidas: number;
  readonly cabecera: Cabecera;
  readonly huella: string;
}

interface PagesDeps {
  readonly consult: Consult;
  readonly learned: Learned;
  readonly quarantine: Quarantine;
}

const digest = (body: Buffer): string => hash('sha256', body, 'base64url').slice(0, 27);

/** No default nor maximum of the description is smaller: a page with fewer rows than this was not cut. */
const MENOS_POR_PAGINA = 10;

const hasSome = (read: { recibidas: number }): boolean => read.recibidas > 0;

export function createPages<Filtro, Fila, Cabecera>(
  list: ListDefinition<Filtro, Fila, Cabecera>,
  { consult, learned, quarantine }: PagesDeps,
): Pages<Filtro, Fila, Cabecera> {
  type R = Read<Fila, Cabecera>;

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

  const pageSize = (): number => learned.paginaMaxima(list.metodo) ?? list.tamano;

  const paramsAt = (filtro: Filtro, pagina: number, pedidas: number): readonly Param[] => [
    ...list.params(filtro),
    ['reg_pagina', String(pedidas)],
    ['pagina', String(pagina)],
  ];

  function understood(value: unknown, { pedidas, huella }: Pick<R, 'pedidas' | 'huella'>): R | undefined {
    const wrapper = list.wrapper(value);
    if (wrapper === undefined) return undefined;
    const { rows, total, cabecera } = wrapper;
    const { filas, malas } = parseRows(rows, list.parse);
    return { filas, malas, total, recibidas: rows.length, pedidas, cabecera, huella };
  }

  function readAt(filtro: Filtro, pagina: number, signal: AbortSignal, pedidas = pageSize()): Promise<R> {
    let huella = '';
    return consult(
      {
        metodo: list.metodo,
        path: list.path,
        params: paramsAt(filtro, pagina, pedidas),
        crudo: (body) => {
          huella = digest(body);
          return undefined;
        },
        parse: (value) => understood(value, { pedidas, huella }),
        evidencia: (read) => ({ filas: read.recibidas, fuera: outside(read, filtro), total: read.total }),
      },
      signal,
    );
  }

  async function readOrRefusal(...asked: Parameters<typeof readAt>): Promise<R | { refusal: unknown }> {
    try {
      return await readAt(...asked);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { refusal: error };
    }
  }

  /** Page 1 against page 0: which of them is the first, and whether that proves what this server counts from. */
  function compare(one: R, zero: R): { first: R; base: 0 | 1 | undefined } {
    if (!hasSome(one) || !hasSome(zero)) {
      if (hasSome(zero)) return { first: zero, base: 0 };
      return { first: one, base: hasSome(one) ? 1 : undefined };
    }
    const shared = overlap(zero, one);
    if (shared === 0) return { first: zero, base: 0 };
    // The same page twice: page 0 is taken for page 1, unless there is only one page and 1 is past its end.
    const same = shared === idsOf(one).size && shared === idsOf(zero).size;
    if (same) return { first: one, base: one.total > one.recibidas ? 1 : undefined };
    // Partly the same: rows come shuffled. The fuller one is a first page; the other may be what was left over.
    return { first: zero.recibidas > one.recibidas ? zero : one, base: undefined };
  }

  async function firstPage(filtro: Filtro, signal: AbortSignal, size = pageSize()): Promise<R> {
    const known = learned.paginaBase();
    if (known !== undefined) return readAt(filtro, known, signal, size);
    const one = await readOrRefusal(filtro, 1, signal, size);
    // Everything came, and there was room for more: the first page, whatever its number.
    if (!('refusal' in one) && hasSome(one) && one.recibidas === one.total && one.recibidas < one.pedidas) return one;
    const zero = await readOrRefusal(filtro, 0, signal, size);
    if ('refusal' in one) {
      if ('refusal' in zero) throw one.refusal;
      if (hasSome(zero)) learned.setPaginaBase(0);
      return zero;
    }
    if ('refusal' in zero) {
      if (hasSome(one)) learned.setPaginaBase(1);
      return one;
    }
    const { first: best, base } = compare(one, zero);
    if (base === undefined) return best;
    if (hasSome(one) && hasSome(zero)) {
      // A server that shuffles on every request gives two disjoint pages whatever it counts from: nothing is learnt there.
      const again = await readAt(filtro, 1, signal, size);
      if (overlap(again, one) < idsOf(one).size) return zero.recibidas > one.recibidas ? zero : one;
    }
    learned.setPaginaBase(base);
    return best;
  }

  /** How many rows a page has that are not in one that was read; past the end of a list some services refuse. */
  async function unseenIn(
    pagina: number,
    read: R,
    { filtro, signal }: { filtro: Filtro; signal: AbortSignal },
  ): Promise<number> {
    const other = await readOrRefusal(filtro, pagina, signal, read.pedidas);
    return 'refusal' in other ? 0 : idsOf(other).size - overlap(other, read);
  }

  /** The same where nothing says that there are more: undefined when it cannot be seen, which costs nobody the page that came. */
  async function unseenIfSeen(...asked: Parameters<typeof unseenIn>): Promise<number | undefined> {
    const [, , { signal }] = asked;
    try {
      return await unseenIn(...asked);
    } catch (error) {
      signal.throwIfAborted();
      if (!isAppError(error)) throw error;
      return undefined;
    }
  }

  /**
   * Fewer rows than asked while more exist: that many is what this server gives, so that is what we ask for from now on. The next page has to
   * show them: a total that says one more, of a row that came meanwhile, would make all pages short for good.
   */
  async function learnStride(read: R, filtro: Filtro, signal: AbortSignal): Promise<void> {
    // While the first number is not known, a page that fell short may be the last one.
    const base = learned.paginaBase();
    if (base === undefined || !hasSome(read) || read.recibidas >= Math.min(read.pedidas, read.total)) return;
    const unseen = await unseenIfSeen(base + 1, read, { filtro, signal });
    if (unseen !== undefined && unseen > 0) learned.setPaginaMaxima(list.metodo, read.recibidas);
  }

  /** Asks once for more than the stated default, where no maximum is stated; what came is kept as the page size. */
  async function tryLarger(read: R, filtro: Filtro, signal: AbortSignal): Promise<R> {
    const { tamanoProbable } = list;
    const isShort = read.recibidas === read.pedidas && read.recibidas < read.total;
    if (tamanoProbable === undefined || !isShort || learned.paginaMaxima(list.metodo) !== undefined) return read;
    const larger = await firstPage(filtro, signal, tamanoProbable).catch((error: unknown) => {
      if (isRefusal(error)) return undefined;
      throw error;
    });
    if (larger === undefined || larger.recibidas <= read.recibidas) {
      learned.setPaginaMaxima(list.metodo, read.pedidas);
      return read;
    }
    const isWhole = larger.recibidas === Math.min(tamanoProbable, larger.total);
    learned.setPaginaMaxima(list.metodo, isWhole ? tamanoProbable : larger.recibidas);
    return larger;
  }

  /** The longest page short of what was asked that nothing came after: shorter ones are not cut. And whether a total ever counted more than its page. */
  let entera = { recibidas: MENOS_POR_PAGINA, huella: '' };
  let totalDeLista = false;

  /**
   * A page whose total is its own number of rows may be all there is, or come from a service that counts the page there ("a count" is all the
   * description says): the next page tells (and page 0, while it is not known to be none), and its new rows are added to the total, so that nobody takes the page for the whole. A full page
   * is always looked past; one short of what was asked while it may be as long as this service's pages are.
   */
  async function beyond(read: R, filtro: Filtro, signal: AbortSignal): Promise<R> {
    totalDeLista ||= read.total > read.recibidas;
    if (!hasSome(read) || read.total > read.recibidas) return read;
    const isFull = read.recibidas >= read.pedidas;
    if (!isFull && (totalDeLista || read.recibidas < entera.recibidas || read.huella === entera.huella)) return read;
    const base = learned.paginaBase();
    const look = isFull ? unseenIn : unseenIfSeen;
    let unseen = await look((base ?? 1) + 1, read, { filtro, signal });
    if (unseen === 0 && base === undefined && !isFull) unseen = await look(0, read, { filtro, signal });
    if (unseen === undefined) return read;
    if (unseen > 0) return { ...read, total: Math.max(read.total, read.recibidas) + unseen };
    if (!isFull) entera = read;
    return read;
  }

  function finished(read: R, filtro: Filtro): Pagina<Fila, Cabecera> {
    const { desde, hasta } = list.ventana(filtro);
    for (const { raw, motivo } of read.malas) quarantine(list.metodo, raw, motivo, { desde, hasta });
    return {
      filas: read.filas,
      total: read.total,
      cuarentena: read.malas.length,
      fueraDeVentana: list.fechaCierta ? outside(read, filtro) : null,
      cabecera: read.cabecera,
      huella: read.huella,
    };
  }

  async function settled(firstRead: R, filtro: Filtro, signal: AbortSignal): Promise<Pagina<Fila, Cabecera>> {
    const checked = await beyond(firstRead, filtro, signal);
    // Where totals count the page, a larger one that falls short of what was asked could not be told from all there is.
    const larger = checked === firstRead ? await tryLarger(checked, filtro, signal) : checked;
    const read = larger === checked ? checked : await beyond(larger, filtro, signal);
    await learnStride(read, filtro, signal);
    return finished(read, filtro);
  }
  const first = async (filtro: Filtro, signal: AbortSignal): Promise<Pagina<Fila, Cabecera>> =>
    settled(await firstPage(filtro, signal), filtro, signal);

  /** The page that is known, asked again: its bytes when they are the same, what it is now when they are not. */
  function again(filtro: Filtro, conocida: Conocida, { base, signal }: { base: number; signal: AbortSignal }) {
    const pedidas = pageSize();
    let huella = '';
    return consult<{ readonly body: Buffer } | R>(
      {
        metodo: list.metodo,
        path: list.path,
        params: paramsAt(filtro, base, pedidas),
        crudo: (body) => {
          huella = digest(body);
          return huella === conocida.huella ? { body } : undefined;
        },
        parse: (value) => understood(value, { pedidas, huella }),
        evidencia: (read) =>
          'body' in read
            ? { filas: conocida.filas, fuera: 0, total: conocida.filas }
            : { filas: read.recibidas, fuera: outside(read, filtro), total: read.total },
      },
      signal,
    );
  }

  /** What was not read at first, read. */
  function opened(body: Buffer, huella: string, filtro: Filtro): Pagina<Fila, Cabecera> {
    const json = readBody({ body, contentType: '' });
    const read = json.kind === 'json' ? understood(json.value, { pedidas: pageSize(), huella }) : undefined;
    if (read === undefined) throw new AppError('RESPUESTA_INVALIDA', { detail: { metodo: list.metodo } });
    return finished(read, filtro);
  }

  return {
    async primera(filtro, conocida, signal) {
      const known = learned.paginaBase();
      // A page that was not full is page 1 of a service that counts from 1, and nothing of one that counts from 0: then it is not the same.
      const base = known ?? (conocida !== undefined && conocida.filas < pageSize() ? 1 : undefined);
      if (conocida === undefined || base === undefined || learned.parametros() === undefined) {
        return { igual: false, pagina: await first(filtro, signal) };
      }
      const read = await again(filtro, conocida, { base, signal });
      if ('body' in read) return { igual: true, leer: () => opened(read.body, conocida.huella, filtro) };
      if (known === undefined) return { igual: false, pagina: await first(filtro, signal) };
      return { igual: false, pagina: await settled(read, filtro, signal) };
    },
    async pagina(filtro, numero, signal) {
      if (numero === 0) return first(filtro, signal);
      if (learned.paginaBase() === undefined) await firstPage(filtro, signal);
      return finished(await readAt(filtro, (learned.paginaBase() ?? 1) + numero, signal), filtro);
    },
  };
}
