import type { Cupon, CuponField } from '../../cupon.ts';
import { fold } from '../../fold-text.ts';
import { toCentavos } from '../../money.ts';
import { COMPARISON_NAMES, COMPARISONS, type Comparison, type LevelVector } from '../comparisons.ts';
import { MISSING } from '../fields/codes.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import type { DifferentField, MotivoCode, Motivo } from './reasons.ts';
import { fromDayNumber } from '../../civil-date.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';

export type FieldMotivo = Extract<
  MotivoCode,
  | `IMPORTE_${string}`
  | `${string}_DISTINTO`
  | `${string}_DISTINTA`
  | `${string}_DISTINTAS`
  | `${string}_CAMBIADOS`
  | 'SIGNO_INVERTIDO'
>;

/** A difference between a coupon and an operation. `motivo`: the reason if it is the only difference; undefined for the brand, which alone is no reason. */
export interface Difference extends DifferentField {
  readonly comparison: Comparison;
  readonly motivo: FieldMotivo | undefined;
  /** Present if the field holds the voucher, which no comparison of the field shows: the difference is shown only if the coupon has the field. */
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
      return [
        ...(level.startsWith('otro') ? ([['establecimiento', 'ESTABLECIMIENTO_DISTINTO']] as const) : []),
        ...(level.endsWith('otra_marca') || level === 'marca_otra' ? ([['tarjeta_desc', undefined]] as const) : []),
      ];
    case 'cuotas':
      return [['cuotas', 'CUOTAS_DISTINTAS']];
    case 'autorizacion':
      return [['autorizacion', 'AUTORIZACION_DISTINTA']];
    case 'referencia':
      return [['wallet_referencia', 'COMPROBANTE_DISTINTO']];
  }
}

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

/** The field that holds the voucher, unless a comparison of its own already shows the field (`comparisons.ts`). */
function placeOfVoucher(
  level: string,
  levelOf: (comparison: Comparison) => string | undefined,
): CuponField | undefined {
  if (level === 'en_autorizacion') return levelOf('autorizacion') === undefined ? 'autorizacion' : undefined;
  if (level !== 'en_lote') return undefined;
  const compared = levelOf('terminal');
  return compared === undefined || compared.startsWith('terminal_') ? 'lote' : undefined;
}

/** The differences to show: all but those of `ifPresent` fields that the coupon lacks. */
export const shownFor = (
  { authorisation, lote }: Pick<CuponCodes, 'authorisation' | 'lote'>,
  differences: readonly Difference[],
): readonly DifferentField[] =>
  differences
    .filter(({ campo, ifPresent }) => ifPresent !== true || (campo === 'lote' ? lote : authorisation) !== MISSING)
    .map(({ campo, nivel }) => ({ campo, nivel }));

/** Fields that have another name in operations than in coupons. */
const OPERACION_FIELDS: Readonly<Partial<Record<CuponField, string>>> = {
  tarjeta_desc: 'tarjeta',
  wallet_referencia: 'referencia',
};

/** The values of one field in coupon and operation. Amounts have two decimals; days are ISO. */
export interface FieldDifference {
  readonly campo: CuponField;
  readonly cupon: string | null;
  readonly operacion: string | null;
}

/** The two values of each different field, for sentences and for `diferencias` of the command line. `operacion`: a row of `datos.consultar`. */
export const valuesOf = (
  differences: readonly DifferentField[],
  cupon: Cupon,
  operacion: Readonly<Record<string, unknown>>,
): readonly FieldDifference[] =>
  differences.map(({ campo }) => {
    const value = operacion[OPERACION_FIELDS[campo] ?? campo];
    const text = typeof value === 'string' ? value : null;
    return {
      campo,
      cupon: cupon[campo] ?? null,
      operacion: campo === 'fecha_venta' ? (text?.slice(0, 10) ?? '') : text,
    };
  });

/** Whether to show a difference. False if both cards have the same name: then only the processor is unusual, which a coupon does not state. */
export const isTold = ({ campo, cupon, operacion }: FieldDifference): boolean =>
  campo !== 'tarjeta_desc' || fold((cupon ?? '').trim()) !== fold((operacion ?? '').trim());

export type Reason = Difference & { readonly motivo: FieldMotivo };

export const reasonsIn = (differences: readonly Difference[]): readonly Reason[] =>
  differences.flatMap((difference) =>
    difference.motivo === undefined ? [] : [{ ...difference, motivo: difference.motivo }],
  );

const otherOf = (level: string): CuponField =>
  level === 'en_autorizacion' ? 'autorizacion' : level === 'en_lote' ? 'lote' : 'terminal';

/** The reason for these differences: fields that were swapped, one field, or several; undefined if there are none. */
export function nameDifferences(
  reasons: readonly Reason[],
  codes: CuponCodes,
  table: OperacionTable,
  row: number,
): Motivo | undefined {
  const swapped = reasons.find(({ motivo }) => motivo === 'CAMPOS_CAMBIADOS');
  const [only] = reasons;
  if (only === undefined) return undefined;
  if (swapped === undefined && reasons.some(({ motivo }) => motivo !== only.motivo)) {
    return { codigo: 'VARIOS_CAMPOS', campos: reasons.map(({ campo }) => campo) };
  }
  const { motivo, campo, nivel } = swapped ?? only;
  switch (motivo) {
    case 'CAMPOS_CAMBIADOS':
      return { codigo: motivo, campo, nivel, con: otherOf(nivel) };
    case 'IMPORTE_POR_100':
      return {
        codigo: motivo,
        veces: nivel === 'por_100' ? 'por_100' : 'dividido_100',
        ...amountsOf(codes, table, row),
      };
    case 'IMPORTE_DE_UNA_CUOTA':
      return { codigo: motivo, cuotas: table.instalments(row), ...amountsOf(codes, table, row) };
    case 'IMPORTE_NETO':
    case 'SIGNO_INVERTIDO':
    case 'IMPORTE_DISTINTO':
      return { codigo: motivo, ...amountsOf(codes, table, row) };
    case 'DIA_Y_MES_CAMBIADOS':
    case 'FECHA_DISTINTA':
      return { codigo: motivo, nivel, ...daysOf(codes, table, row) };
    case 'COMPROBANTE_DISTINTO':
    case 'TARJETA_DISTINTA':
    case 'ESTABLECIMIENTO_DISTINTO':
    case 'LOTE_O_TERMINAL_DISTINTO':
    case 'CUOTAS_DISTINTAS':
    case 'AUTORIZACION_DISTINTA':
      return { codigo: motivo, nivel, campos: reasons.map((one) => one.campo) };
  }
}

const amountsOf = ({ amount }: CuponCodes, table: OperacionTable, row: number) => ({
  cupon: toCentavos(amount),
  operacion: toCentavos(table.amount(row)),
  diferencia: toCentavos(amount - table.amount(row)),
});

const daysOf = ({ day }: CuponCodes, table: OperacionTable, row: number) => ({
  cupon: fromDayNumber(day),
  operacion: fromDayNumber(table.day(row)),
  dias: day - table.day(row),
});
