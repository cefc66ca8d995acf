import type { ResultOperacion } from '#domain/result-rows.ts';
import { civilDateAt, civilDateTimeAt, parseIsoDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { OUT_OF_RESULT, type Conciliacion, type Disposition } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import type { ReportCupon, ReportSource } from '#domain/report.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { bridgeOf, ledgerCupones } from '../upload/report-source.ts';

/** An upload of ours and its ledger. */
interface Ours {
  readonly carga: string;
  readonly ledger: Ledger;
}

interface ReadResult {
  readonly encabezado: Conciliacion;
  readonly operaciones: readonly ResultOperacion[];
  /** The file of each of `operaciones`; null for a coupon that is not ours. */
  readonly places: readonly (string | null)[];
  /** Undefined when somebody else made the reconciliation. */
  readonly nuestra: Ours | undefined;
  readonly ahora: Instant;
}

const placeOf = (file: string | null, row: number | null): string => `${String(row)} ${file ?? ''}`;

/**
 * The source of a report over a result that was just read: its matched and unmatched coupons, as the service has them. For an upload of ours,
 * also the coupons that the result does not list and the rows that were not sent.
 */
export function sourceOf({
  encabezado,
  operaciones,
  places,
  nuestra,
  ahora,
}: ReadResult): Omit<ReportSource, 'cuenta'> {
  const files = nuestra?.ledger.upload(nuestra.carga)?.archivos ?? [];
  const vistas = new Set(operaciones.map(({ fila }, i) => placeOf(places[i] ?? null, fila)));
  function* outOfResult(dispositions: readonly Disposition[]): Generator<ReportCupon> {
    const requested = dispositions.filter((one) => OUT_OF_RESULT.includes(one));
    if (nuestra === undefined || requested.length === 0) return;
    // A coupon that the ledger calls missing may have appeared since: then the result lists it.
    for (const item of ledgerCupones(nuestra.ledger, nuestra.carga, requested))
      if (!vistas.has(placeOf(item.archivo, item.fila))) yield item;
  }
  return {
    archivos: files,
    carga: nuestra?.carga ?? encabezado.id,
    conciliacion: encabezado,
    leido: civilDateTimeAt(ahora),
    hoy: civilDateAt(ahora),
    completo: outOfResult(['no_informado']).next().done === true,
    *cupones(dispositions) {
      for (const [i, operacion] of operaciones.entries()) {
        const disposition: Disposition = operacion.conciliado ? 'conciliado' : 'sin_conciliar';
        if (dispositions.includes(disposition))
          yield cuponOf(operacion, { disposicion: disposition, archivo: places[i] ?? null });
      }
      yield* outOfResult(dispositions);
    },
    readErrors: () => nuestra?.ledger.readErrors(nuestra.carga) ?? [],
    readNotices: () => nuestra?.ledger.readNotices(nuestra.carga) ?? [],
    ...(nuestra === undefined ? {} : { bridge: () => bridgeOf(nuestra.ledger, nuestra.carga) }),
  };
}

function cuponOf(
  operacion: ResultOperacion,
  { disposicion, archivo }: { disposicion: Disposition; archivo: string | null },
): ReportCupon {
  const cupon: Partial<Record<CuponField, string>> = {};
  for (const field of FIELDS_IN_ORDER) {
    const value = operacion[field];
    if (value !== undefined) cupon[field] = value;
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
