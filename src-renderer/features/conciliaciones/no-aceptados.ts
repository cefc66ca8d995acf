import type { LugarDeFila } from '#contract/documents.ts';
import { m } from '../../paraglide/messages.js';
import { cantidad, nombreDeArchivo } from '../../ui/format.ts';

/** Where coupons stand, in words: the rows of each file together, and how many more there are than are named. */
export function dondeEstan(filas: readonly LugarDeFila[], cuantos: number): string {
  const deArchivo = Map.groupBy(filas, ({ archivo }) => archivo);
  const partes = [...deArchivo].map(([archivo, suyas]) =>
    m.resultado_filas_de({
      n: suyas.length,
      filas: suyas.map(({ fila }) => cantidad(fila)).join(', '),
      archivo: nombreDeArchivo(archivo),
    }),
  );
  const resto = cuantos - filas.length;
  return [...partes, ...(resto > 0 ? [m.resultado_filas_mas({ n: resto, texto: cantidad(resto) })] : [])].join('; ');
}
