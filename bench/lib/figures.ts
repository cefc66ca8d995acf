/** Processor time of this process so far, in seconds, of all threads. Unlike elapsed time, it does not depend on other programs. */
export function readSpentSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The value below which this share of the values is. */
export const quantileOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5);

/** Prints the line of a goal, from which `npm run bench` makes its table. */
export function printGoal(name: string, value: number, side: '≤' | '≥', of: number, unit = '×'): void {
  const said = value.toFixed(2);
  const met = side === '≤' ? Number(said) <= of : Number(said) >= of;
  console.log(`${name} ${said} ${unit} (goal ${side} ${String(of)} ${unit}) ${met ? 'met' : 'missed'}`);
}
