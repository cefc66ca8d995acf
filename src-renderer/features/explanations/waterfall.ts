import type { CascadeDocument } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/format.ts';
import { getFieldName } from '../review/fields.ts';

/** What each comparison is called. A comparison that the core adds later is shown by its own name. */
const NAMES: Readonly<Partial<Record<string, () => string>>> = {
  importe: () => getFieldName('importe'),
  fecha: m.cascada_fecha,
  comprobante: () => getFieldName('comprobante'),
  tarjeta: () => getFieldName('tarjeta_nro'),
  terminal: m.cascada_terminal,
  comercio: m.cascada_comercio,
  autorizacion: () => getFieldName('autorizacion'),
  cuotas: () => getFieldName('cuotas'),
  bin: () => getFieldName('bin'),
  referencia: m.cascada_referencia,
};

/** A line of the waterfall: a bar between two points of the same scale, in percent of its width. */
export interface WaterfallLine {
  readonly titulo: string;
  /** `+7,4`. */
  readonly puntos: string;
  readonly clase: 'sube' | 'baja' | 'total';
  readonly from: number;
  readonly width: number;
  /** Where the next bar begins; undefined under the last one. */
  readonly joint: number | undefined;
}

/** Points with their sign and one decimal. */
export function formatPoints(points: number): string {
  const tenths = Math.round(Math.abs(points) * 10);
  const sign = tenths === 0 ? '' : points < 0 ? '−' : '+';
  return `${sign}${formatNumber(Math.floor(tenths / 10))},${String(tenths % 10)}`;
}

/** Levels in which both sides are the same. */
const SAME = /^(?:igual|ambos)$|_igual$/;

function titleOf({ comparacion, nivel, puntos }: CascadeDocument['pasos'][number]): string {
  const datum = NAMES[comparacion]?.() ?? comparacion;
  if (SAME.test(nivel)) return m.cascada_igual({ dato: datum });
  return puntos < 0 ? m.cascada_distinto({ dato: datum }) : m.cascada_parecido({ dato: datum });
}

const PART = 100;

/** The bars of a waterfall, the heaviest first; each begins where the previous one ends. Steps that round to zero are left out. */
export function makeWaterfall({ inicio, pasos, resultado }: CascadeDocument): {
  readonly lines: readonly WaterfallLine[];
  /** Where zero is. */
  readonly zero: number;
} {
  const steps = pasos
    .filter(({ puntos }) => Math.abs(puntos) >= 0.05)
    .toSorted((a, b) => Math.abs(b.puntos) - Math.abs(a.puntos));
  const bars: { titulo: string; puntos: number; from: number; to: number }[] = [
    { titulo: m.cascada_inicio(), puntos: inicio, from: 0, to: inicio },
  ];
  let at = inicio;
  for (const step of steps) {
    bars.push({ titulo: titleOf(step), puntos: step.puntos, from: at, to: at + step.puntos });
    at += step.puntos;
  }
  const ends = [0, resultado, ...bars.flatMap(({ from, to }) => [from, to])];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const toScale = (value: number): number => (high === low ? 0 : ((value - low) / (high - low)) * PART);
  const round = (value: number): number => Math.round(value * 100) / 100;
  const lines = bars.map(({ titulo, puntos, from, to }): WaterfallLine => ({
    titulo,
    puntos: formatPoints(puntos),
    clase: puntos < 0 ? 'baja' : 'sube',
    from: round(toScale(Math.min(from, to))),
    width: round(Math.abs(toScale(to) - toScale(from))),
    joint: round(toScale(to)),
  }));
  const total: WaterfallLine = {
    titulo: m.cascada_resultado(),
    puntos: formatPoints(resultado),
    clase: 'total',
    from: round(toScale(Math.min(0, resultado))),
    width: round(Math.abs(toScale(resultado) - toScale(0))),
    joint: undefined,
  };
  return { lines: [...lines, total], zero: round(toScale(0)) };
}
