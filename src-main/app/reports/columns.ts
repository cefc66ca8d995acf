import { countDaysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, CUPON_FIELDS, type CuponField } from '#domain/cupon.ts';
import type { ReportCupon } from '#domain/report.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';
import { getSheetColumn, type ColumnOf } from './left-out.ts';
import type { Tally } from './tally.ts';

const WIDTHS: Readonly<Record<CuponField, number>> = {
  referencia: 18,
  referencia_extra: 18,
  fecha_venta: 12,
  fecha_pres: 14,
  tarjeta_id: 10,
  tarjeta_desc: 20,
  establecimiento: 17,
  terminal: 12,
  lote: 9,
  comprobante: 14,
  tarjeta_nro: 9,
  cuotas: 8,
  bin: 9,
  bco_emisor: 10,
  autorizacion: 14,
  importe: 17,
  fecha_pago: 12,
  wallet_referencia: 22,
  wallet_tipo_operacion: 28,
  auxiliar_1: 20,
  auxiliar_2: 20,
  auxiliar_3: 20,
  auxiliar_4: 20,
  auxiliar_5: 20,
};

function toFieldColumn(field: CuponField): ColumnOf<ReportCupon> {
  const [title, width] = [getFieldLabel(field), WIDTHS[field]];
  const { tipo } = CUPON_FIELDS[field];
  const textOf = ({ cupon }: ReportCupon): string | null => cupon[field] ?? null;
  if (tipo === 'fecha') return { titulo: title, ancho: width, tipo: 'fecha', cellOf: textOf };
  // A count, which a sheet can add up and order. The other numbers of a coupon are names, with leading zeros.
  if (field === 'cuotas') return { titulo: title, ancho: width, tipo: 'entero', cellOf: textOf };
  if (tipo !== 'importe') return { titulo: title, ancho: width, tipo: 'texto', cellOf: textOf };
  return {
    titulo: title,
    ancho: width,
    tipo: 'importe',
    total: 'suma',
    cellOf: ({ cupon }) => toAmountCell(cupon.importe),
  };
}

/** Days since the sale; empty where the sale has no date. */
function ageOf(cupon: ReportCupon, today: CivilDate): number | null {
  const sale = parseIsoDate(cupon.cupon.fecha_venta ?? '');
  return sale === undefined ? null : countDaysBetween(sale, today);
}

const MOTIVO: ColumnOf<ReportCupon> = {
  titulo: 'Motivo',
  ancho: 22,
  tipo: 'texto',
  cellOf: ({ motivo }) => motivo ?? null,
};

/**
 * The columns of a disposition's sheet: the coupon's file and row, every field that some coupon of the report has, and what was found. For a
 * matched coupon that is its settlement; for others, the days since the sale and, if it was looked for, why it did not match.
 */
export function getCuponColumns(
  disposition: Disposition,
  { campos, withSheets }: Pick<Tally, 'campos' | 'withSheets'>,
  { hoy, conMotivo }: { readonly hoy: CivilDate; readonly conMotivo: boolean },
): readonly ColumnOf<ReportCupon>[] {
  const present = FIELDS_IN_ORDER.filter(
    (field) => campos.has(field) || field === 'fecha_venta' || field === 'importe',
  );
  const result: readonly ColumnOf<ReportCupon>[] =
    disposition === 'conciliado'
      ? [
          { titulo: 'Liquidación', ancho: 16, tipo: 'texto', cellOf: ({ nroLiquidacion }) => nroLiquidacion },
          { titulo: getFieldLabel('fecha_liq', 'es'), ancho: 14, tipo: 'fecha', cellOf: ({ fechaLiq }) => fechaLiq },
        ]
      : [
          { titulo: 'Días desde la venta', ancho: 12, tipo: 'entero', cellOf: (cupon) => ageOf(cupon, hoy) },
          ...(conMotivo ? [MOTIVO] : []),
        ];
  return [
    { titulo: 'Archivo', ancho: 26, tipo: 'texto', total: { cuenta: 'cupones' }, cellOf: ({ archivo }) => archivo },
    ...getSheetColumn<ReportCupon>(withSheets),
    { titulo: 'Fila', ancho: 8, tipo: 'entero', cellOf: ({ fila }) => fila },
    ...present.map(toFieldColumn),
    ...result,
  ];
}
