/** One of the five steps of ink. */
export type HeatStep = 1 | 2 | 3 | 4 | 5;

const STEPS = [1, 2, 3, 4, 5] as const;

/** Steps by quintile of the amounts that are not zero (docs/visual-language.md §6). Equal amounts get the same step. Amounts are decimal text. */
export function makeSteps(importes: readonly string[]): (importe: string) => HeatStep {
  const values = importes
    .map((importe) => Math.abs(Number(importe)))
    .filter((value) => value > 0)
    .sort((a, b) => a - b);
  return (importe) => {
    const value = Math.abs(Number(importe));
    const smaller = values.findIndex((other) => other >= value);
    const place = smaller === -1 ? values.length : smaller;
    return STEPS[Math.min(4, Math.floor((place * 5) / Math.max(1, values.length)))] ?? 1;
  };
}
