/**
 * Reading a period in windows that fit one page each: paging a list by number loses rows when it changes or has no stable order (TRAPS.md,
 * "sort order"). Windows go one after another, each as long as should fit (`ritmo.ts`), by days and, where the method takes times and days are
 * full, by times: a partition that needs no list to be complete. One that does not fit is asked again shorter; what cannot be cut any more is
 * divided by shop, and what is left is paged twice and compared. Pages that are known are asked for as they were, which gives the same windows.
 */
import { isAppError } from '#contract/errors.ts';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { PaginaLeida } from '#storage/cache/index.ts';
import { completa, type Alcance, type Fuente, type Hoja, type HojaPedida, type Parte } from './fuentes.ts';
import { DIA_S, diasDe, inicioDe, segundoDe, ventanaDe, type Entre } from './instantes.ts';
import { porComercios } from './por-comercios.ts';
import type { Ritmo } from './ritmo.ts';
import { abrirTramo, type Codificar, type Tramo } from './tramo.ts';

export interface LecturaDeps {
  readonly fuente: Fuente;
  readonly ritmo: Ritmo;
  readonly codificar: Codificar;
  /** Looks at every page: throws `FILTRO_IGNORADO` when what comes has nothing to do with what was asked. */
  readonly revisar: (hoja: Hoja, alcance: Alcance, signal: AbortSignal) => Promise<void>;
  /** The shops of the account, by id and name. */
  readonly comercios: () => readonly { readonly id: string; readonly nombre: string | null }[];
  /** The longest window that this method took, in days; Infinity while none was refused. */
  readonly maxDias: { get(): number; set(dias: number): void };
  /** The pages that what is kept of a period came in, in order. */
  readonly conocidas: (entre: Entre) => readonly PaginaLeida[];
}

const INTENTOS = 3;
/** Rows after which a stretch ends with its day: what is read is written in pieces of about a transaction (SQLITE.md). */
const FILAS_DE_TRAMO = 8_000;

const esLarga = (error: unknown): boolean =>
  isAppError(error, 'PEDIDO_RECHAZADO') && (error.detail['estado'] === 400 || error.detail['estado'] === 413);
const recibidas = ({ filas, cuarentena }: Hoja): number => filas.length + cuarentena;

