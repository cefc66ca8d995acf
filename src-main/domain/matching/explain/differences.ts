import type { Cupon, CuponField } from '../../cupon.ts';
import { formatPlain, type Money } from '../../money.ts';
import { COMPARISON_NAMES, COMPARISONS, type Comparison } from '../comparisons.ts';
import { LEVEL_OFFSETS } from '../model/layout.ts';
import type { LevelVector } from '../pair-levels.ts';
import type { LevelDifference, MotivoCode } from './reasons.ts';

/** Reasons that are the difference of one field. */
export type FieldMotivo = Extract<
  MotivoCode,
  | `IMPORTE_${string}`
  | `${string}_DISTINTO`
  | `${string}_DISTINTA`
  | `${string}_DISTINTAS`
  | `${string}_CAMBIADOS`
  | 'SIGNO_INVERTIDO'
>;

/** A difference between a coupon and an operation, and the reason that it makes by itself. The brand alone makes none. */
export interface Difference extends LevelDifference {
  readonly comparison: Comparison;
  readonly motivo: FieldMotivo | undefined;
}

type OneField = readonly [CuponField, FieldMotivo | undefined];

const IMPORTE_MOTIVOS: Readonly<Record<string, FieldMotivo>> = {
  por_100: 'IMPORTE_POR_100',
  dividido_100: 'IMPORTE_POR_100',
  una_cuota: 'IMPORTE_DE_UNA_CUOTA',
  neto: 'IMPORTE_NETO',
  signo: 'SIGNO_INVERTIDO',
};

/** The field of a level and its reason. Undefined for a level of agreement. */
function fieldOf(comparison: Comparison, level: string): OneField | undefined {
  switch (comparison) {
    case 'importe':
      return level === 'igual' ? undefined : ['importe', IMPORTE_MOTIVOS[level] ?? 'IMPORTE_DISTINTO'];
    case 'fecha':
      if (level === 'igual') return undefined;
      return ['fecha_venta', level === 'dia_y_mes' ? 'DIA_Y_MES_CAMBIADOS' : 'FECHA_DISTINTA'];
    case 'comprobante':
      if (level === 'igual') return undefined;
      return ['comprobante', level.startsWith('en_') ? 'CAMPOS_CAMBIADOS' : 'COMPROBANTE_DISTINTO'];
    case 'tarjeta':
      return level === 'igual' ? undefined : ['tarjeta_nro', 'TARJETA_DISTINTA'];
    case 'bin':
      return level === 'igual' ? undefined : ['bin', 'TARJETA_DISTINTA'];
    case 'terminal':
      if (level === 'ambos' || level.endsWith('_igual')) return undefined;
      if (level === 'cambiados') return ['lote', 'CAMPOS_CAMBIADOS'];
      return [level === 'otra_terminal' || level === 'terminal_otra' ? 'terminal' : 'lote', 'LOTE_O_TERMINAL_DISTINTO'];
    case 'comercio':
      if (level.startsWith('otro')) return ['establecimiento', 'ESTABLECIMIENTO_DISTINTO'];
      return level === 'igual_otra_marca' || level === 'marca_otra' ? ['tarjeta_desc', undefined] : undefined;
    case 'cuotas':
      return level === 'igual' ? undefined : ['cuotas', 'CUOTAS_DISTINTAS'];
    case 'autorizacion':
      return level === 'igual' ? undefined : ['autorizacion', 'AUTORIZACION_DISTINTA'];
    case 'referencia':
      return level === 'igual' ? undefined : ['wallet_referencia', 'COMPROBANTE_DISTINTO'];
  }
}

/** A level that at least this share of the matched coupons have is ordinary for the account. */
const ORDINARY = 0.2;

/** The differences between a coupon and an operation. `ordinary`: the share of each level among matched coupons. */
export function differencesOf(levels: LevelVector, ordinary: Float64Array): readonly Difference[] {
  return COMPARISON_NAMES.flatMap((comparison, i): readonly Difference[] => {
    const place = levels[i] ?? -1;
    const level = COMPARISONS[comparison][place];
    const found = level === undefined ? undefined : fieldOf(comparison, level);
    if (level === undefined || found === undefined) return [];
    const habitual = (ordinary[(LEVEL_OFFSETS[i] ?? 0) + place] ?? 0) >= ORDINARY;
    return [{ comparison, campo: found[0], nivel: level, motivo: found[1], habitual }];
  });
}

/** The fields of an operation that are shown beside a coupon. */
export interface ShownOperacion {
  readonly fecha_venta: { readonly fecha: string };
  readonly importe: Money;
  readonly comprobante: string | null;
  readonly tarjeta_nro: string | null;
  readonly bin: string | null;
  readonly terminal: string | null;
  readonly lote: string | null;
  readonly establecimiento: string | null;
  readonly tarjeta: string | null;
  readonly cuotas: string | null;
  readonly autorizacion: string | null;
  readonly referencia: string | null;
}

/** For each field of a coupon, the value of the operation that is shown beside it. */
const SIDE_BY_SIDE: Readonly<Partial<Record<CuponField, (operacion: ShownOperacion) => string | null>>> = {
  importe: ({ importe }) => formatPlain(importe),
  fecha_venta: ({ fecha_venta }) => fecha_venta.fecha,
  comprobante: ({ comprobante }) => comprobante,
  tarjeta_nro: ({ tarjeta_nro }) => tarjeta_nro,
  bin: ({ bin }) => bin,
  terminal: ({ terminal }) => terminal,
  lote: ({ lote }) => lote,
  establecimiento: ({ establecimiento }) => establecimiento,
  tarjeta_desc: ({ tarjeta }) => tarjeta,
  cuotas: ({ cuotas }) => cuotas,
  autorizacion: ({ autorizacion }) => autorizacion,
  wallet_referencia: ({ referencia }) => referencia,
};

/** A field as the coupon and the operation have it: amounts with two decimals, days as ISO. */
export interface FieldDifference {
  readonly campo: CuponField;
  readonly cupon: string | null;
  readonly operacion: string | null;
}

/** The two values of each field that differs, as text, for the sentence and for `diferencias` of the command line. */
export const valuesOf = (
  differences: readonly LevelDifference[],
  cupon: Cupon,
  operacion: ShownOperacion,
): readonly FieldDifference[] =>
  differences.map(({ campo }) => ({
    campo,
    cupon: cupon[campo] ?? null,
    operacion: SIDE_BY_SIDE[campo]?.(operacion) ?? null,
  }));
