type Side = '≤' | '≥';

/** The line that every benchmark prints for each of its goals; `npm run bench` makes its table of them. */
export function goal(name: string, value: number, side: Side, of: number, unit = '×'): void {
  const said = value.toFixed(unit === '×' ? 2 : 0);
  const met = side === '≤' ? Number(said) <= of : Number(said) >= of;
  console.log(`${name} ${said} ${unit} (goal ${side} ${String(of)} ${unit}) ${met ? 'met' : 'missed'}`);
}
