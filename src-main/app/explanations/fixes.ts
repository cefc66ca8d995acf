/** What the operation of a coupon says, to be put in the place of what the coupon does. */
import type { StatedCandidato } from '#contract/explanations.ts';
import type { CuponField } from '#domain/cupon.ts';
import type { Explanation, MotivoCode } from '#domain/matching/explain/reasons.ts';

/** Reasons that go away when the coupon says what its operation does: a field or several differ, and nothing else is in the way. */
const OF_FIELDS: ReadonlySet<MotivoCode> = new Set<MotivoCode>([
  'CAMPOS_CAMBIADOS', 'IMPORTE_POR_100', 'IMPORTE_DE_UNA_CUOTA', 'IMPORTE_NETO', 'SIGNO_INVERTIDO', 'IMPORTE_DISTINTO',
  'DIA_Y_MES_CAMBIADOS', 'FECHA_DISTINTA', 'COMPROBANTE_DISTINTO', 'TARJETA_DISTINTA', 'ESTABLECIMIENTO_DISTINTO',
  'LOTE_O_TERMINAL_DISTINTO', 'CUOTAS_DISTINTAS', 'AUTORIZACION_DISTINTA', 'VARIOS_CAMPOS',
]); // prettier-ignore

/** A coupon that its first operation can mend. */
export const isFixable = ({ motivo, candidatos }: Explanation): boolean =>
  OF_FIELDS.has(motivo.codigo) && (candidatos[0]?.diferencias.some(({ habitual }) => !habitual) ?? false);

/** What is to be put in the cells of a row. */
export interface RowFix {
  readonly id: number;
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
}

/** What each field would say: the text that is sent. Fields in which the coupons of the account differ anyway stay as they are. */
export function fixOf({ diferencias }: StatedCandidato): Partial<Record<CuponField, string>> {
  const fix: Partial<Record<CuponField, string>> = {};
  for (const { campo, operacion, habitual } of diferencias) {
    if (operacion !== null && habitual !== true) fix[campo] = operacion;
  }
  return fix;
}
