/** Which page is the first: 0 or 1, learnt from what comes (TRAPS.md, `pagina`). */
import type { Learned } from '../learned.ts';
import { isOfRequest } from '../token/login-failure.ts';
import { hasSome, type Reader } from './reader.ts';
import type { Asked, Read } from './types.ts';

/** A page past the end is answered so by some services. */
export const isBroken = (error: unknown): boolean => isOfRequest(error, 'SERVICIO_FALLA', 'RESPUESTA_INVALIDA');

/** A page of more bytes than are read. */
export const isTooLong = (error: unknown): boolean =>
  isOfRequest(error, 'RESPUESTA_ENORME') && error.detail['motivo'] === 'bytes';

/** Reads the first page of a list, asking for `size` rows. */
export type FirstPage<Filtro, Fila, Cabecera> = (asked: Asked<Filtro>, size?: number) => Promise<Read<Fila, Cabecera>>;

export function createFirstPage<Filtro, Fila, Cabecera>(
  { metodo, readAt, readOrRefusal, unseenIfSeen, idsOf, overlap, pageSize }: Reader<Filtro, Fila, Cabecera>,
  learned: Learned,
): FirstPage<Filtro, Fila, Cabecera> {
  type R = Read<Fila, Cabecera>;

  /** Page 1 against page 0: which of them is the first, and what this server would count from. */
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

  /** Page 0 held everything where page 1 failed: a service that counts from 0 and breaks past the end. */
  let zeroFirst = false;
  /** Without a total, a page that had room for more; whether pages are that short by themselves is looked at after (`total.ts`). */
  const isWhole = (read: R): boolean => (read.conTotal ? read.total === read.recibidas : read.recibidas < read.pedidas);

  /** Page 1, or everything from page 0 where page 1 cannot be read. */
  async function oneOrAll(
    asked: Asked<Filtro>,
    size: number,
  ): Promise<{ all: R } | Awaited<ReturnType<typeof readOrRefusal>>> {
    if (zeroFirst) {
      const zero = await readOrRefusal(0, asked, { pedidas: size });
      if (!('refusal' in zero) && isWhole(zero)) return { all: zero };
    }
    try {
      return await readOrRefusal(1, asked, { pedidas: size });
    } catch (error) {
      if (!isBroken(error)) throw error;
      const zero = await readOrRefusal(0, asked, { pedidas: size }).catch(() => {
        asked.signal.throwIfAborted();
        throw error;
      });
      if ('refusal' in zero || !hasSome(zero) || !isWhole(zero)) throw error;
      zeroFirst = true;
      return { all: zero };
    }
  }

  const read: FirstPage<Filtro, Fila, Cabecera> = async (asked, size = pageSize()) => {
    const known = learned.paginaBase();
    if (known !== undefined) return readAt(known, asked, { pedidas: size });
    const one = await oneOrAll(asked, size);
    if ('all' in one) return one.all;
    // Everything came, and there was room for more: the first page, whatever its number.
    if (!('refusal' in one) && hasSome(one) && one.recibidas === one.total && one.recibidas < one.pedidas) return one;
    const zero = await readOrRefusal(0, asked, { pedidas: size });
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
    // That page 0 is page 1 rests on a total that promises more: a page 2 that is another shows it.
    if (base === 1 && hasSome(zero) && ((await unseenIfSeen(2, one, asked)) ?? 0) === 0) return best;
    if (hasSome(one) && hasSome(zero)) {
      // A server that shuffles on every request gives two disjoint pages whatever it counts from: nothing is learnt there.
      const again = await readAt(1, asked, { pedidas: size });
      if (overlap(again, one) < idsOf(one).size) return zero.recibidas > one.recibidas ? zero : one;
    }
    learned.setPaginaBase(base);
    return best;
  };

  /** Rows with so much in them that a page is more than may be read (settlements with thousands of sales): half as many are asked for, and kept. */
  const readWhatFits: FirstPage<Filtro, Fila, Cabecera> = async (asked, size = pageSize()) => {
    try {
      return await read(asked, size);
    } catch (error) {
      const half = Math.floor(size / 2);
      if (!isTooLong(error) || half < 1) throw error;
      const page = await readWhatFits(asked, half);
      learned.setPaginaMaxima(metodo, page.pedidas);
      return page;
    }
  };
  return readWhatFits;
}
