import type { Balance } from '#domain/cierre/balances.ts';
import { centavosOf, groupSorted, sumOf, textOf, type Row } from '#domain/cierre/rows.ts';
import { countDaysBetween, formatDayMonthYear, requireCivilDate } from '#domain/civil-date.ts';
import type { RecordSheet, RecordTable } from '#workbook/write/workbook.ts';
import { asFact } from '../../sheets.ts';
import { asCount, asDate, asMoney, asText, headingsOf, placeTables, toTable, type BookInput } from './common.ts';

const AGES: readonly (readonly [titulo: string, from: number, to: number])[] = [
  ['1 a 7 días', Number.NEGATIVE_INFINITY, 7],
  ['8 a 30 días', 7, 30],
  ['31 a 60 días', 30, 60],
  ['más de 60 días', 60, Number.POSITIVE_INFINITY],
];

type Amount = readonly [titulo: string, amountOf: (balance: Balance) => bigint];

function toBalanceTable(
  titulo: string,
  saldos: readonly Balance[],
  first: number,
  [opening, added, taken, rest]: readonly [Amount, Amount, Amount, Amount],
): RecordTable {
  return toTable(titulo, saldos, [
    asText('Procesador', ({ procesador }) => procesador),
    ...[opening, added, taken].map(([name, amountOf]) => asMoney(name, amountOf)),
    asMoney(rest[0], (row: Balance, i) => {
      const n = String(first + i);
      return { formula: `ROUND(B${n}+C${n}-D${n},2)`, valor: rest[1](row) };
    }),
  ]);
}

/** The sheet *Tarjetas a cobrar* at the closing: balances by processor, overdue amounts by age, and sales that are not settled. */
export function buildReceivables(input: BookInput): RecordSheet {
  const { saldos, mes, payments } = input.evaluation;
  const data = [
    ...headingsOf(input),
    asFact('Al', formatDayMonthYear(mes.hasta)),
    asFact('Cuotas', 'Un cupón que el procesador paga cuota por cuota tiene una sola fecha de pago en el servicio'),
  ];
  // What is due later than the data is not overdue, also where the month goes on.
  const known = mes.bancoHasta ?? mes.operacionesHasta;
  const until = known < mes.hasta ? known : mes.hasta;
  const overdue = mes.compactSettlements.flatMap(({ id, fecha, vence, neto, marca }) =>
    neto !== 0n &&
    fecha <= mes.hasta &&
    vence !== null &&
    vence <= until &&
    (payments.get(id)?.fecha ?? '9999') > mes.hasta
      ? [{ marca, neto, days: countDaysBetween(requireCivilDate(vence), requireCivilDate(until)) }]
      : [],
  );
  const [toSettle, toCollect] = placeTables(data.length, [saldos.length, saldos.length]);
  const fieldOf = (field: string) => (row: Row) => textOf(row, field);
  return {
    forma: 'ficha',
    nombre: 'Tarjetas a cobrar',
    titulo: `Tarjetas a cobrar al ${formatDayMonthYear(mes.hasta)}`,
    widths: [16, 15, 15, 15, 15, 10, 13, 15],
    data,
    tables: [
      toBalanceTable('Vendido y no liquidado', saldos, toSettle?.first ?? 0, [
        ['Apertura', ({ aperturaALiquidar }) => aperturaALiquidar],
        ['Vendido', ({ vendido }) => vendido],
        ['Liquidado', ({ liquidado }) => liquidado],
        ['A liquidar', ({ aLiquidar }) => aLiquidar],
      ]),
      toBalanceTable('Liquidado y no acreditado', saldos, toCollect?.first ?? 0, [
        ['Apertura', ({ aperturaACobrar }) => aperturaACobrar],
        ['Liquidado neto', ({ neto }) => neto],
        ['Acreditado', ({ acreditado }) => acreditado],
        ['A cobrar', ({ aCobrar }) => aCobrar],
      ]),
      {
        vacia: 'Nada vencido.',
        ...toTable(
          'Vencido, por antigüedad',
          groupSorted(overdue, ({ marca }) => marca),
          [
            asText('Procesador', ([marca]) => marca),
            ...AGES.map(([titulo, from, to]) =>
              asMoney(titulo, ([, rows]: readonly [string, readonly (typeof overdue)[number][]]) =>
                sumOf(rows, ({ days, neto }) => (days > from && days <= to ? neto : 0n)),
              ),
            ),
          ],
        ),
      },
      toTable('Cupones a liquidar', mes.sinLiquidar, [
        asText('Procesador', fieldOf('marca')),
        asDate('Fecha venta', fieldOf('fecha_venta')),
        asText('Tarjeta', fieldOf('tarjeta')),
        asText('Comercio', fieldOf('comercio')),
        asText('Comprobante', fieldOf('comprobante')),
        asCount('Cuotas', fieldOf('cuotas')),
        asDate('Fecha pago', fieldOf('fecha_pago')),
        asMoney('Importe', (row) => centavosOf(row, 'importe') ?? 0n),
      ]),
    ],
  };
}
