/** A whole window of a list, page after page, started again when it changes under the reading (TRAPS.md, `en_vivo`). */
import { AppError } from '#contract/errors.ts';
import { addDays, daysBetween } from '#domain/civil-date.ts';
import type { Learned } from '../learned.ts';
import { saysNothing } from '../query/get.ts';
import { isOfRequest } from '../token/login-failure.ts';
import type { ListDefinition } from './definition.ts';
import { isBroken } from './first-page.ts';
import type { Pages, Pagina } from './types.ts';

/** What reading a window gives, in order. After a `reinicio`, the pages of this stretch that came before it are void. */
type Tramo<Fila, Cabecera = null> =
  | { readonly kind: 'pagina'; readonly pagina: Pagina<Fila, Cabecera> }
  | { readonly kind: 'reinicio'; readonly motivo: string }
  /** A stretch of days was read whole and did not change meanwhile. */
  | { readonly kind: 'completo' };

/** Everything a window holds, in the order it came. */
interface Lectura<Fila, Cabecera = null> {
  readonly filas: readonly Fila[];
  readonly cuarentena: number;
  /** The total promises more than the service gives (`total.ts`): these are all that come, and perhaps not all there are. */
  readonly agotada: boolean;
  /** Of each stretch of days that was read (several where the window had to be halved). */
  readonly cabeceras: readonly Cabecera[];
}

export interface Listado<Filtro, Fila, Cabecera = null> extends Omit<Pages<Filtro, Fila, Cabecera>, 'unaVez'> {
  readonly metodo: string;
  /**
   * Reads the whole window. Throws `LECTURA_INESTABLE` after three restarts of one stretch, `FILTRO_IGNORADO` when rows come
   * from outside a window whose date is stated.
   */
  todas(filtro: Filtro, signal: AbortSignal): AsyncGenerator<Tramo<Fila, Cabecera>>;
  /** The same, collected. */
  leer(filtro: Filtro, signal: AbortSignal): Promise<Lectura<Fila, Cabecera>>;
}

const MAX_RESTARTS = 3;

interface Pasada {
  readonly ids: ReadonlySet<string>;
  readonly segura: boolean;
}

const sameIds = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));

