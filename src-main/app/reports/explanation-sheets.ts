import type { ReportCause, ReportExplanations, ReportExplanation, ReportOperacion } from '#domain/report.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { Cell, TableSheet } from '#workbook/write/workbook.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';
import { getSheetColumn, type ColumnOf } from './left-out.ts';
import { formOf, rowsOf } from './sheets.ts';

const cellOf =
  (value: (operacion: ReportOperacion) => Cell) =>
  ({ operacion }: ReportExplanation): Cell =>
    operacion === null ? null : value(operacion);

const createReasonColumns = (withSheets: boolean): readonly ColumnOf<ReportExplanation>[] => [
  { titulo: 'Archivo', ancho: 26, tipo: 'texto', total: { cuenta: 'cupones' }, cellOf: ({ archivo }) => archivo },
  ...getSheetColumn<ReportExplanation>(withSheets),
  { titulo: 'Fila', ancho: 8, tipo: 'entero', cellOf: ({ fila }) => fila },
  { titulo: getFieldLabel('fecha_venta'), ancho: 12, tipo: 'fecha', cellOf: ({ cupon }) => cupon.fecha_venta ?? null },
  {
    titulo: getFieldLabel('importe'),
    ancho: 17,
    tipo: 'importe',
    total: 'suma',
    cellOf: ({ cupon }) => toAmountCell(cupon.importe),
  },
  {
    titulo: getFieldLabel('comprobante'),
    ancho: 14,
    tipo: 'texto',
    cellOf: ({ cupon }) => cupon.comprobante ?? cupon.wallet_referencia ?? null,
  },
  { titulo: getFieldLabel('tarjeta_nro'), ancho: 9, tipo: 'texto', cellOf: ({ cupon }) => cupon.tarjeta_nro ?? null },
  { titulo: 'Motivo', ancho: 22, tipo: 'texto', cellOf: ({ motivo }) => motivo },
  { titulo: 'Certeza', ancho: 13, tipo: 'texto', cellOf: ({ certeza }) => certeza },
  { titulo: 'Qué pasó', ancho: 80, tipo: 'texto', cellOf: ({ texto }) => texto },
  { titulo: 'Qué hacer', ancho: 50, tipo: 'texto', cellOf: ({ hacer: work }) => work },
  { titulo: 'Operación', ancho: 14, tipo: 'texto', cellOf: cellOf(({ id }) => id) },
  { titulo: 'Venta según la tarjeta', ancho: 14, tipo: 'fecha', cellOf: cellOf(({ fechaVenta }) => fechaVenta) },
  {
    titulo: 'Importe según la tarjeta',
    ancho: 17,
    tipo: 'importe',
    cellOf: cellOf(({ importe }) => toAmountCell(importe)),
  },
  { titulo: 'Diferencia', ancho: 15, tipo: 'importe', cellOf: ({ diferencia }) => toAmountCell(diferencia) },
  { titulo: 'Tarjeta', ancho: 20, tipo: 'texto', cellOf: cellOf(({ tarjeta }) => tarjeta) },
  { titulo: 'Su comprobante', ancho: 14, tipo: 'texto', cellOf: cellOf(({ comprobante }) => comprobante) },
  { titulo: 'Sus últimos 4', ancho: 10, tipo: 'texto', cellOf: cellOf(({ tarjetaNro }) => tarjetaNro) },
  { titulo: 'Su terminal', ancho: 12, tipo: 'texto', cellOf: cellOf(({ terminal }) => terminal) },
  { titulo: 'Su lote', ancho: 9, tipo: 'texto', cellOf: cellOf(({ lote }) => lote) },
  { titulo: 'Su autorización', ancho: 14, tipo: 'texto', cellOf: cellOf(({ autorizacion }) => autorizacion) },
  {
    titulo: 'Probabilidad',
    ancho: 12,
    tipo: 'porcentaje',
    cellOf: cellOf(({ probabilidad: probability }) => (probability * 100).toFixed(2)),
  },
  {
    titulo: 'También puede ser',
    ancho: 24,
    tipo: 'texto',
    cellOf: ({ otras: others }) => (others.length === 0 ? null : others.join(', ')),
  },
  { titulo: 'Decisión', ancho: 20, tipo: 'texto', cellOf: ({ decision }) => decision },
];

const CAUSES: readonly ColumnOf<ReportCause>[] = [
  {
    titulo: 'Qué tienen en común',
    ancho: 90,
    tipo: 'texto',
    total: { cuenta: 'causas' },
    cellOf: ({ texto }) => texto,
  },
  { titulo: 'Qué hacer', ancho: 50, tipo: 'texto', cellOf: ({ hacer: work }) => work },
  { titulo: 'Cupones', ancho: 10, tipo: 'entero', total: 'suma', cellOf: ({ cupones }) => cupones },
  {
    titulo: getFieldLabel('importe'),
    ancho: 17,
    tipo: 'importe',
    total: 'suma',
    cellOf: ({ importe }) => toAmountCell(importe),
  },
  { titulo: 'De cuántos', ancho: 11, tipo: 'entero', cellOf: ({ conAtributo }) => conAtributo },
  { titulo: 'Conciliados', ancho: 12, tipo: 'entero', cellOf: ({ conciliadosConAtributo }) => conciliadosConAtributo },
  { titulo: 'Los demás cupones', ancho: 12, tipo: 'entero', cellOf: ({ sinAtributo }) => sinAtributo },
  {
    titulo: 'Con el mismo motivo',
    ancho: 12,
    tipo: 'entero',
    cellOf: ({ mismoMotivoSinAtributo }) => mismoMotivoSinAtributo,
  },
  { titulo: 'Veces más común', ancho: 12, tipo: 'entero', cellOf: ({ veces }) => Math.round(veces) },
];

/** *Por qué*: a row for each coupon that did not match. *Causas*: what many of them have in common. `stamp`: the lines above a table. */
export function buildExplanationSheets(
  { cupones, causas: causes, notas, fallo }: ReportExplanations,
  { stamp, withSheets }: { readonly stamp: (title: string) => readonly string[]; readonly withSheets: boolean },
): readonly TableSheet[] {
  const reasons = createReasonColumns(withSheets);
  return [
    {
      forma: 'tabla',
      nombre: 'Por qué',
      sello: [...stamp('Por qué: qué pasó con cada cupón sin conciliar, y qué operación puede ser.'), ...notas],
      columnas: reasons.map(formOf),
      vacia: fallo ?? 'Ningún cupón sin conciliar.',
      filas: rowsOf(cupones, reasons),
    },
    {
      forma: 'tabla',
      nombre: 'Causas',
      sello: stamp('Causas: lo que muchos cupones sin conciliar tienen en común, comparado con los demás.'),
      columnas: CAUSES.map(formOf),
      vacia: fallo ?? 'Ninguna causa en común.',
      filas: rowsOf(causes, CAUSES),
    },
  ];
}
