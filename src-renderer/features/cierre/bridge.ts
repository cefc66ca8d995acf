import type { BalanceDocument } from '#contract/cierre.ts';
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
  | 'banco';

/** A row of the bridge, and its bar in percent of the width. `pendiente`: still owed at the closing. */
export interface BridgeRow {
  readonly key: BridgeKey;
  readonly importe: string;
  readonly kind: 'total' | 'sube' | 'baja' | 'pendiente';
  readonly x: number;
  readonly width: number;
}

/** The balances of all processors as one bridge, from what was sold to what reached the bank. Steps of zero are left out. */
export function buildBridge(balances: readonly BalanceDocument[]): readonly BridgeRow[] {
  const sumOf = (field: Exclude<keyof BalanceDocument, 'procesador'>): string =>
    addUp(balances.map((balance) => balance[field])).total;
  const [sold, settled, net, credited] = (['vendido', 'liquidado', 'neto', 'acreditado'] as const).map(sumOf);
  const steps: readonly (readonly [BridgeKey, 'total' | 'paso' | 'pendiente', string | undefined])[] = [
    ['vendido', 'total', sold],
    ['a_liquidar', 'pendiente', withOtherSign(sumOf('aLiquidar'))],
    ['antes_a_liquidar', 'paso', sumOf('aperturaALiquidar')],
    ['liquidado', 'total', settled],
    ['descuentos', 'paso', addUp([net ?? '', withOtherSign(settled ?? '')]).total],
    ['neto', 'total', net],
    ['antes_a_cobrar', 'paso', sumOf('aperturaACobrar')],
    ['a_cobrar', 'pendiente', withOtherSign(sumOf('aCobrar'))],
    ['banco', 'total', credited],
  ];
  let reached = 0;
  const bars = steps.flatMap(([key, kind, importe = '']) => {
    if (kind !== 'total' && isZero(importe)) return [];
    // A float only draws the bar: the amount stays text.
    const value = Number(importe);
    const from = kind === 'total' ? 0 : reached;
    reached = from + value;
    return [{ key, importe, kind: kind === 'paso' ? (value < 0 ? 'baja' : 'sube') : kind, from, to: reached } as const];
  });
  const ends = [0, ...bars.flatMap(({ from, to }) => [from, to])];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const scale = most === least ? 0 : 100 / (most - least);
  return bars.map(({ from, to, ...bar }) => ({
    ...bar,
    x: (Math.min(from, to) - least) * scale,
    width: Math.abs(to - from) * scale,
  }));
}
