/** A month as it stands: its ties, balances and entry, what is open, and its document. */
import type { AdjustmentDocument, BalanceDocument, CierreDocument, OpenItem } from '#contract/cierre.ts';
import { computeBalances, type Balance, type Opening } from '#domain/cierre/balances.ts';
import {
  amountOfConcept,
  buildBook,
  CONCEPT_KEYS,
  writeEntry,
  type BankCredit,
  type BookRow,
  type EntryLine,
} from '#domain/cierre/entry.ts';
import { sumOf, textOf, centavosOf } from '#domain/cierre/rows.ts';
import type { StoreRef, Taxpayer } from '#domain/cierre/taxpayers.ts';
import { findPayments, tieBank, tieParts, tieSales, tieTaxes, type Payment, type Tie } from '#domain/cierre/ties.ts';
import { formatPlain, requireMoney } from '#domain/money.ts';
import { refOf, type MonthData } from './read-month.ts';

export interface Evaluation {
  readonly mes: MonthData;
  readonly cuit: string;
  readonly empates: readonly Tie[];
  readonly saldos: readonly Balance[];
  readonly libro: readonly BookRow[];
  readonly payments: ReadonlyMap<string, Payment>;
  readonly asiento: readonly EntryLine[];
  /** By processor, what debits exceed credits by; the entry is not written while some do. */
  readonly difieren: readonly { readonly procesador: string; readonly importe: bigint }[];
  readonly abiertos: readonly OpenItem[];
}

interface Known {
  readonly cuit: string;
  readonly cuitOf: (ref: StoreRef) => string | null;
  readonly jurisdicciones: Readonly<Record<string, string>>;
  readonly apertura: readonly Opening[] | undefined;
  /** The sixth tie, which needs files of the person. */
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
        const [expected, found] = [BigInt(requireMoney(esperado ?? '0')), BigInt(requireMoney(calculado ?? '0'))];
        return {
          numero: tarjeta ?? campo,
          clase: campo,
          importe: found - expected,
          esperado: expected,
          encontrado: found,
          procesador: '',
          fecha: hasta,
        };
      }),
  };
}

/** The movements of the month that pay settlements of the taxpayer, of any month. */
const listCredits = (
  { desde, hasta, compactSettlements }: MonthData,
  payments: ReadonlyMap<string, Payment>,
): readonly BankCredit[] =>
  compactSettlements.flatMap(({ id, marca }) =>
    (payments.get(id)?.movimientos ?? [])
      .filter(({ fecha }) => fecha >= desde && fecha <= hasta)
      .map(({ fecha, importe }) => ({ fecha, importe, procesador: marca })),
  );

const absoluteOf = (value: bigint): bigint => (value < 0n ? -value : value);

export function evaluateMonth(mes: MonthData, known: Known): Evaluation {
  const { desde, hasta, liquidaciones, impuestos, compactSettlements } = mes;
  const payments = findPayments(compactSettlements, mes.bankMovements);
  const ventas = new Map(
    [...Map.groupBy(mes.ventas, ({ liquidacion }) => liquidacion)].flatMap(([id, groups]) =>
      id === null
        ? []
        : [
            [
              id,
              { importe: sumOf(groups, ({ importe }) => importe), cuits: new Set(groups.map(({ cuit }) => cuit)) },
            ] as const,
          ],
    ),
  );
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
        (row) => textOf(row, 'liquidaciones_id') === null && (textOf(row, 'fecha_pago') ?? '9') <= hasta,
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
    {
      clave: 'cuit',
      cuantos: mes.sinCuit.length,
      importe: formatPlain(sumOf(mes.sinCuit, (row) => centavosOf(row, 'total_acreditado') ?? 0n)),
    },
    ...empates.map(({ clave, filas }) => ({
      clave,
      cuantos: filas.length,
      importe: formatPlain(sumOf(filas, ({ importe }) => absoluteOf(importe))),
    })),
    {
      clave: 'asiento',
      cuantos: difieren.length,
      importe: formatPlain(sumOf(difieren, ({ importe }) => absoluteOf(importe))),
    },
    {
      clave: 'cupones',
      cuantos: known.cupones.length,
      importe: formatPlain(sumOf(known.cupones, (importe) => importe)),
    },
  ];
  return {
    mes,
    cuit: known.cuit,
    empates,
    saldos: computeBalances({
      mes: mes.mes,
      desde,
      hasta,
      liquidaciones: compactSettlements,
      ventas: mes.ventas.filter(({ cuit }) => cuit === known.cuit),
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

const formatKnown = (value: bigint | null): string | null => (value === null ? null : formatPlain(value));

const toTieDocument = ({ filas, ...tie }: Tie): CierreDocument['empates'][number] => ({
  clave: tie.clave,
  comparados: tie.comparados,
  difieren: filas.length,
  sinComparar: tie.sinComparar,
  filas: filas.map((row) => ({
    ...row,
    importe: formatPlain(row.importe),
    esperado: formatKnown(row.esperado),
    encontrado: formatKnown(row.encontrado),
  })),
});

const toBalanceDocument = ({ procesador, ...amounts }: Balance): BalanceDocument => ({
  procesador,
  aperturaALiquidar: formatPlain(amounts.aperturaALiquidar),
  vendido: formatPlain(amounts.vendido),
  liquidado: formatPlain(amounts.liquidado),
  aLiquidar: formatPlain(amounts.aLiquidar),
  aperturaACobrar: formatPlain(amounts.aperturaACobrar),
  neto: formatPlain(amounts.neto),
  acreditado: formatPlain(amounts.acreditado),
  aCobrar: formatPlain(amounts.aCobrar),
});

/** The document of an open month. */
export const toDocument = (
  { mes, abiertos, empates, saldos, libro }: Evaluation,
  { cuit, razonSocial }: Taxpayer,
  ajustes: readonly AdjustmentDocument[],
): CierreDocument => ({
  periodo: mes.mes,
  cuit,
  razonSocial,
  estado: 'abierto',
  abiertos,
  empates: empates.map(toTieDocument),
  saldos: { procesadores: saldos.map(toBalanceDocument) },
  conceptos: CONCEPT_KEYS.flatMap((clave) => {
    const importe = sumOf(libro, (row) => amountOfConcept(row, clave));
    return importe === 0n ? [] : [{ clave, importe: formatPlain(importe) }];
  }),
  archivo: null,
  sha256: null,
  ajustes,
  asiento: null,
  cerrado: null,
});
