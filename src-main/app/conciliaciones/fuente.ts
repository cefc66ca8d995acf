import type { OperacionResultado } from '#contract/documents.ts';
import { civilDateAt, civilDateTimeAt, parseIsoDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Conciliacion, Disposicion } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, type CuponCampo } from '#domain/cupon.ts';
import type { CuponInforme, InformeFuente } from '#domain/informe.ts';
import type { Libro } from '#storage/ledger/index.ts';
import { bridgeOf, cuponesDelLibro } from '../upload/informe-fuente.ts';

/** An upload of ours, as the ledger has it. */
interface Nuestra {
  readonly carga: string;
  readonly libro: Libro;
}

interface Leido {
  readonly encabezado: Conciliacion;
  readonly operaciones: readonly OperacionResultado[];
  /** The file of each of `operaciones`; null where it is not ours. */
  readonly lugares: readonly (string | null)[];
  /** undefined when somebody else made the reconciliation. */
  readonly nuestra: Nuestra | undefined;
  readonly ahora: Instant;
}

/** What the result of the service does not list: the ledger knows where each one ended. */
const FUERA: readonly Disposicion[] = ['no_informado', 'existente', 'no_enviado', 'rechazado'];

const lugarDe = (archivo: string | null, fila: number | null): string => `${String(fila)} ${archivo ?? ''}`;

/**
 * What the report is written from, over a result that was just read: its matched and unmatched coupons, as the service has them, and of an
 * upload of ours also what the result does not list, and the rows that were not sent.
 */
export function fuenteDe({ encabezado, operaciones, lugares, nuestra, ahora }: Leido): Omit<InformeFuente, 'cuenta'> {
  const archivos = nuestra?.libro.upload(nuestra.carga)?.archivos ?? [];
  const vistas = new Set(operaciones.map(({ fila }, i) => lugarDe(lugares[i] ?? null, fila)));
  function* fuera(disposiciones: readonly Disposicion[]): Generator<CuponInforme> {
    const pedidas = disposiciones.filter((una) => FUERA.includes(una));
    if (nuestra === undefined || pedidas.length === 0) return;
    // What was missing when the upload was read may have come since: then the result lists it.
    for (const uno of cuponesDelLibro(nuestra.libro, nuestra.carga, pedidas))
      if (!vistas.has(lugarDe(uno.archivo, uno.fila))) yield uno;
  }
  return {
    archivos,
    carga: nuestra?.carga ?? encabezado.id,
    conciliacion: encabezado,
    leido: civilDateTimeAt(ahora),
    hoy: civilDateAt(ahora),
    completo: fuera(['no_informado']).next().done === true,
    *cupones(disposiciones) {
      for (const [i, operacion] of operaciones.entries()) {
        const disposicion: Disposicion = operacion.conciliado ? 'conciliado' : 'sin_conciliar';
        if (disposiciones.includes(disposicion)) yield cuponDe(operacion, { disposicion, archivo: lugares[i] ?? null });
      }
      yield* fuera(disposiciones);
    },
    errores: () => nuestra?.libro.errores(nuestra.carga) ?? [],
    avisos: () => nuestra?.libro.avisos(nuestra.carga) ?? [],
    ...(nuestra === undefined ? {} : { bridge: () => bridgeOf(nuestra.libro, nuestra.carga) }),
  };
}

function cuponDe(
  operacion: OperacionResultado,
  { disposicion, archivo }: { disposicion: Disposicion; archivo: string | null },
): CuponInforme {
  const cupon: Partial<Record<CuponCampo, string>> = {};
  for (const campo of CAMPOS_EN_ORDEN) {
    const value = operacion[campo];
    if (value !== undefined) cupon[campo] = value;
  }
  return {
    archivo,
    fila: operacion.fila,
    cupon,
    disposicion,
    modo: operacion.modo,
    nroLiquidacion: operacion.nro_liquidacion,
    fechaLiq: operacion.fecha_liq === null ? null : (parseIsoDate(operacion.fecha_liq) ?? null),
  };
}
