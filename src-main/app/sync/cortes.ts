/** Where a day is cut so that each part fits a page, from the times of a sample of its rows. */

export const DIA_ENTERO = 86_400;

const dos = (n: number): string => String(n).padStart(2, '0');
/** Second of the day as `HH:MM:SS`. */
export const horaDeSegundo = (segundo: number): string =>
  `${dos(Math.floor(segundo / 3600))}:${dos(Math.floor(segundo / 60) % 60)}:${dos(segundo % 60)}`;
const segundoDe = (hora: string): number =>
  Number(hora.slice(0, 2)) * 3600 + Number(hora.slice(3, 5)) * 60 + Number(hora.slice(6, 8));

/**
 * Seconds strictly between `desde` and `hasta`, ascending. A second with many rows (those without a reported time all count as midnight)
 * is set apart. Empty when it cannot be cut any more.
 */
export function cortesDe(
  horas: readonly string[],
  { desde, hasta, partes }: { readonly desde: number; readonly hasta: number; readonly partes: number },
): readonly number[] {
  if (hasta - desde < 2) return [];
  const segundos = horas
    .map(segundoDe)
    .filter((segundo) => segundo >= desde && segundo < hasta)
    .sort((a, b) => a - b);
  const cortes = new Set<number>();
  let previo: number | undefined;
  for (let i = 0; i < partes; i += 1) {
    const segundo = segundos[Math.floor((segundos.length * i) / partes)];
    if (segundo === undefined) break;
    if (i > 0) cortes.add(segundo);
    if (segundo === previo) cortes.add(segundo).add(segundo + 1);
    previo = segundo;
  }
  const dentro = [...cortes].filter((corte) => corte > desde && corte < hasta).sort((a, b) => a - b);
  return dentro.length > 0 ? dentro : [Math.floor((desde + hasta) / 2)];
}
