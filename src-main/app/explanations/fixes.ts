/** The values of an operation that are to replace those of its coupon. */
import type { StatedCandidato } from '#contract/explanations.ts';
import type { CuponField } from '#domain/cupon.ts';
import type { Explanation, Motivo, MotivoCode } from '#domain/matching/explain/reasons.ts';

/** Reasons that go away when the coupon takes the values of its operation: only fields differ. */
const OF_FIELDS: ReadonlySet<MotivoCode> = new Set<MotivoCode>([
  'CAMPOS_CAMBIADOS', 'IMPORTE_POR_100', 'IMPORTE_DE_UNA_CUOTA', 'IMPORTE_NETO', 'SIGNO_INVERTIDO', 'IMPORTE_DISTINTO',
  'DIA_Y_MES_CAMBIADOS', 'FECHA_DISTINTA', 'COMPROBANTE_DISTINTO', 'TARJETA_DISTINTA', 'ESTABLECIMIENTO_DISTINTO',
  'LOTE_O_TERMINAL_DISTINTO', 'CUOTAS_DISTINTAS', 'AUTORIZACION_DISTINTA', 'VARIOS_CAMPOS',
]); // prettier-ignore

const isOfFields = (motivo: Motivo): boolean =>
  OF_FIELDS.has(motivo.codigo) ||
  (motivo.codigo === 'COMERCIO_AJENO' && motivo.operacion) ||
  (motivo.codigo === 'DEVUELTA' && motivo.difiere !== undefined && isOfFields(motivo.difiere));

/** Whether the first operation of a coupon can correct it. */
export const isFixable = ({ motivo, candidatos }: Explanation): boolean =>
  isOfFields(motivo) && (candidatos[0]?.diferencias.length ?? 0) > 0;

/** The values for the cells of a row. */
export interface RowFix {
  readonly id: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
}

/** The texts of the operation, as they would be sent, by field. */
export function fixOf({ diferencias }: StatedCandidato): Partial<Record<CuponField, string>> {
  const fix: Partial<Record<CuponField, string>> = {};
  for (const { campo, operacion } of diferencias) {
    if (operacion !== null) fix[campo] = operacion;
  }
  return fix;
}
