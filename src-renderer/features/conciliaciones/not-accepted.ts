import type { RowPlace } from '#contract/conciliaciones.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, fileName } from '../../ui/format.ts';

/** Where coupons stand, in words: the rows of each file together, and how many more there are than are named. */
export function describePlaces(filas: readonly RowPlace[], howMany: number): string {
  const byFile = Map.groupBy(filas, ({ archivo }) => archivo);
  const partes = [...byFile].map(([archivo, theirs]) =>
    m.resultado_filas_de({
      n: theirs.length,
      filas: theirs.map(({ fila }) => formatNumber(fila)).join(', '),
      archivo: fileName(archivo),
    }),
  );
  const resto = howMany - filas.length;
  return [...partes, ...(resto > 0 ? [m.resultado_filas_mas({ n: resto, texto: formatNumber(resto) })] : [])].join(
    '; ',
  );
}
