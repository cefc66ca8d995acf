import type { BalanceDocument, CierreDocument, TieRowDocument } from '#contract/cierre.ts';
import { addUp, isZero, withOtherSign } from '../../ui/format.ts';

export type BridgeKey =
  | 'vendido'
  | 'a_liquidar'
  | 'antes_a_liquidar'
  | 'liquidado'
  | 'descuentos'
  | 'neto'
  | 'antes_a_cobrar'
  | 'a_cobrar'
  | 'vencidas'
  | 'diferencias'
  | 'banco'
  | CierreDocument['conceptos'][number]['clave'];

/** A row of the bridge from sales to bank credits. `x` and `width`: its bar in percent. `pendiente`: an amount still owed at the end of the month. */
export interface BridgeRow {
  readonly key: BridgeKey;
  readonly importe: string;
  readonly kind: 'total' | 'sube' | 'baja' | 'pendiente';
  readonly x: number;
  readonly width: number;
  /** How many rows of the comparison with the bank this step adds up; 0 for steps that are not about the bank. */
  readonly filas: number;
  /** The amount in pesos at the left edge of the chart. Above zero when the bars of small steps would otherwise be too thin to see. */
  readonly begin: number;
}

/** If every bar ends above this part of the largest amount and there are concepts, the chart begins above zero, so that bars of small steps get wider. */
const CUT_FROM = 0.4;
/** Rounds down to two digits: 33,870,000 gives 33,000,000. */
function roundDown(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / unit) * unit;
}

/** One bridge of all balances, from sales to bank credits, without zero steps. `bank`: the rows of the comparison with the bank. */
export function buildBridge(
  balances: readonly BalanceDocument[],
  concepts: CierreDocument['conceptos'] = [],
  bank: readonly TieRowDocument[] = [],
): readonly BridgeRow[] {
  const sumOf = (field: Exclude<keyof BalanceDocument, 'procesador'>): string =>
    addUp(balances.map((balance) => balance[field])).total;
  const [sold, settled, net, credited] = (['vendido', 'liquidado', 'neto', 'acreditado'] as const).map(sumOf);
  const rowsOf = (...classes: readonly string[]) => {
    const amounts = bank.filter(({ clase }) => classes.includes(clase)).map(({ importe }) => importe);
    return { importe: addUp(amounts).total, filas: amounts.length };
  };
  const [overdue, different] = [rowsOf('falta'), rowsOf('de_menos', 'de_mas')];
  const later = addUp([sumOf('aCobrar'), overdue.importe, different.importe]).total;
  const steps: readonly (readonly [BridgeKey, 'total' | 'paso' | 'pendiente', string | undefined, filas?: number])[] = [
    ['vendido', 'total', sold],
    ['a_liquidar', 'pendiente', withOtherSign(sumOf('aLiquidar'))],
    ['antes_a_liquidar', 'paso', sumOf('aperturaALiquidar')],
    ['liquidado', 'total', settled],
    ...concepts.map(({ clave, importe }) => [clave, 'paso', withOtherSign(importe)] as const),
    // The deductions that no concept explains.
    [
      'descuentos',
      'paso',
      addUp([net ?? '', withOtherSign(settled ?? ''), ...concepts.map(({ importe }) => importe)]).total,
    ],
    ['neto', 'total', net],
    ['antes_a_cobrar', 'paso', sumOf('aperturaACobrar')],
    ['a_cobrar', 'pendiente', withOtherSign(later)],
    ['vencidas', 'pendiente', overdue.importe, overdue.filas],
    ['diferencias', 'paso', different.importe, different.filas],
    ['banco', 'total', credited],
  ];
  let reached = 0;
  const bars = steps.flatMap(([key, kind, importe = '', filas = 0]) => {
    if (kind !== 'total' && isZero(importe)) return [];
    // The number only sets the width of the bar: the shown amount stays text.
    const value = Number(importe);
    const from = kind === 'total' ? 0 : reached;
    reached = from + value;
    return [
      { key, importe, filas, kind: kind === 'paso' ? (value < 0 ? 'baja' : 'sube') : kind, from, to: reached } as const,
    ];
  });
  const ends = bars.flatMap(({ kind, from, to }) => (kind === 'total' ? [to] : [from, to]));
  const [lowest, most] = [Math.min(...ends), Math.max(0, ...ends)];
  const begin = concepts.length > 0 && lowest > most * CUT_FROM ? roundDown(lowest - (most - lowest) * 0.1) : 0;
  const least = Math.min(begin, lowest);
  const scale = most === least ? 0 : 100 / (most - least);
  return bars.map(({ from, to, ...bar }) => {
    const start = bar.kind === 'total' ? begin : from;
    return {
      ...bar,
      x: (Math.min(start, to) - least) * scale,
      width: Math.abs(to - start) * scale,
      begin,
    };
  });
}
