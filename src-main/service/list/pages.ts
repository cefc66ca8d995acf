/**
 * Single pages of a list: the first page's number (`first-page.ts`), the real page size and what its total counts (`total.ts`) are learnt
 * from what comes (TRAPS.md, `pagina`).
 */
import { isRefusal } from '../query/consult.ts';
import { isNotFound, knowingAbsence } from './absence.ts';
import type { ListDefinition } from './definition.ts';
import { createFirstPage, isBroken, isTooLong } from './first-page.ts';
import { createReader, hasSome } from './reader.ts';
import { createTotal } from './total.ts';
import type { Asked, Pages, PagesDeps, Pagina, Read } from './types.ts';

export function createPages<Filtro, Fila, Cabecera>(
  list: ListDefinition<Filtro, Fila, Cabecera>,
  { consult, learned, quarantine }: PagesDeps,
): Pages<Filtro, Fila, Cabecera> {
  type R = Read<Fila, Cabecera>;
  const reader = createReader(list, { consult, learned });
  const absence = knowingAbsence(list, createFirstPage<Filtro, Fila, Cabecera>(reader, learned));
  const { first: firstPage } = absence;
  const total = createTotal(list, { reader, first: firstPage, learned });

  /**
   * Fewer rows than asked while more exist: that many is what this server gives, so that is what we ask for from now on. The next page has to
   * show them: a total that says one more, of a row that came meanwhile, would make all pages short for good.
   */
  async function learnStride(read: R, asked: Asked<Filtro>): Promise<boolean> {
    // While the first number is not known, a page that fell short may be the last one.
    const base = learned.paginaBase();
    if (base === undefined || !hasSome(read) || read.recibidas >= Math.min(read.pedidas, read.total)) return false;
    const unseen = await reader.unseenIfSeen(read.numero + 1, read, asked);
    if (unseen === undefined || unseen === 0) return false;
    learned.setPaginaMaxima(list.metodo, read.recibidas);
    return true;
  }

  /** Asks once for more than the stated default, where no maximum is stated; what came is kept as the page size. */
  async function tryLarger(read: R, asked: Asked<Filtro>): Promise<R> {
    const { tamanoProbable } = list;
    const isShort = read.recibidas === read.pedidas && read.recibidas < read.total;
    if (tamanoProbable === undefined || !isShort || learned.paginaMaxima(list.metodo) !== undefined) return read;
    const larger = await firstPage(asked, tamanoProbable).catch((error: unknown) => {
      if (isRefusal(error)) return undefined;
      throw error;
    });
    if (larger === undefined || larger.recibidas <= read.recibidas) {
      learned.setPaginaMaxima(list.metodo, read.pedidas);
      return read;
    }
    // One that falls short of its total shows how long pages are only where the next one has the rest: `learnStride`.
    const isWhole = larger.recibidas === Math.min(tamanoProbable, larger.total);
    if (isWhole) learned.setPaginaMaxima(list.metodo, tamanoProbable);
    return larger;
  }

  function finished(read: R, filtro: Filtro, agotada = false): Pagina<Fila, Cabecera> {
    const { desde, hasta } = list.ventana(filtro);
    for (const { raw, motivo } of read.malas) quarantine(list.metodo, raw, motivo, { desde, hasta });
    return {
      filas: read.filas,
      total: read.total,
      totalCierto: total.cierto(),
      agotada,
      cuarentena: read.malas.length,
      fueraDeVentana: list.fechaCierta ? reader.outside(read, filtro) : null,
      cabecera: read.cabecera,
      huella: read.huella,
    };
  }

  async function settled(came: R, asked: Asked<Filtro>): Promise<Pagina<Fila, Cabecera>> {
    const page = await looked(came, asked);
    const base = learned.paginaBase();
    // Which page is the first was learnt meanwhile, by another list, and it is not this one.
    const isOther = base !== undefined && base !== page.read.numero;
    const { read, agotada } = isOther ? await looked(await firstPage(asked), asked) : page;
    return finished(read, asked.filtro, agotada);
  }

  async function looked(came: R, asked: Asked<Filtro>): Promise<{ readonly read: R; readonly agotada: boolean }> {
    const checked = await total.beyond(came, asked);
    // Where totals count the page, a larger one that falls short of what was asked could not be told from all there is.
    const larger = checked === came ? await tryLarger(checked, asked) : checked;
    const read = larger === checked ? checked : await total.beyond(larger, asked);
    if (await learnStride(read, asked)) return { read, agotada: false };
    return total.judged(read, asked);
  }
  const first = async (asked: Asked<Filtro>): Promise<Pagina<Fila, Cabecera>> => settled(await firstPage(asked), asked);

  return {
    async primera(filtro, conocida, signal) {
      const asked = { filtro, signal };
      const known = learned.paginaBase();
      // A page that was not full is page 1 of a service that counts from 1, and nothing of one that counts from 0: then it is not the same.
      const base = known ?? (conocida !== undefined && conocida.filas < reader.pageSize() ? 1 : undefined);
      if (conocida === undefined || base === undefined || learned.parametros() === undefined) {
        return { igual: false, pagina: await first(asked) };
      }
      const read = await reader.again(base, asked, conocida).catch((error: unknown) => {
        // Where the first page's number is not known, this one may not be there.
        if (isNotFound(error) || isTooLong(error) || (known === undefined && isBroken(error))) return undefined;
        throw error;
      });
      if (read !== undefined && 'body' in read) {
        if (conocida.filas > 0) absence.hasRows(filtro);
        return {
          igual: true,
          leer: () => finished(reader.opened(read.body, { huella: conocida.huella, numero: base }), filtro),
        };
      }
      if (read === undefined || known === undefined) return { igual: false, pagina: await first(asked) };
      return { igual: false, pagina: await settled(read, asked) };
    },
    async unaVez(filtro, { numero, pedidas = reader.pageSize() }, signal) {
      const read = await reader.readAt(
        (learned.paginaBase() ?? 1) + numero,
        { filtro, signal },
        { pedidas, unaVez: true },
      );
      return finished(read, filtro);
    },
    async pagina(filtro, numero, signal) {
      const asked = { filtro, signal };
      if (numero === 0) return first(asked);
      if (learned.paginaBase() === undefined) await firstPage(asked);
      return finished(await reader.readAt((learned.paginaBase() ?? 1) + numero, asked), filtro);
    },
  };
}
