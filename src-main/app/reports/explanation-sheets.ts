import type { ReportCause, ReportExplanations, ReportExplanation, ReportOperacion } from '#domain/report.ts';
import { DECISION_WORDS, QUEUE_COLUMNS } from '#domain/decisions/queue-workbook.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { Cell, TableSheet } from '#workbook/write/workbook.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';
import {
  asAmount,
  asCount,
  asDate,
  asRate,
  asSum,
  asSummedCount,
  asText,
  getPlaceColumns,
  toFieldColumn,
  toSheet,
  type ColumnOf,
} from '../sheets.ts';

const cellOf =
  (value: (operacion: ReportOperacion) => Cell) =>
  ({ operacion }: ReportExplanation): Cell =>
    operacion === null ? null : value(operacion);

const createReasonColumns = (withSheets: boolean): readonly ColumnOf<ReportExplanation>[] => [
  ...getPlaceColumns<ReportExplanation>('cupones', withSheets),
  toFieldColumn('fecha_venta', ({ cupon }) => cupon.fecha_venta),
  toFieldColumn('importe', ({ cupon }) => cupon.importe),
  toFieldColumn('comprobante', ({ cupon }) => cupon.comprobante ?? cupon.wallet_referencia),
  toFieldColumn('tarjeta_nro', ({ cupon }) => cupon.tarjeta_nro),
  asText('Por qué', 22, ({ motivo }) => motivo),
  asText('Certeza', 13, ({ certeza }) => certeza),
  asText('Qué pasó', 80, ({ texto }) => texto),
  asText('Qué hacer', 50, ({ hacer }) => hacer),
  { ...asText(QUEUE_COLUMNS.decision, 16, () => null), opciones: DECISION_WORDS },
  asText(QUEUE_COLUMNS.motivo, 30, () => null),
  asText(
    QUEUE_COLUMNS.operacion,
    14,
    cellOf(({ id }) => id),
  ),
  asDate(
    'Venta según la tarjeta',
    14,
    cellOf(({ fechaVenta }) => fechaVenta),
  ),
  asAmount(
    QUEUE_COLUMNS.importeOperacion,
    17,
    cellOf(({ importe }) => toAmountCell(importe)),
  ),
  asAmount(QUEUE_COLUMNS.diferencia, 15, ({ diferencia }) => toAmountCell(diferencia)),
  asText(
    'Tarjeta',
    20,
    cellOf(({ tarjeta }) => tarjeta),
  ),
  asText(
    'Su comprobante',
    14,
    cellOf(({ comprobante }) => comprobante),
  ),
  asText(
    'Sus últimos 4',
    10,
    cellOf(({ tarjetaNro }) => tarjetaNro),
  ),
  asText(
    'Su terminal',
    12,
    cellOf(({ terminal }) => terminal),
  ),
  asText(
    'Su lote',
    9,
    cellOf(({ lote }) => lote),
  ),
  asText(
    'Su autorización',
    14,
    cellOf(({ autorizacion }) => autorizacion),
  ),
  asRate(
    'Probabilidad',
    12,
    cellOf(({ probabilidad }) => (probabilidad * 100).toFixed(2)),
  ),
  asText('También puede ser', 24, ({ otras }) => (otras.length === 0 ? null : otras.join(', '))),
  asText('Decidido', 20, ({ decision }) => decision),
  asText(QUEUE_COLUMNS.cupon, 16, ({ nombre }) => nombre),
];

/** How the sheet is filled in. */
const HOW_TO_DECIDE = `Para decidir en esta hoja: en «${QUEUE_COLUMNS.decision}» va ${DECISION_WORDS.join(', ')}, y en «${QUEUE_COLUMNS.motivo}» por qué; después traela con «Traer decisiones», en Sin conciliar.`;

const CAUSES: readonly ColumnOf<ReportCause>[] = [
  asText('Qué tienen en común', 90, ({ texto }) => texto, 'causas'),
  asText('Qué hacer', 50, ({ hacer }) => hacer),
  asSummedCount('Cupones', 10, ({ cupones }) => cupones),
  asSum(getFieldLabel('importe'), 17, ({ importe }) => toAmountCell(importe)),
  asCount('De cuántos', 11, ({ conAtributo }) => conAtributo),
  asCount('Conciliados', 12, ({ conciliadosConAtributo }) => conciliadosConAtributo),
];

/** *Por qué*: a row for each coupon that did not match. *Causas*: what many of them have in common. `stamp`: the lines above a table. */
export const buildExplanationSheets = (
  { cupones, causas, notas, fallo }: ReportExplanations,
  { stamp, withSheets }: { readonly stamp: (title: string) => readonly string[]; readonly withSheets: boolean },
): readonly TableSheet[] => [
  toSheet({
    nombre: 'Por qué',
    sello: [
      ...stamp('Por qué: qué pasó con cada cupón sin conciliar, y qué operación puede ser.'),
      ...notas,
      ...(cupones.length === 0 ? [] : [HOW_TO_DECIDE]),
    ],
    vacia: fallo ?? 'Ningún cupón sin conciliar.',
    columns: createReasonColumns(withSheets),
    rows: cupones,
  }),
  toSheet({
    nombre: 'Causas',
    sello: stamp('Causas: lo que muchos cupones sin conciliar tienen en común, comparado con los demás.'),
    vacia: fallo ?? 'Ninguna causa en común.',
    columns: CAUSES,
    rows: causas,
  }),
];
