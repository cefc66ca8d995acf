/** An amount as a person writes it here (`12.450,00`, `12450`, `$ 12.450`) as decimal text; undefined when it is not one. */
export function importeEscrito(texto: string): string | undefined {
  const limpio = texto.replace(/[\s$]/g, '').replace('−', '-');
  const match = /^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(limpio);
  if (match !== null) {
    const [, signo = '', entero = '', decimales = ''] = match;
    return `${signo}${entero.replaceAll('.', '')}.${decimales.padEnd(2, '0')}`;
  }
  // With a dot for the decimals: only where it cannot be a separator of thousands.
  const punto = /^(-?\d+)\.(\d{1,2})$/.exec(limpio);
  return punto === null ? undefined : `${punto[1] ?? ''}.${(punto[2] ?? '').padEnd(2, '0')}`;
}
