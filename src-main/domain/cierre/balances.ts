/** What each processor owes at the beginning and end of a month: sales that are not settled, and settlements that are not in the bank. */
import { compareNames } from '../texts/language.ts';
import type { Payment } from './ties.ts';
import { sumOf, type SalesGroup, type Settlement } from './rows.ts';

/** Amounts in centavos. The names of the members are public, because documents use them. */
export interface Balance {
  readonly procesador: string;
  readonly aperturaALiquidar: bigint;
  readonly vendido: bigint;
  readonly liquidado: bigint;
  readonly aLiquidar: bigint;
  readonly aperturaACobrar: bigint;
  readonly neto: bigint;
  readonly acreditado: bigint;
  readonly aCobrar: bigint;
}

export type Opening = Pick<Balance, 'procesador' | 'aLiquidar' | 'aCobrar'>;

interface BalanceInput {
  readonly mes: string;
  readonly desde: string;
  readonly hasta: string;
  readonly liquidaciones: readonly Settlement[];
  readonly ventas: readonly SalesGroup[];
  readonly payments: ReadonlyMap<string, Payment>;
  /** The final balances of the previous month; undefined if that month is not closed: the opening is then computed from the rows. */
  readonly apertura: readonly Opening[] | undefined;
}

/** Computes a month's opening: sales of earlier months unsettled at its start, and earlier settlements less what the bank had credited before it. */
function openFromRows({ desde, mes, liquidaciones, ventas, payments }: BalanceInput): readonly Opening[] {
  const dates = new Map(liquidaciones.map(({ id, fecha }) => [id, fecha]));
  const names = new Set([...liquidaciones, ...ventas].map(({ marca }) => marca));
  return [...names].map((procesador) => ({
    procesador,
    aLiquidar: sumOf(
      ventas.filter(
        ({ marca, mes: sold, liquidacion }) =>
          marca === procesador && sold < mes && (liquidacion === null || (dates.get(liquidacion) ?? '') >= desde),
      ),
      ({ importe }) => importe,
    ),
    aCobrar: sumOf(
      liquidaciones.filter(({ marca, fecha }) => marca === procesador && fecha < desde),
      ({ id, neto }) => {
        const before = payments.get(id)?.movimientos.filter((movement) => movement.fecha < desde) ?? [];
        return neto - sumOf(before, ({ importe }) => importe);
      },
    ),
  }));
}

export function computeBalances(input: BalanceInput): readonly Balance[] {
  const { mes, desde, hasta, liquidaciones, ventas, payments } = input;
  const openings = input.apertura ?? openFromRows(input);
  const names = new Set([
    ...openings.map(({ procesador }) => procesador),
    ...ventas.map(({ marca }) => marca),
    ...liquidaciones.map(({ marca }) => marca),
  ]);
  return [...names].sort(compareNames).map((procesador) => {
    const opening = openings.find((each) => each.procesador === procesador);
    const own = liquidaciones.filter(({ marca }) => marca === procesador);
    const settled = own.filter(({ fecha }) => fecha >= desde && fecha <= hasta);
    const vendido = sumOf(
      ventas.filter((group) => group.marca === procesador && group.mes === mes),
      ({ importe }) => importe,
    );
    const liquidado = sumOf(settled, ({ bruto }) => bruto);
    const neto = sumOf(settled, (one) => one.neto);
    const acreditado = sumOf(own, ({ id }) =>
      sumOf(
        payments.get(id)?.movimientos.filter(({ fecha }) => fecha >= desde && fecha <= hasta) ?? [],
        ({ importe }) => importe,
      ),
    );
    const [aperturaALiquidar, aperturaACobrar] = [opening?.aLiquidar ?? 0n, opening?.aCobrar ?? 0n];
    return {
      procesador,
      aperturaALiquidar,
      vendido,
      liquidado,
      aLiquidar: aperturaALiquidar + vendido - liquidado,
      aperturaACobrar,
      neto,
      acreditado,
      aCobrar: aperturaACobrar + neto - acreditado,
    };
  });
}
