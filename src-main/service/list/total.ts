/**
 * What a `total` counts ("a count" is all the description says). Most count the whole list. Some count the page, all rows whatever the filter,
 * one more than there are, or nothing at all; held against such a total no window would ever be whole, however short.
 *
 * A total is shown to count something else by what no count of rows can do: to be less than the rows that came, twice alike, or to be another
 * for a window than the sum of those of its two halves, whose rows together are the window's. From then on a page is whole when nothing comes after it,
 * or when a longer one was. A total that adds up and still promises rows that no page brings may be right about rows that are not shown to us: those
 * pages are `agotada`, never whole.
 */
import { addDays, daysBetween } from '#domain/civil-date.ts';
import type { Learned } from '../learned.ts';
import { isOfRequest } from '../token/login-failure.ts';
import type { ListDefinition } from './definition.ts';
import type { FirstPage } from './first-page.ts';
import { hasSome, type Reader } from './reader.ts';
import type { Asked, Read } from './types.ts';

/** No default nor maximum of the description is smaller: a page with fewer rows than this was not cut. */
const MENOS_POR_PAGINA = 10;
/** How often a page is read again before it is taken for what it always is: a list that changes, or comes shuffled, does not stand it. */
const VECES = 2;
/** How many windows are halved before totals that add up are taken to count what is not shown. */
const PRUEBAS = 3;

interface TotalDeps<Filtro, Fila, Cabecera> {
  readonly reader: Reader<Filtro, Fila, Cabecera>;
  readonly first: FirstPage<Filtro, Fila, Cabecera>;
  readonly learned: Learned;
}