export function createListado<Filtro, Fila, Cabecera>(
  list: ListDefinition<Filtro, Fila, Cabecera>,
  { pages, learned }: { pages: Pages<Filtro, Fila, Cabecera>; learned: Learned },
): Listado<Filtro, Fila, Cabecera> {
  type T = Tramo<Fila, Cabecera>;

  /**
   * A page after the first: past the end some services refuse, or break. Where no total says whether there is one it is asked for once: tries are
   * for what is not past the end.
   */
  async function following(
    asked: Parameters<typeof pages.pagina>,
    isPastEnd: (() => Promise<boolean>) | undefined,
  ): Promise<Pagina<Fila, Cabecera> | undefined> {
    const [filtro, numero, signal] = asked;
    try {
      return await (isPastEnd === undefined ? pages.pagina(...asked) : pages.unaVez(filtro, { numero }, signal));
    } catch (error) {
      if (isOfRequest(error, 'PEDIDO_RECHAZADO') || saysNothing(error)) return undefined;
      signal.throwIfAborted();
      if (isPastEnd === undefined || !isOfRequest(error)) throw error;
      return isBroken(error) && (await isPastEnd()) ? undefined : following(asked, undefined);
    }
  }

  /**
   * Whether a page that broke after full ones is past the end: in shorter pages, the last one is then short, and has nothing new. A row that the
   * service breaks on would break that one too, or leave it full.
   */
  async function endsThere(
    filtro: Filtro,
    { received, longest, ids }: { received: number; longest: number; ids: ReadonlySet<string> },
    signal: AbortSignal,
  ): Promise<boolean> {
    const pedidas = [longest - 1, longest - 2].find((size) => size > 1 && received % size > 0);
    if (pedidas === undefined) return false;
    try {
      const numero = Math.floor(received / pedidas);
      const { filas, cuarentena } = await pages.unaVez(filtro, { numero, pedidas }, signal);
      const isRest = filas.length + cuarentena === received % pedidas;
      return isRest && filas.every((fila) => ids.has(list.idDe(fila)));
    } catch (error) {
      signal.throwIfAborted();
      if (!isOfRequest(error)) throw error;
      return false;
    }
  }

  /** One passage over the pages; gives why it cannot be trusted, or the identifiers it brought and whether a total vouches for them. */
  async function* passage(filtro: Filtro, signal: AbortSignal): AsyncGenerator<T, string | Pasada> {
    const ids = new Set<string>();
    let received = 0;
    let parsed = 0;
    let total: number | undefined;
    /** No total vouches for what comes: it counts something else, or less than already came. */
    let isUnsure = false;
    /** Rows of the page before, and of the longest one: one that falls short is the last. */
    let last = 0;
    let longest = 0;
    for (let numero = 0; ; numero += 1) {
      const asked = [filtro, numero, signal] as const;
      const isPastEnd = async (): Promise<boolean> =>
        last < longest || (await endsThere(filtro, { received, longest, ids }, signal));
      const pagina: Pagina<Fila, Cabecera> | undefined =
        numero > 0 ? await following([...asked], isUnsure ? isPastEnd : undefined) : await pages.pagina(...asked);
      const nuevas = pagina?.filas.filter((fila) => !ids.has(list.idDe(fila))).length ?? 0;
      const count = pagina === undefined ? 0 : pagina.filas.length + pagina.cuarentena;
      last = count;
      longest = Math.max(longest, count);
      // Nothing after it, or the last page once more.
      const isOver = pagina === undefined || (nuevas === 0 && pagina.cuarentena === 0);
      if (isUnsure && isOver) return { ids, segura: false };
      if (pagina === undefined) return 'faltan filas';
      if ((pagina.fueraDeVentana ?? 0) > 0)
        throw new AppError('FILTRO_IGNORADO', { detail: { metodo: list.metodo, filas: pagina.fueraDeVentana } });
      total ??= pagina.total;
      if (!isUnsure && pagina.total !== total) return 'el total cambió';
      for (const fila of pagina.filas) ids.add(list.idDe(fila));
      received += count;
      parsed += pagina.filas.length;
      if (ids.size < parsed) return 'un identificador vino dos veces';
      if (isUnsure && nuevas === 0) return 'no se entiende dónde termina';
      yield { kind: 'pagina', pagina };
      if (!isUnsure && (received === total || pagina.agotada)) return { ids, segura: true };
      isUnsure ||= !pagina.totalCierto || received > total;
      if (count === 0) return 'faltan filas';
    }
  }

  /** Where no total vouches for a passage, another one that brings the same does. */
  async function* stretch(filtro: Filtro, signal: AbortSignal): AsyncGenerator<T> {
    let before: ReadonlySet<string> | undefined;
    for (let restarts = 0; ; restarts += 1) {
      const result = yield* passage(filtro, signal);
      if (typeof result !== 'string') {
        if (result.segura || (before !== undefined && sameIds(before, result.ids))) {
          yield { kind: 'completo' };
          return;
        }
        before = result.ids;
      }
      const motivo = typeof result === 'string' ? result : 'no vino dos veces lo mismo';
      if (restarts === MAX_RESTARTS)
        throw new AppError('LECTURA_INESTABLE', { detail: { metodo: list.metodo, motivo } });
      yield { kind: 'reinicio', motivo };
    }
  }

  const isTooLong = (error: unknown): boolean =>
    isOfRequest(error, 'PEDIDO_RECHAZADO') && (error.detail['estado'] === 400 || error.detail['estado'] === 413);

  async function* halved(filtro: Filtro, signal: AbortSignal): AsyncGenerator<T> {
    const { desde, hasta } = list.ventana(filtro);
    const days = daysBetween(desde, hasta) + 1;
    const half = Math.min(Math.ceil(days / 2), learned.maxDias(list.metodo) ?? Number.POSITIVE_INFINITY);
    yield* todas(list.conVentana(filtro, { desde, hasta: addDays(desde, half - 1) }), signal);
    // The first half passing where the whole did not is what shows that the length was the reason.
    if (half < days && learned.maxDias(list.metodo) === undefined) learned.setMaxDias(list.metodo, half);
    yield* todas(list.conVentana(filtro, { desde: addDays(desde, half), hasta }), signal);
  }

  async function* todas(filtro: Filtro, signal: AbortSignal): AsyncGenerator<T> {
    const { desde, hasta } = list.ventana(filtro);
    const days = daysBetween(desde, hasta) + 1;
    if (days > (learned.maxDias(list.metodo) ?? Number.POSITIVE_INFINITY)) return yield* halved(filtro, signal);
    let began = false;
    try {
      for await (const tramo of stretch(filtro, signal)) {
        began = true;
        yield tramo;
      }
    } catch (error) {
      if (began || days < 2 || !isTooLong(error)) throw error;
      yield* halved(filtro, signal);
    }
  }

  return {
    metodo: list.metodo,
    pagina: pages.pagina,
    primera: pages.primera,
    todas,
    async leer(filtro, signal) {
      let filas: Fila[] = [];
      let cuarentena = 0;
      let agotada = false;
      const cabeceras: Cabecera[] = [];
      let stretchPages: Pagina<Fila, Cabecera>[] = [];
      for await (const tramo of todas(filtro, signal)) {
        if (tramo.kind === 'pagina') stretchPages.push(tramo.pagina);
        else if (tramo.kind === 'reinicio') stretchPages = [];
        else {
          filas = filas.concat(...stretchPages.map((pagina) => pagina.filas));
          for (const pagina of stretchPages) {
            cuarentena += pagina.cuarentena;
            agotada ||= pagina.agotada;
          }
          for (const pagina of stretchPages.slice(0, 1)) cabeceras.push(pagina.cabecera);
          stretchPages = [];
        }
      }
      return { filas, cuarentena, agotada, cabeceras };
    },
  };
}
