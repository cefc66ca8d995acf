import type { RowPlace } from '#contract/conciliaciones.ts';
import { m } from '../../paraglide/messages.js';
import { getFileName } from '#domain/texts/language.ts';
import { withText, formatNumber } from '../../ui/format.ts';

/** Where coupons stand, in words: the rows of each file together, then how many more there are. */
export function describePlaces(rows: readonly RowPlace[], howMany: number): string {
  const byFile = Map.groupBy(rows, ({ archivo }) => archivo);
  const parts = [...byFile].map(([file, theirs]) =>
    m.resultado_filas_de({
      n: theirs.length,
      filas: theirs.map(({ fila }) => formatNumber(fila)).join(', '),
      archivo: getFileName(file),
    }),
  );
  const rest = howMany - rows.length;
  return [...parts, ...(rest > 0 ? [m.resultado_filas_mas(withText(rest))] : [])].join('; ');
}
