import type { OperacionResultado } from '#contract/documents.ts';
import { civilDateAt, civilDateTimeAt, parseIsoDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Conciliacion, Disposicion } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, type CuponCampo } from '#domain/cupon.ts';
import type { CuponInforme, InformeFuente } from '#domain/informe.ts';

interface Leido {
  readonly encabezado: Conciliacion;
  readonly operaciones: readonly OperacionResultado[];
  /** The files of our upload; none when somebody else made the reconciliation. */
  readonly archivos: readonly string[];
  readonly carga: string | null;
  readonly ahora: Instant;
}

/** What the report is written from, over a result that was just read: its matched and unmatched coupons, as the service has them. */
export function fuenteDe({ encabezado, operaciones, archivos, carga, ahora }: Leido): Omit<InformeFuente, 'cuenta'> {
  const archivo = archivos.length === 1 ? (archivos[0] ?? null) : null;
  return {
    archivos,
    carga: carga ?? encabezado.id,
    conciliacion: encabezado,
    leido: civilDateTimeAt(ahora),
    hoy: civilDateAt(ahora),
    completo: true,
    *cupones(disposiciones) {
      for (const operacion of operaciones) {
        const disposicion: Disposicion = operacion.conciliado ? 'conciliado' : 'sin_conciliar';
        if (disposiciones.includes(disposicion)) yield cuponDe(operacion, { disposicion, archivo });
      }
    },
    errores: () => [],
    avisos: () => [],
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
    archivo: operacion.fila === null ? null : archivo,
    fila: operacion.fila,
    cupon,
    disposicion,
    modo: operacion.modo,
    nroLiquidacion: operacion.nro_liquidacion,
    fechaLiq: operacion.fecha_liq === null ? null : (parseIsoDate(operacion.fecha_liq) ?? null),
  };
}
