/** Combinations of values in which every pair of values of two switches occurs together at least once (greedy). */
export function pairwise(switches: Readonly<Record<string, readonly string[]>>) {
  const names = Object.keys(switches);
  const valuesOf = (name: string): readonly string[] => switches[name] ?? [];
  const pairKey = (a: string, av: string, b: string, bv: string): string =>
    a < b ? `${a}=${av}&${b}=${bv}` : `${b}=${bv}&${a}=${av}`;
  const missing = new Set<string>();
  names.forEach((a, i) => {
    for (const b of names.slice(i + 1))
      for (const av of valuesOf(a)) for (const bv of valuesOf(b)) missing.add(pairKey(a, av, b, bv));
  });
  const rows: Record<string, string>[] = [];
  while (missing.size > 0) {
    const [seed = ''] = missing;
    const row = Object.fromEntries(seed.split('&').map((part) => part.split('=') as [string, string]));
    for (const name of names) {
      if (row[name] !== undefined) continue;
      const gain = (value: string): number =>
        Object.entries(row).filter(([other, otherValue]) => missing.has(pairKey(name, value, other, otherValue)))
          .length;
      const [best = ''] = valuesOf(name).toSorted((x, y) => gain(y) - gain(x));
      row[name] = best;
    }
    const entries = Object.entries(row);
    entries.forEach(([a, av], i) => {
      for (const [b, bv] of entries.slice(i + 1)) missing.delete(pairKey(a, av, b, bv));
    });
    rows.push(row);
  }
  return rows;
}
