/** Evaluates a month: ties, balances, accounting entry, open items, and the document with all of them. */
import type { CierreDocument, OpenItem } from '#contract/cierre.ts';
import { computeBalances, type Opening } from '#domain/cierre/balances.ts';
import { amountOfConcept, buildBook, CONCEPT_KEYS, writeEntry, type BankCredit } from '#domain/cierre/entry.ts';
import { absoluteOf, centavosOf, formatAmounts, groupSorted, sumOf, textOf } from '#domain/cierre/rows.ts';
import type { StoreRef } from '#domain/cierre/taxpayers.ts';
import {
  findPayments,
  rowOf,
  tieBank,
  tieParts,
  tieSales,
  tieTaxes,
  type Payment,
  type Tie,
} from '#domain/cierre/ties.ts';
import { centavosOf as toCentavos, formatPlain } from '#domain/money.ts';
import { refOf, type MonthData } from './read-month.ts';
import type { BookInput } from './sheets/common.ts';

export type Evaluation = ReturnType<typeof evaluateMonth>;

interface Known {
  readonly cuitOf: (ref: StoreRef) => string | null;
  readonly jurisdicciones: Readonly<Record<string, string>>;
  readonly apertura: readonly Opening[] | undefined;
  readonly retenciones: Tie;
  /** The amounts of unmatched coupons sold in the month. */
  readonly cupones: readonly bigint[];
}

function tieTotals({ totales }: MonthData): Tie {
  const compared = totales.filter(({ estado }) => estado !== 'sin_datos');
  return {
    clave: 'totales',
    comparados: compared.length,
    sinComparar: totales.length - compared.length,
    filas: compared
      .filter(({ estado }) => estado === 'difiere')
      .map(({ campo, tarjeta, esperado, calculado, hasta }) => {
        const where = { numero: tarjeta ?? campo, procesador: '', fecha: hasta };
        return rowOf(where, campo, toCentavos(esperado ?? '0.00'), toCentavos(calculado ?? '0.00'));
      }),
  };
}

/** The movements of the month that pay settlements of the taxpayer, whatever the month of the settlements. */
const listCredits = (
  { desde, hasta, compactSettlements }: MonthData,
  payments: ReadonlyMap<string, Payment>,
): readonly BankCredit[] =>
  compactSettlements.flatMap(({ id, marca }) =>
    (payments.get(id)?.movimientos ?? [])
      .filter(({ fecha }) => fecha >= desde && fecha <= hasta)
      .map(({ fecha, importe }) => ({ fecha, importe, procesador: marca })),
  );

const toOpen = <T>(clave: OpenItem['clave'], rows: readonly T[], amountOf: (row: T) => bigint): OpenItem => ({
  clave,
  cuantos: rows.length,
  importe: formatPlain(sumOf(rows, amountOf)),
});
const sizeOf = ({ importe }: { readonly importe: bigint }): bigint => absoluteOf(importe);

export function evaluateMonth(mes: MonthData, known: Known) {
  const { desde, hasta, liquidaciones, impuestos, compactSettlements } = mes;
  const payments = findPayments(compactSettlements, mes.bankMovements);
  const ventas = new Map(
    groupSorted(mes.ventas, ({ liquidacion }) => liquidacion ?? '').map(([id, groups]) => [
      id,
      { importe: sumOf(groups, ({ importe }) => importe), cuits: new Set(groups.map(({ cuit }) => cuit)) },
    ]),
  );
  const salesUntil = mes.operacionesHasta < hasta ? mes.operacionesHasta : hasta;
  const overdue = compactSettlements.filter(
    ({ id, fecha, vence }) =>
      fecha < desde && (payments.get(id)?.fecha ?? null) === null && vence !== null && vence <= hasta,
  );
  const empates: readonly Tie[] = [
    tieBank([...compactSettlements.filter(({ fecha }) => fecha >= desde && fecha <= hasta), ...overdue], {
      payments,
      hasta,
      bancoHasta: mes.bancoHasta,
    }),
    tieParts(liquidaciones),
    tieSales(liquidaciones, {
      ventas,
      conocidas: mes.conocidas,
      cuitOf: (row) => known.cuitOf(refOf(row)),
      loose: mes.sinLiquidar.filter(
        (row) => textOf(row, 'liquidaciones_id') === null && (textOf(row, 'fecha_pago') ?? '9') <= salesUntil,
      ),
    }),
    tieTaxes(liquidaciones, impuestos),
    tieTotals(mes),
    known.retenciones,
  ];
  const libro = buildBook(liquidaciones, impuestos, known.jurisdicciones);
  const { lineas, difieren } = writeEntry(libro, listCredits(mes, payments));
  const abiertos: readonly OpenItem[] = [
    ...mes.abiertos,
    toOpen('cuit', mes.sinCuit, (row) => centavosOf(row, 'total_acreditado') ?? 0n),
    ...empates.map(({ clave, filas }) => toOpen(clave, filas, sizeOf)),
    toOpen('asiento', difieren, sizeOf),
    toOpen('cupones', known.cupones, (importe) => importe),
  ];
  return {
    mes,
    empates,
    saldos: computeBalances({
      mes: mes.mes,
      desde,
      hasta,
      liquidaciones: compactSettlements,
      ventas: mes.ventas.filter(({ cuit }) => cuit === mes.cuit),
      payments,
      apertura: known.apertura,
    }),
    libro,
    payments,
    asiento: difieren.length === 0 ? lineas : [],
    difieren,
    abiertos: abiertos.filter(({ cuantos }) => cuantos > 0),
  };
}

export const toDocument = (
  {
    evaluation: { mes, abiertos, empates, saldos, libro },
    contribuyente: { cuit, razonSocial },
    ajustes,
  }: Pick<BookInput, 'evaluation' | 'contribuyente' | 'ajustes'>,
  pendientes: number,
): CierreDocument => ({
  periodo: mes.mes,
  cuit,
  razonSocial,
  estado: 'abierto',
  abiertos,
  empates: empates.map(({ clave, comparados, sinComparar, filas }) => ({
    clave,
    comparados,
    difieren: filas.length,
    sinComparar,
    filas: filas.map(formatAmounts),
  })),
  saldos: { procesadores: saldos.map(formatAmounts) },
  conceptos: CONCEPT_KEYS.flatMap((clave) => {
    const importe = sumOf(libro, (row) => amountOfConcept(row, clave));
    return importe === 0n ? [] : [{ clave, importe: formatPlain(importe) }];
  }),
  archivo: null,
  sha256: null,
  ajustes,
  asiento: null,
  cerrado: null,
  pendientes,
});
