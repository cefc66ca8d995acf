/** One of the five steps of ink. */
export type Escalon = 1 | 2 | 3 | 4 | 5;

const ESCALONES = [1, 2, 3, 4, 5] as const;

/** Steps by quintile of the days that are not zero (docs/visual-language.md §6): equal amounts have the same one. Amounts are decimal text. */
export function escalonesDe(importes: readonly string[]): (importe: string) => Escalon {
  const valores = importes
    .map((importe) => Math.abs(Number(importe)))
    .filter((valor) => valor > 0)
    .sort((a, b) => a - b);
  return (importe) => {
    const valor = Math.abs(Number(importe));
    const menores = valores.findIndex((otro) => otro >= valor);
    const lugar = menores === -1 ? valores.length : menores;
    return ESCALONES[Math.min(4, Math.floor((lugar * 5) / Math.max(1, valores.length)))] ?? 1;
  };
}