export function crearLectura(deps: LecturaDeps) {
  const { fuente, ritmo, codificar, revisar, maxDias } = deps;
  const grano = fuente.conHoras ? 1 : DIA_S;

  /** A page that agrees with itself; one that does not after some tries counts as not whole. */
  async function sana(primera: Hoja, alcance: Alcance, signal: AbortSignal): Promise<Hoja> {
    let hoja = primera;
    for (let intento = 1; ; intento += 1) {
      await revisar(hoja, alcance, signal);
      const ids = new Set(hoja.filas.map(({ id }) => id));
      const bien = ids.size === hoja.filas.length && recibidas(hoja) <= hoja.total;
      if (bien && (hoja.total === 0 || recibidas(hoja) > 0 || hoja.agotada)) return hoja;
      // Twice the same record in one page: one of the two hides a record that did not come.
      if (intento === INTENTOS) return bien ? hoja : { ...hoja, total: Math.max(hoja.total, recibidas(hoja) + 1) };
      hoja = await fuente.pagina(alcance, signal);
    }
  }
  const pagina = async (alcance: Alcance, signal: AbortSignal): Promise<Hoja> =>
    sana(await fuente.pagina(alcance, signal), alcance, signal);

  async function pedir(entre: Entre, conocida: PaginaLeida | undefined, signal: AbortSignal): Promise<HojaPedida> {
    const alcance = { ventana: ventanaDe(entre) };
    const pedida = await fuente.otraVez(alcance, conocida, signal);
    return pedida.igual ? pedida : { igual: false, hoja: await sana(pedida.hoja, alcance, signal) };
  }

  /** Paged by number, twice: the same both times is taken for the truth. */
  async function dosVeces(alcance: Alcance, sonda: Hoja, signal: AbortSignal): Promise<Parte> {
    try {
      const primera = await fuente.entera(alcance, signal);
      const segunda = await fuente.entera(alcance, signal);
      const ids = new Set(primera.map(({ id }) => id));
      const iguales = primera.length === segunda.length && segunda.every(({ id }) => ids.has(id));
      if (iguales) return { filas: segunda, estado: 'completa' };
      const vistas = new Map([...primera, ...segunda].map((fila) => [fila.id, fila]));
      return { filas: [...vistas.values()], estado: 'inestable' };
    } catch (error) {
      // A service that breaks past the end of a list leaves in doubt what the first page brought, no more.
      if (!isAppError(error, 'LECTURA_INESTABLE', 'SERVICIO_FALLA', 'RESPUESTA_INVALIDA')) throw error;
      return { filas: sonda.filas, estado: 'inestable' };
    }
  }

  const repartir = (entre: Entre, sonda: Hoja, signal: AbortSignal): Promise<Parte> =>
    porComercios({
      alcance: { ventana: ventanaDe(entre) },
      sonda,
      signal,
      pagina,
      dosVeces,
      conComercios: fuente.conComercios,
      comercios: deps.comercios(),
    });

  function* momentos({ filas }: Pick<Hoja, 'filas'>): Generator<number> {
    const inicios = new Map<string, number>();
    for (const { fila } of filas) {
      const momento = fuente.momento(fila);
      const dia = momento === null ? undefined : parseIsoDate(momento.dia);
      if (momento === null || dia === undefined) continue;
      const inicio = inicios.get(dia) ?? inicioDe(dia);
      inicios.set(dia, inicio);
      yield inicio + segundoDe(momento.hora);
    }
  }

  return async function* leer(desde: CivilDate, hasta: CivilDate, signal: AbortSignal): AsyncGenerator<Tramo> {
    const fin = inicioDe(hasta) + DIA_S;
    const plan = deps.conocidas({ desde: inicioDe(desde), hasta: fin });
    let siguiente = 0;
    let ahora = inicioDe(desde);
    /** Where the window that did not fit has to end before. */
    let limite = Number.POSITIVE_INFINITY;
    let escala = 1;
    let tramo = abrirTramo(ahora, codificar);

    while (ahora < fin) {
      while ((plan[siguiente]?.desde ?? fin) < ahora) siguiente += 1;
      const proxima = plan[siguiente];
      const conocida = proxima?.desde === ahora && limite === Number.POSITIVE_INFINITY ? proxima : undefined;
      const dia = Math.floor(ahora / DIA_S);
      const lleno = tramo.filas >= FILAS_DE_TRAMO ? (dia + 1) * DIA_S : fin;
      const hastaConocida = proxima !== undefined && proxima.desde > ahora ? proxima.desde : fin;
      const tope = Math.min(fin, limite, lleno, hastaConocida, (dia + maxDias.get()) * DIA_S);
      const entre = { desde: ahora, hasta: conocida?.hasta ?? ritmo.fin(ahora, { tope, escala }) };

      let pedida: HojaPedida;
      try {
        pedida = await pedir(entre, conocida, signal);
      } catch (error) {
        const days = diasDe(entre);
        if (days < 2 || !esLarga(error)) throw error;
        maxDias.set(Math.ceil(days / 2));
        limite = (dia + Math.ceil(days / 2)) * DIA_S;
        continue;
      }
      if (pedida.igual) tramo.agregar(entre, pedida);
      else if (completa(pedida.hoja)) {
        tramo.agregar(entre, pedida);
        const parte = ritmo.leida(entre, momentos(pedida.hoja));
        if (parte !== undefined) escala = Math.min(4, Math.max(0.01, Math.sqrt(escala * parte)));
      } else if (pedida.hoja.agotada) {
        // Cut shorter, it would be as many windows that promise what does not come.
        tramo.agregarParte({ filas: pedida.hoja.filas, estado: 'inestable' }, pedida.hoja.contratado);
      } else {
        const { hoja } = pedida;
        const largo = entre.hasta - entre.desde;
        ritmo.noEntro(entre, { total: hoja.total, recibidas: recibidas(hoja) });
        if (largo > grano) {
          const menos = largo * Math.min(0.7, (1.5 * recibidas(hoja)) / hoja.total);
          limite = ahora + Math.max(grano, Math.floor(menos / grano) * grano);
          if (limite > (dia + 1) * DIA_S) limite -= limite % DIA_S;
          continue;
        }
        tramo.agregarParte(await repartir(entre, hoja, signal), hoja.contratado);
      }
      limite = Number.POSITIVE_INFINITY;
      ahora = entre.hasta;
      if (ahora % DIA_S !== 0) continue;
      yield tramo.cerrar(ahora);
      tramo = abrirTramo(ahora, codificar);
    }
  };
}
