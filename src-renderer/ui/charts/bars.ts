export interface Bar {
  /** The day of the bar, `YYYY-MM-DD`, different for each bar. */
  readonly fecha: string;
  /** Pesos; null when unknown. */
  readonly valor: number | null;
  /** `esperada`: outlined and hatched. `sin_leer`: a pale hatch of full height, so that it does not look like zero. */
  readonly clase: 'cierta' | 'esperada' | 'sin_leer';
  readonly nombre: string;
  /** The text below the bar; undefined when it would not fit. */
  readonly label: string | undefined;
  readonly href: string;
}

/** Gives the ends of an axis that includes zero and these values, and the round values between the ends: about four steps of 1, 2 or 5 times a power of ten. */
export function scaleOf(values: readonly number[]): {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
} {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = Math.max(high - low, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return {
    from: first * step,
    to: last * step,
    ticks: Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step),
  };
}

/**
 * Gives a function from an amount (decimal text) to its step of colour, 1 to 5: the quintile of the amount among the nonzero amounts (docs/visual-language.md
 * §6).
 */
export function makeSteps(importes: readonly string[]): (importe: string) => number {
  const values = importes.map((importe) => Math.abs(Number(importe))).filter((value) => value > 0);
  return (importe) => {
    const value = Math.abs(Number(importe));
    const smaller = values.filter((other) => other < value).length;
    return 1 + Math.min(4, Math.floor((smaller * 5) / Math.max(1, values.length)));
  };
}

/** Gives the index from 0 to `last` to which a key moves: by one, by a week with the two keys `weeks`, or to an end. Undefined for other keys. */
export function findPlace(
  key: string,
  place: number,
  { last, weeks: [before, after] }: { readonly last: number; readonly weeks: readonly [string, string] },
): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, [before]: -7, [after]: 7 };
  const ends: Readonly<Record<string, number>> = { Home: 0, End: last };
  const step = steps[key];
  return step === undefined ? ends[key] : Math.max(0, Math.min(last, place + step));
}
