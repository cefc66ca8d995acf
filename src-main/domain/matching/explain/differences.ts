import type { Cupon, CuponField } from '../../cupon.ts';
import { fold } from '../../fold-text.ts';
import { formatPlain, type Money } from '../../money.ts';
import { COMPARISON_NAMES, COMPARISONS, type Comparison, type LevelVector } from '../comparisons.ts';
import { MISSING } from '../fields/codes.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import type { DifferentField, MotivoCode } from './reasons.ts';

export type FieldMotivo = Extract<
  MotivoCode,
  | `IMPORTE_${string}`
  | `${string}_DISTINTO`
  | `${string}_DISTINTA`
  | `${string}_DISTINTAS`
  | `${string}_CAMBIADOS`
  | 'SIGNO_INVERTIDO'
>;

/** A difference between a coupon and an operation, and the reason it makes alone. The brand alone makes none. */
export interface Difference extends DifferentField {
  readonly comparison: Comparison;
  readonly motivo: FieldMotivo | undefined;
  /** Another field's number stands in this field, whose own comparison does not say so: shown only for a coupon that has the field. */
  readonly ifPresent?: true;
}

type OneField = readonly [CuponField, FieldMotivo | undefined];

const IMPORTE_MOTIVOS: Readonly<Record<string, FieldMotivo>> = {
  por_100: 'IMPORTE_POR_100',
  dividido_100: 'IMPORTE_POR_100',
  una_cuota: 'IMPORTE_DE_UNA_CUOTA',
  neto: 'IMPORTE_NETO',
  signo: 'SIGNO_INVERTIDO',
};

/** The fields that differ at a level, each with its reason. */
function fieldsOf(comparison: Comparison, level: string): readonly OneField[] {
  if (level === 'igual') return [];
  switch (comparison) {
    case 'importe':
      return [['importe', IMPORTE_MOTIVOS[level] ?? 'IMPORTE_DISTINTO']];
    case 'fecha':
      return [['fecha_venta', level === 'dia_y_mes' ? 'DIA_Y_MES_CAMBIADOS' : 'FECHA_DISTINTA']];
    case 'comprobante':
      return [['comprobante', level.startsWith('en_') ? 'CAMPOS_CAMBIADOS' : 'COMPROBANTE_DISTINTO']];
    case 'tarjeta':
      return [['tarjeta_nro', 'TARJETA_DISTINTA']];
    case 'bin':
      return [['bin', 'TARJETA_DISTINTA']];
    case 'terminal':
      return fieldsOfTerminal(level);
    case 'comercio':
      if (level.startsWith('otro')) return [['establecimiento', 'ESTABLECIMIENTO_DISTINTO']];
      return level === 'igual_otra_marca' || level === 'marca_otra' ? [['tarjeta_desc', undefined]] : [];
    case 'cuotas':
      return [['cuotas', 'CUOTAS_DISTINTAS']];
    case 'autorizacion':
      return [['autorizacion', 'AUTORIZACION_DISTINTA']];
    case 'referencia':
      return [['wallet_referencia', 'COMPROBANTE_DISTINTO']];
  }
}

/** Lote and terminal are one comparison and two fields. */
function fieldsOfTerminal(level: string): readonly OneField[] {
  if (level === 'ambos' || level.endsWith('_igual')) return [];
  const motivo = level === 'cambiados' ? 'CAMPOS_CAMBIADOS' : 'LOTE_O_TERMINAL_DISTINTO';
  if (level === 'otro_lote' || level === 'lote_otro') return [['lote', motivo]];
  if (level === 'otra_terminal' || level === 'terminal_otra') return [['terminal', motivo]];
  return [
    ['lote', motivo],
    ['terminal', motivo],
  ];
}

export function differencesOf(levels: LevelVector): readonly Difference[] {
  const levelOf = (comparison: Comparison): string | undefined =>
    COMPARISONS[comparison][levels[COMPARISON_NAMES.indexOf(comparison)] ?? -1];
  return COMPARISON_NAMES.flatMap((comparison): readonly Difference[] => {
    const level = levelOf(comparison);
    if (level === undefined) return [];
    const own = fieldsOf(comparison, level).map(([field, motivo]) => ({
      comparison,
      campo: field,
      nivel: level,
      motivo,
    }));
    const other = comparison === 'comprobante' ? placeOfVoucher(level, levelOf) : undefined;
    return other === undefined
      ? own
      : [...own, { comparison, campo: other, nivel: level, motivo: 'CAMPOS_CAMBIADOS', ifPresent: true } as const];
  });
}

/** The field that holds the voucher and therefore was not compared (`comparisons.ts`) differs too. */
function placeOfVoucher(
  level: string,
  levelOf: (comparison: Comparison) => string | undefined,
): CuponField | undefined {
  if (level === 'en_autorizacion') return levelOf('autorizacion') === undefined ? 'autorizacion' : undefined;
  if (level !== 'en_lote') return undefined;
  const compared = levelOf('terminal');
  return compared === undefined || compared.startsWith('terminal_') ? 'lote' : undefined;
}

/** The differences as shown: without fields that the coupon lacks. */
export const shownFor = (
  { authorisation, lote }: Pick<CuponCodes, 'authorisation' | 'lote'>,
  differences: readonly Difference[],
): readonly DifferentField[] =>
  differences
    .filter(({ campo, ifPresent }) => ifPresent !== true || (campo === 'lote' ? lote : authorisation) !== MISSING)
    .map(({ campo, nivel }) => ({ campo, nivel }));

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

/** The operation's value to show beside each field of a coupon. */
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

/** A field in the coupon and the operation: amounts with two decimals, days as ISO. */
export interface FieldDifference {
  readonly campo: CuponField;
  readonly cupon: string | null;
  readonly operacion: string | null;
}

/** The two values of each field that differs, for the sentence and for `diferencias` of the command line. */
export const valuesOf = (
  differences: readonly DifferentField[],
  cupon: Cupon,
  operacion: ShownOperacion,
): readonly FieldDifference[] =>
  differences.map(({ campo }) => ({
    campo,
    cupon: cupon[campo] ?? null,
    operacion: SIDE_BY_SIDE[campo]?.(operacion) ?? null,
  }));

/** False for a card with the same name on both sides: only its processor is unusual, which the coupon does not say. */
export const isTold = ({ campo, cupon, operacion }: FieldDifference): boolean =>
  campo !== 'tarjeta_desc' || fold((cupon ?? '').trim()) !== fold((operacion ?? '').trim());
