/**
 * Reading a period in windows that fit one page each: paging a list by number loses rows when it changes or has no stable order (TRAPS.md,
 * "sort order"). Days are divided first; a day that alone is too much by time of day where the method takes times (a partition that needs
 * no list to be complete), then by shop; what is left is paged twice and compared.
 */
import { isAppError } from '#contract/errors.ts';
import { addDays, daysBetween, type CivilDate } from '#domain/civil-date.ts';
import { cortesDe, DIA_ENTERO, horaDeSegundo } from './cortes.ts';
import { completa, type Alcance, type FilaLeida, type Fuente, type Hoja, type Parte } from './fuentes.ts';
import { porComercios } from './por-comercios.ts';

/** A stretch of whole days, read. */
export interface Tramo {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  readonly filas: readonly FilaLeida[];
  readonly estado: 'completa' | 'inestable';
  readonly contratado: boolean;
}

export interface LecturaDeps {
  readonly fuente: Fuente;
  /** Looks at every page: throws `FILTRO_IGNORADO` when what comes has nothing to do with what was asked. */
  readonly revisar: (hoja: Hoja, alcance: Alcance, signal: AbortSignal) => Promise<void>;
  /** The shops of the account, by id and name. */
  readonly comercios: () => readonly { readonly id: string; readonly nombre: string | null }[];
  /** The longest window that this method took, in days; Infinity while none was refused. */
  readonly maxDias: { get(): number; set(dias: number): void };
}

/** Pages are filled up to this share, so that a busier day than its neighbours still fits. */
const LLENADO = 0.85;
const INTENTOS = 3;

const partes = (total: number, hoja: Hoja): number =>
  Math.max(2, Math.ceil(total / (LLENADO * Math.max(1, hoja.filas.length + hoja.cuarentena))));

const esLarga = (error: unknown): boolean =>
  isAppError(error, 'PEDIDO_RECHAZADO') && (error.detail['estado'] === 400 || error.detail['estado'] === 413);

