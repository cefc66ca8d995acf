/** Reading one unit of each kind of method and handing it over: lists by windows; calendar and totals by whole months; shops whole. */
import { AppError } from '#contract/errors.ts';
import { addDays, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Ventana } from '#domain/ventana.ts';
import { DAY_S, startOf, windowOf, type Between } from '#service/list/instants.ts';
import { codificador, TABLAS, type FilasPlanas, type PaginaLeida } from '#storage/cache/index.ts';
import { leerMes } from './calendario.ts';
import { mesEntero, pendientes, vispera, type Lector, type LectorDeps } from './lector.ts';
import { keptList, type KeptPiece, type MetodoConVentana } from './lists.ts';
import { openStretch, type Encode, type Stretch } from './stretch.ts';
import { lectorDeTotales } from './totales.ts';
import type { Unidad } from './unidades.ts';

/** Rows of one transaction (docs/storage.md). */
const POR_TRANSACCION = 8_000;
const PRINCIPIO = parseIsoDate('0001-01-01');
const FINAL = parseIsoDate('9999-12-31');

/** Stretches of the same kind that are written together. */
interface Monton {
  readonly planas: FilasPlanas[];
  readonly paginas: PaginaLeida[];
  filas: number;
  iguales: number;
}
const vacio = (): Monton => ({ planas: [], paginas: [], filas: 0, iguales: 0 });

function juntar(monton: Monton, { planas, paginas, igual, filas }: Stretch): void {
  if (igual) monton.iguales += filas;
  for (const parte of planas) {
    monton.planas.push(parte);
    monton.filas += parte.ids.length;
  }
  for (const pagina of paginas) monton.paginas.push(pagina);
}

type Clase = Pick<Stretch, 'estado' | 'contratado' | 'igual'>;
const COMUN: Clase = { estado: 'completa', contratado: true, igual: false };
const mismaClase = (a: Clase, b: Clase): boolean =>
  a.estado === b.estado && a.contratado === b.contratado && a.igual === b.igual;

/** Stretches of whole days, in order: each closes with the first piece that ends with a day. */
async function* stretchesOf(
  pieces: AsyncIterable<KeptPiece>,
  from: CivilDate,
  encode: Encode,
): AsyncGenerator<Stretch> {
  let open = openStretch(startOf(from), encode);
  for await (const piece of pieces) {
    open.add(piece);
    const { hasta } = piece.between;
    if (hasta % DAY_S !== 0) continue;
    yield open.close(hasta);
    open = openStretch(hasta, encode);
  }
}

function lectorDeVentanas(deps: LectorDeps, metodo: MetodoConVentana, campoFecha: Unidad['campo']): Lector {
  const { servicio, cache, memoria, clock, comercios } = deps;
  const list = keptList(servicio, metodo, campoFecha);
  const encode = codificador(TABLAS[metodo]);
  let isMoved = false;
  /** The field that coverage is kept by; null when windows are compared with none that the rows carry. */
  function campo(): string | null {
    if (!list.filtersByOtherDate()) return list.campo;
    if (!isMoved) memoria.cambiarCampo(metodo, list.campo);
    isMoved = true;
    return null;
  }
  /** "There is no list" where there were some before: it is no evidence that they are gone. */
  function refuseDenial({ desde, hasta }: Ventana, deniedWith: number): void {
    if (cache.contar({ metodo, desde, hasta }) === 0) return;
    const code = deniedWith === 404 ? 'PEDIDO_RECHAZADO' : 'RESPUESTA_INVALIDA';
    throw new AppError(code, { detail: { metodo, estado: deniedWith } });
  }
  async function* piecesOf(ventana: Ventana, signal: AbortSignal): AsyncGenerator<KeptPiece> {
    const known = (between: Between) => cache.paginas(metodo, campo() ?? '', between);
    for await (const piece of list.read(ventana, { shops: comercios, known }, signal)) {
      if (piece.is === 'page' && piece.deniedWith !== undefined)
        refuseDenial(windowOf(piece.between), piece.deniedWith);
      yield piece;
    }
  }

  return async (unidad, signal) => {
    for (const { desde, hasta } of pendientes(deps, unidad, campo() ?? '')) {
      let clase = COMUN;
      let monton = vacio();
      let inicio: CivilDate = desde;
      let leido = clock.now();
      // One stretch is being written while the next one is read, and no more than that is held.
      let escribiendo = Promise.resolve();
      const volcar = async (fin: CivilDate): Promise<void> => {
        if (fin < inicio) return;
        const comun = { metodo, desde: inicio, hasta: fin, leido };
        const { planas, paginas, iguales } = monton;
        await escribiendo;
        escribiendo = clase.igual
          ? deps.tocar(unidad, { ...comun, campo: campo() ?? '' }, iguales)
          : deps.escribirPlanas(unidad, { ...comun, ...clase, campo: campo(), planas, paginas });
        escribiendo.catch(() => undefined); // told by whoever waits for it next: the next stretch, or the end
        monton = vacio();
        inicio = addDays(fin, 1);
        leido = clock.now();
      };
      for await (const tramo of stretchesOf(piecesOf({ desde, hasta }, signal), desde, encode)) {
        if (!mismaClase(clase, tramo)) {
          await volcar(vispera(tramo.desde));
          clase = { estado: tramo.estado, contratado: tramo.contratado, igual: tramo.igual };
        }
        juntar(monton, tramo);
        if (monton.filas >= POR_TRANSACCION) await volcar(tramo.hasta);
      }
      await volcar(hasta);
      await escribiendo;
    }
  };
}

const lectorDeComercios =
  ({ servicio, clock, escribir, ponerComercios }: LectorDeps): Lector =>
  async (unidad, signal) => {
    const leido = clock.now();
    const { filas, total, cuarentena } = await servicio.comercios(signal);
    ponerComercios(filas);
    if (PRINCIPIO === undefined || FINAL === undefined) return;
    await escribir(unidad, {
      metodo: 'comercios',
      campo: '',
      desde: PRINCIPIO,
      hasta: FINAL,
      filas: filas.map((fila) => ({ id: fila.id, fila: { ...fila } })),
      estado: filas.length + cuarentena === total ? 'completa' : 'inestable',
      contratado: true,
      leido,
    });
  };

const lectorDeCalendario =
  (deps: LectorDeps): Lector =>
  async (unidad, signal) => {
    const mes = mesEntero(unidad);
    if (pendientes(deps, { ...unidad, ...mes }, 'fecha').length === 0) return;
    const leido = deps.clock.now();
    const { filas, estado } = await leerMes(deps.servicio, mes, signal);
    await deps.escribir(unidad, {
      metodo: 'calendario',
      campo: 'fecha',
      ...mes,
      filas: filas.map((fila) => ({ id: fila.fecha, fila: { ...fila } })),
      estado,
      contratado: true,
      leido,
    });
  };

/** The reader of a unit's method; one for all its units. */
export function lectorDe(deps: LectorDeps, { metodo, campo }: Unidad): Lector {
  switch (metodo) {
    case 'comercios':
      return lectorDeComercios(deps);
    case 'calendario':
      return lectorDeCalendario(deps);
    case 'liquidaciones-totales':
    case 'impuestos-totales':
      return lectorDeTotales(deps, metodo);
    case 'operaciones':
    case 'movimientos':
    case 'liquidaciones':
    case 'impuestos':
    case 'rechazos':
    case 'liquidaciones-conciliadas':
    case 'conciliaciones':
      return lectorDeVentanas(deps, metodo, campo);
  }
}