export function createTotal<Filtro, Fila, Cabecera>(
  list: ListDefinition<Filtro, Fila, Cabecera>,
  { reader, first, learned }: TotalDeps<Filtro, Fila, Cabecera>,
) {
  type R = Read<Fila, Cabecera>;
  const { idsOf, overlap, unseenIfSeen } = reader;

  /** Totals were shown to count something else. */
  let ajeno = false;
  /** A total ever counted more than its page. */
  let deLista = false;
  /** The longest page short of what was asked that nothing came after: shorter ones are not cut. */
  let entera: Pick<R, 'recibidas' | 'huella'> = { recibidas: MENOS_POR_PAGINA, huella: undefined };
  let pruebas = 0;
  /** What the first page's number was learnt from may have been a total that means nothing: a page 0 that is page 1, beside another page 2, shows it. */
  let baseVista = false;
  /** A short page before which there was nothing came, while which one is the first is not known. */
  let ceroVisto = false;

  const sameRows = (a: R, b: R): boolean => overlap(a, b) === idsOf(a).size && idsOf(a).size === idsOf(b).size;
  const sameAnswer = (a: R, b: R): boolean => a.total === b.total && a.recibidas === b.recibidas && sameRows(a, b);

  async function staysTheSame(read: R, asked: Asked<Filtro>): Promise<boolean> {
    for (let n = 0; n < VECES; n += 1) if (!sameAnswer(read, await first(asked, read.pedidas))) return false;
    return true;
  }

  /** Pages beside the first one, by the service's numbers; while those are in doubt, all that it may be. */
  function besides(): readonly number[] {
    const base = learned.paginaBase();
    if (base === 0) return [1];
    // Beside a total that means nothing, what it was learnt from is in doubt too.
    return base === 1 ? [2, 0] : [2, 0, 1];
  }

  /** Whether no page beside this one has other rows. One that cannot be read leaves it open. */
  async function isAll(read: R, asked: Asked<Filtro>): Promise<boolean> {
    for (const pagina of besides()) if ((await unseenIfSeen(pagina, read, asked)) !== 0) return false;
    return true;
  }

  /** Whether the totals of two halves do not make that of the window, although their rows do; undefined where one of them has none. */
  async function doesNotAddUp({ filtro, signal }: Asked<Filtro>, pedidas: number): Promise<boolean | undefined> {
    const { desde, hasta } = list.ventana(filtro);
    const from = desde === hasta ? addDays(desde, -1) : desde;
    const half = addDays(from, Math.floor(daysBetween(from, hasta) / 2));
    const within = (a: typeof desde, b: typeof desde): Promise<R> =>
      first({ filtro: list.conVentana(filtro, { desde: a, hasta: b }), signal }, pedidas);
    try {
      const whole = await within(from, hasta);
      const one = await within(from, half);
      const other = await within(addDays(half, 1), hasta);
      if (one.huella === undefined || other.huella === undefined) return undefined;
      const isPartition =
        overlap(one, other) === 0 &&
        one.recibidas + other.recibidas === whole.recibidas &&
        overlap(one, whole) + overlap(other, whole) === idsOf(whole).size;
      if (!isPartition || one.total + other.total === whole.total) return false;
      return sameAnswer(whole, await within(from, hasta));
    } catch (error) {
      signal.throwIfAborted();
      if (!isOfRequest(error)) throw error;
      return false;
    }
  }

  const withoutTotal = (read: R): R => ({ ...read, total: read.recibidas });

  return {
    /** Whether totals are believed. */
    cierto: (): boolean => !ajeno,

    /**
     * Looks past a page whose total is no more than its own rows: it may be all there is, or come from a service that counts the page there. New
     * rows of the next page (and of page 0, while it is not known to be none) are added to the total, so that nobody takes the page for the whole. A full page is always
     * looked past; one short of what was asked while it may be as long as this service's pages are.
     */
    async beyond(came: R, asked: Asked<Filtro>): Promise<R> {
      const read = ajeno ? withoutTotal(came) : came;
      deLista ||= !ajeno && read.total > read.recibidas;
      if (!hasSome(read) || read.total > read.recibidas) return read;
      const isFull = read.recibidas >= read.pedidas;
      const isKnown = (!ajeno && deLista) || read.recibidas < entera.recibidas || read.huella === entera.huella;
      const base = learned.paginaBase();
      const isZeroInDoubt = base === undefined ? !isFull || ajeno : base === 1 && ajeno && !baseVista;
      const isLast = !isFull && isKnown;
      // Of a service that counts pages from 0 and says no more than what each holds, a short page 1 is what a whole one left over.
      const mayBeRest = base === undefined && !deLista && !(read.conTotal && ceroVisto);
      if (isLast && !((ajeno || mayBeRest) && isZeroInDoubt)) return read;
      const next = isLast ? 0 : await unseenIfSeen(read.numero + 1, read, asked);
      let unseen = next;
      if (isZeroInDoubt && (next === 0 || ajeno)) {
        unseen = await unseenIfSeen(0, read, asked);
        ceroVisto ||= unseen === 0;
        baseVista ||= unseen === 0 && next !== undefined && next > 0;
        if (unseen === 0) unseen = next;
      }
      // Without a total that speaks for the page, what could not be looked at may hold more; so may it after a full page, until a total was seen to
      // count the list.
      if (unseen === undefined) return ajeno || (isFull && !deLista) ? { ...read, total: read.recibidas + 1 } : read;
      if (unseen > 0) {
        ajeno ||= await staysTheSame(came, asked);
        return { ...read, total: Math.max(read.total, read.recibidas) + unseen };
      }
      if (!isFull && !isLast) entera = read;
      return read;
    },

    /** What a page is whose total is not that of its rows, although it had room for them and nothing came after it. */
    async judged(read: R, asked: Asked<Filtro>): Promise<{ readonly read: R; readonly agotada: boolean }> {
      const open = { read, agotada: false };
      const isCut = read.total > read.recibidas && read.recibidas >= read.pedidas;
      if (ajeno || read.total === read.recibidas || isCut || !(await staysTheSame(read, asked))) return open;
      if (read.total < read.recibidas) ajeno = true;
      else if (pruebas < PRUEBAS) {
        const shown = await doesNotAddUp(asked, read.pedidas);
        if (shown !== undefined) pruebas += 1;
        ajeno = shown === true;
      }
      if (!(await isAll(read, asked))) return ajeno ? { ...open, read: { ...read, total: read.recibidas + 1 } } : open;
      return ajeno ? { ...open, read: withoutTotal(read) } : { read, agotada: true };
    },
  };
}