export function crearLectura(deps: LecturaDeps) {
  const { fuente, revisar, maxDias } = deps;

  /** A page that agrees with itself; undefined when it does not after some tries. */
  async function pagina(alcance: Alcance, signal: AbortSignal): Promise<Hoja> {
    for (let intento = 1; ; intento += 1) {
      const hoja = await fuente.pagina(alcance, signal);
      await revisar(hoja, alcance, signal);
      const ids = new Set(hoja.filas.map(({ id }) => id));
      const sana = ids.size === hoja.filas.length && hoja.filas.length + hoja.cuarentena <= hoja.total;
      if ((sana && (hoja.total === 0 || hoja.filas.length + hoja.cuarentena > 0)) || intento === INTENTOS) {
        // Twice the same record in one page: one of the two hides a record that did not come.
        return sana ? hoja : { ...hoja, total: Math.max(hoja.total, hoja.filas.length + hoja.cuarentena + 1) };
      }
    }
  }

  /** Paged by number, twice: the same both times is taken for the truth. */
  async function dosVeces(alcance: Alcance, sonda: Hoja, signal: AbortSignal): Promise<Parte> {
    try {
      const primera = await fuente.entera(alcance, signal);
      const segunda = await fuente.entera(alcance, signal);
      const ids = new Set(primera.map(({ id }) => id));
      const iguales = primera.length === segunda.length && segunda.every(({ id }) => ids.has(id));
      if (iguales) return { filas: segunda, estado: 'completa' };
      return {
        filas: [...segunda, ...primera.filter(({ id }) => !segunda.some((otra) => otra.id === id))],
        estado: 'inestable',
      };
    } catch (error) {
      if (!isAppError(error, 'LECTURA_INESTABLE')) throw error;
      return { filas: sonda.filas, estado: 'inestable' };
    }
  }

  const repartirComercios = (alcance: Alcance, sonda: Hoja, signal: AbortSignal): Promise<Parte> =>
    porComercios({
      alcance,
      sonda,
      signal,
      pagina,
      dosVeces,
      conComercios: fuente.conComercios,
      comercios: deps.comercios(),
    });

  /** The times `[desde, hasta)` of a day, in seconds. */
  async function horas(
    dia: CivilDate,
    { desde, hasta }: { desde: number; hasta: number },
    signal: AbortSignal,
  ): Promise<Parte> {
    const ventana = {
      desde: dia,
      hasta: hasta === DIA_ENTERO ? addDays(dia, 1) : dia,
      horas: { desde: horaDeSegundo(desde), hasta: horaDeSegundo(hasta % DIA_ENTERO) },
    };
    const hoja = await pagina({ ventana }, signal);
    if (completa(hoja)) return { filas: hoja.filas, estado: 'completa' };
    return dividir(dia, { desde, hasta, hoja }, signal);
  }

  async function dividir(
    dia: CivilDate,
    { desde, hasta, hoja }: { desde: number; hasta: number; hoja: Hoja },
    signal: AbortSignal,
  ): Promise<Parte> {
    const momentos = hoja.filas.flatMap(({ fila }) => fuente.momento(fila)?.hora ?? []);
    const cortes = cortesDe(momentos, { desde, hasta, partes: partes(hoja.total, hoja) });
    if (cortes.length === 0) {
      const ventana =
        desde === 0 && hasta === DIA_ENTERO
          ? { desde: dia, hasta: dia }
          : {
              desde: dia,
              hasta: hasta === DIA_ENTERO ? addDays(dia, 1) : dia,
              horas: { desde: horaDeSegundo(desde), hasta: horaDeSegundo(hasta % DIA_ENTERO) },
            };
      return repartirComercios({ ventana }, hoja, signal);
    }
    const limites = [desde, ...cortes, hasta];
    const filas: FilaLeida[] = [];
    let estado: Parte['estado'] = 'completa';
    for (const [i, inicio] of limites.slice(0, -1).entries()) {
      const parte = await horas(dia, { desde: inicio, hasta: limites[i + 1] ?? hasta }, signal);
      filas.push(...parte.filas);
      if (parte.estado === 'inestable') estado = 'inestable';
    }
    return { filas, estado };
  }

  async function unDia(dia: CivilDate, sonda: Hoja, signal: AbortSignal): Promise<Tramo> {
    const parte = fuente.conHoras
      ? await dividir(dia, { desde: 0, hasta: DIA_ENTERO, hoja: sonda }, signal)
      : await repartirComercios({ ventana: { desde: dia, hasta: dia } }, sonda, signal);
    return { desde: dia, hasta: dia, ...parte, contratado: sonda.contratado };
  }

  /** Days `[desde, hasta]` in order, in `cuantas` stretches as equal as they can be. */
  async function* enPartes(
    desde: CivilDate,
    hasta: CivilDate,
    cuantas: number,
    signal: AbortSignal,
  ): AsyncGenerator<Tramo> {
    const days = daysBetween(desde, hasta) + 1;
    for (let i = 0; i < cuantas; i += 1) {
      const from = addDays(desde, Math.floor((days * i) / cuantas));
      const to = addDays(desde, Math.floor((days * (i + 1)) / cuantas) - 1);
      yield* leer(from, to, signal);
    }
  }

  async function* leer(desde: CivilDate, hasta: CivilDate, signal: AbortSignal): AsyncGenerator<Tramo> {
    const days = daysBetween(desde, hasta) + 1;
    const max = maxDias.get();
    if (days > max) return yield* enPartes(desde, hasta, Math.ceil(days / max), signal);
    let hoja: Hoja;
    try {
      hoja = await pagina({ ventana: { desde, hasta } }, signal);
    } catch (error) {
      if (days < 2 || !esLarga(error)) throw error;
      maxDias.set(Math.ceil(days / 2));
      return yield* enPartes(desde, hasta, 2, signal);
    }
    if (completa(hoja)) yield { desde, hasta, filas: hoja.filas, estado: 'completa', contratado: hoja.contratado };
    else if (days > 1) yield* enPartes(desde, hasta, Math.min(days, partes(hoja.total, hoja)), signal);
    else yield await unDia(desde, hoja, signal);
  }
  return leer;
}
