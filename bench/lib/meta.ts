type Side = '≤' | '≥';

/** Prints the line of one goal; `npm run bench` makes its table from these lines. */
export function printGoal(name: string, value: number, side: Side, of: number, unit = '×'): void {
  const said = value.toFixed(unit === '×' ? 2 : 0);
  const met = side === '≤' ? Number(said) <= of : Number(said) >= of;
  console.log(`${name} ${said} ${unit} (goal ${side} ${String(of)} ${unit}) ${met ? 'met' : 'missed'}`);
}
