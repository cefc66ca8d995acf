import type { BalanceDocument, CierreDocument, TieRowDocument } from '#contract/cierre.ts';
import type { DataTotals } from '#contract/data.ts';
import { CONCEPTS, type ConceptKey } from '#domain/texts/cierre.ts';
import type { DateRange } from '../../shared/period.svelte.ts';
import type { RouteFilter } from '../../shared/route-filter.ts';
import { writeRoute } from '../../shared/routes.ts';
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
  | ConceptKey;
export const isConcept = (key: BridgeKey): key is ConceptKey => Object.hasOwn(CONCEPTS, key);

/** A step of the bridge from sales to bank credits. `x` and `width`: the bar in percent. `pendiente`: an amount still owed at the end of the month. */
export interface BridgeRow {
  readonly key: BridgeKey;
  readonly importe: string;
  readonly kind: 'total' | 'sube' | 'baja' | 'pendiente';
  readonly x: number;
  readonly width: number;
  /** Number of rows of the comparison with the bank in this step; 0 for a step that is not about the bank. */
  readonly filas: number;
  /** Pesos at the left edge of the chart; above zero when small bars would otherwise be too thin. */
  readonly begin: number;
}

/** When there are concepts and all bars end above this part of the largest amount, the chart begins above zero, which widens the bars of small steps. */
const CUT_FROM = 0.4;
/** Keeps two digits and rounds down: 33,870,000 gives 33,000,000. */
function roundDown(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / unit) * unit;
}

/** Builds one bridge for all balances, from sales to bank credits, without steps of zero. `bank`: the rows of the comparison with the bank. */
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
    // Deductions that no concept explains.
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
    // The number is only for the width of the bar; the screen shows the text.
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

/** The lists that the bridge opens. `linked` and `unlinked`: the movements that name a settlement, and the credits that name none. */
export const BRIDGE_LISTS = {
  operaciones: { vista: 'operaciones' },
  liquidaciones: { vista: 'liquidaciones' },
  impuestos: { vista: 'impuestos' },
  linked: { vista: 'movimientos', filtros: [{ campo: 'liquidaciones_id', op: 'no_vacio', valor: '' }] },
  unlinked: {
    vista: 'movimientos',
    filtros: [
      { campo: 'liquidaciones_id', op: 'vacio', valor: '' },
      { campo: 'debito_credito', valor: 'C' },
    ],
  },
} as const satisfies Record<string, RouteFilter>;
export type BridgeList = keyof typeof BRIDGE_LISTS;
export type BridgeTotals = Readonly<Partial<Record<BridgeList, DataTotals>>>;

export function getListHref(list: BridgeList, days: DateRange, field?: string): string {
  const { vista, ...filter } = BRIDGE_LISTS[list];
  const orden = field === undefined ? undefined : { campo: field, desc: true };
  return writeRoute({ seccion: vista, filtro: { ...filter, ...days, orden } });
}

/** The list and the field that may have the amount of a step. `retencion_iibb` is the amount of one of three steps when the others are zero. */
const ROWS: Readonly<Partial<Record<BridgeKey, readonly [BridgeList, field: string]>>> = {
  vendido: ['operaciones', 'importe'],
  liquidado: ['liquidaciones', 'total_facturado'],
  arancel: ['liquidaciones', 'descontado_arancel'],
  cuotas: ['liquidaciones', 'descontado_cuota'],
  promocion: ['liquidaciones', 'descontado_promocion'],
  adelanto: ['liquidaciones', 'descontado_adelanto'],
  otros_cargos: ['liquidaciones', 'descontado_otro'],
  iva_21: ['impuestos', 'impuesto_iva_21'],
  iva_105: ['impuestos', 'impuesto_iva_105'],
  otros_impuestos: ['impuestos', 'impuesto_otros'],
  ret_iva: ['impuestos', 'retencion_iva'],
  ret_ganancias: ['impuestos', 'retencion_ganancias'],
  ret_iibb: ['impuestos', 'retencion_iibb'],
  sirtac: ['impuestos', 'retencion_iibb'],
  iibb_sin_identificar: ['impuestos', 'retencion_iibb'],
  otras_retenciones: ['impuestos', 'retencion_otros'],
  perc_iva: ['impuestos', 'percepcion_iva'],
  perc_iibb: ['impuestos', 'percepcion_iibb'],
  otras_percepciones: ['impuestos', 'percepcion_otros'],
  neto: ['liquidaciones', 'total_acreditado'],
  banco: ['linked', 'importe_neto'],
};

/** The address of the list whose total is the amount of a step; undefined if no list has that total. What reached the bank: of the linked movements, with what they lack. */
export function findRows(
  { key, importe }: Pick<BridgeRow, 'key' | 'importe'>,
  totals: BridgeTotals,
  days: DateRange,
): { readonly href: string; readonly falta?: string } | undefined {
  const [list, field] = ROWS[key] ?? [];
  const listed = list === undefined ? undefined : totals[list];
  if (list === undefined || field === undefined || listed === undefined || listed.total === 0) return undefined;
  const sum = listed.totales[field] ?? '';
  const falta = addUp([importe, isConcept(key) ? sum : withOtherSign(sum)]).total;
  if (isZero(falta)) return { href: getListHref(list, days, isConcept(key) ? field : undefined) };
  return key === 'banco' ? { href: getListHref(list, days), falta } : undefined;
}
