import { daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, CUPON_CAMPOS, type CuponField } from '#domain/cupon.ts';
import type { ReportCupon } from '#domain/report.ts';
import { amountCell } from './amount-cell.ts';
import { sheetColumn, type ColumnOf } from './left-out.ts';
import type { Tally } from './tally.ts';

const TITLES: Record<CuponField, readonly [titulo: string, ancho: number]> = {
  referencia: ['Referencia', 18],
  referencia_extra: ['Referencia extra', 18],
  fecha_venta: ['Fecha de venta', 12],
  fecha_pres: ['Fecha de presentación', 14],
  tarjeta_id: ['Código de tarjeta', 10],
  tarjeta_desc: ['Tarjeta', 20],
  establecimiento: ['Establecimiento', 17],
  terminal: ['Terminal', 12],
  lote: ['Lote', 9],
  comprobante: ['Comprobante', 14],
  tarjeta_nro: ['Últimos 4', 9],
  cuotas: ['Cuotas', 8],
  bin: ['Primeros 6', 9],
  bco_emisor: ['Banco emisor', 10],
  autorizacion: ['Autorización', 14],
  importe: ['Importe', 17],
  fecha_pago: ['Fecha de pago', 12],
  wallet_referencia: ['Referencia de billetera', 22],
  wallet_tipo_operacion: ['Operación de billetera', 24],
  auxiliar_1: ['Auxiliar 1', 20],
  auxiliar_2: ['Auxiliar 2', 20],
  auxiliar_3: ['Auxiliar 3', 20],
  auxiliar_4: ['Auxiliar 4', 20],
  auxiliar_5: ['Auxiliar 5', 20],
};

function fieldColumn(field: CuponField): ColumnOf<ReportCupon> {
  const [title, width] = TITLES[field];
  const { tipo } = CUPON_CAMPOS[field];
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
    cellOf: ({ cupon }) => amountCell(cupon.importe),
  };
}

/** Days since the sale; empty where the sale has no date. */
function ageOf(cupon: ReportCupon, today: CivilDate): number | null {
  const sale = parseIsoDate(cupon.cupon.fecha_venta ?? '');
  return sale === undefined ? null : daysBetween(sale, today);
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
export function cuponColumns(
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
          { titulo: 'Fecha de liquidación', ancho: 14, tipo: 'fecha', cellOf: ({ fechaLiq }) => fechaLiq },
        ]
      : [
          { titulo: 'Días desde la venta', ancho: 12, tipo: 'entero', cellOf: (cupon) => ageOf(cupon, hoy) },
          ...(conMotivo ? [MOTIVO] : []),
        ];
  return [
    { titulo: 'Archivo', ancho: 26, tipo: 'texto', total: { cuenta: 'cupones' }, cellOf: ({ archivo }) => archivo },
    ...sheetColumn<ReportCupon>(withSheets),
    { titulo: 'Fila', ancho: 8, tipo: 'entero', cellOf: ({ fila }) => fila },
    ...present.map(fieldColumn),
    ...result,
  ];
}
