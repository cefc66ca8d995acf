/** Reads an amount as a person writes it here (`12.450,00`, `12450`, `$ 12.450`); gives decimal text, undefined when it is not an amount. */
export function parseTypedImporte(text: string): string | undefined {
  const clean = text.replace(/[\s$]/g, '').replace('−', '-');
  const match = /^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(clean);
  if (match !== null) {
    const [, sign = '', whole = '', decimals = ''] = match;
    return `${sign}${whole.replaceAll('.', '')}.${decimals.padEnd(2, '0')}`;
  }
  // A dot before decimals is taken only where it cannot separate thousands.
  const point = /^(-?\d+)\.(\d{1,2})$/.exec(clean);
  return point === null ? undefined : `${point[1] ?? ''}.${(point[2] ?? '').padEnd(2, '0')}`;
}
