/** The five steps of ink, from 1, by quintile of the amounts that are not zero (docs/visual-language.md §6). Equal amounts get the same step. Amounts are decimal text. */
export function makeSteps(importes: readonly string[]): (importe: string) => number {
  const values = importes.map((importe) => Math.abs(Number(importe))).filter((value) => value > 0);
  return (importe) => {
    const value = Math.abs(Number(importe));
    const smaller = values.filter((other) => other < value).length;
    return 1 + Math.min(4, Math.floor((smaller * 5) / Math.max(1, values.length)));
  };
}
