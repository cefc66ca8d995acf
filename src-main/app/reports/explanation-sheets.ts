import { DECISION_WORDS, nameCuponInWorkbook, QUEUE_COLUMNS } from '#domain/decisions/queue-workbook.ts';
import { textIn } from '#domain/row.ts';
import { CERTAINTY_LABELS, LABELS } from '#domain/texts/labels.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { TableSheet } from '#workbook/write/workbook.ts';
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
import type { ReportExplanation, ReportExplanations } from './source.ts';

const getOfFirst =
  (field: string) =>
  ({ candidatos: [first] }: ReportExplanation): string | null =>
    first === undefined ? null : textIn(first.operacion, field);

function decisionInWords({ decision }: ReportExplanation): string | null {
  if (decision === null) return null;
  const against = decision.contradicciones.map(({ texto }) => texto);
  return against.length === 0 ? decision.texto : `${decision.texto}. Para revisar: ${against.join(' ')}`;
}

const createReasonColumns = (withSheets: boolean): readonly ColumnOf<ReportExplanation>[] => [
  ...getPlaceColumns<ReportExplanation>(['cupón', 'cupones'], withSheets),
  toFieldColumn('fecha_venta', ({ cupon }) => cupon.fecha_venta),
  toFieldColumn('importe', ({ cupon }) => cupon.importe),
  asText(LABELS.voucherOrReference.es, 22, ({ cupon }) => cupon.comprobante ?? cupon.wallet_referencia ?? null),
  toFieldColumn('tarjeta_nro', ({ cupon }) => cupon.tarjeta_nro),
  asText('Por qué', 22, ({ nombre }) => nombre),
  asText('Certeza', 13, ({ certeza }) => CERTAINTY_LABELS[certeza].es),
  asText('Qué pasó', 80, ({ texto }) => texto),
  asText('Qué hacer', 50, ({ hacer }) => hacer),
  { ...asText(QUEUE_COLUMNS.decision, 16, () => null), opciones: DECISION_WORDS },
  asText(QUEUE_COLUMNS.motivo, 30, () => null),
  asText(QUEUE_COLUMNS.operacion, 14, getOfFirst('id')),
  asDate('Venta según la tarjeta', 14, (row) => getOfFirst('fecha_venta')(row)?.slice(0, 10) ?? null),
  asAmount(QUEUE_COLUMNS.importeOperacion, 17, (row) => toAmountCell(getOfFirst('importe')(row))),
  asAmount(QUEUE_COLUMNS.diferencia, 15, ({ diferencia }) => toAmountCell(diferencia)),
  asText('Tarjeta', 20, getOfFirst('tarjeta')),
  asText('Su comprobante', 14, getOfFirst('comprobante')),
  asText('Sus últimos 4', 10, getOfFirst('tarjeta_nro')),
  asText('Su terminal', 12, getOfFirst('terminal')),
  asText('Su lote', 9, getOfFirst('lote')),
  asText('Su autorización', 14, getOfFirst('autorizacion')),
  asRate('Probabilidad', 12, ({ candidatos: [first] }) =>
    first === undefined ? null : (first.puntaje * 100).toFixed(2),
  ),
  asText('También puede ser', 24, ({ candidatos: [, ...others] }) =>
    others.length === 0 ? null : others.map(({ operacion }) => textIn(operacion, 'id') ?? '').join(', '),
  ),
  asText('Decidido', 20, decisionInWords),
  asText(QUEUE_COLUMNS.cupon, 16, nameCuponInWorkbook),
];

const HOW_TO_DECIDE = `Para decidir en esta hoja: en «${QUEUE_COLUMNS.decision}» va ${DECISION_WORDS.join(', ')}, y en «${QUEUE_COLUMNS.motivo}» por qué; después traela con «Traer decisiones», en Sin conciliar (en inglés, «Import decisions», en Unmatched).`;

const CAUSE_COLUMNS: readonly ColumnOf<ReportExplanations['causas'][number]>[] = [
  asText('Qué tienen en común', 90, ({ texto }) => texto, ['causa', 'causas']),
  asText('Qué hacer', 50, ({ hacer }) => hacer),
  asSummedCount('Cupones', 10, ({ cupones }) => cupones),
  asSum(getFieldLabel('importe'), 17, ({ importe }) => toAmountCell(importe)),
  asCount('De cuántos', 11, ({ conAtributo }) => conAtributo),
  asCount('Conciliados', 12, ({ conciliadosConAtributo }) => conciliadosConAtributo),
];

/** The sheets *Por qué*, with a row for each unmatched coupon, and *Causas*, with systematic causes. `stamp`: the lines above each table. */
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
    columns: CAUSE_COLUMNS,
    rows: causas,
  }),
];
