import type { ColumnaDatos, ColumnaElegida } from './tipos.ts';

/** Every column as the person left it: the chosen order first, then the ones that the screen has besides. */
export function ordenarColumnas<F>(
  columnas: readonly ColumnaDatos<F>[],
  elegidas: readonly ColumnaElegida[],
): readonly ColumnaElegida[] {
  const hay = new Set(columnas.map(({ clave }) => clave));
  const dichas = elegidas.filter(({ clave }) => hay.has(clave));
  const nombradas = new Set(dichas.map(({ clave }) => clave));
  const resto = columnas
    .filter(({ clave }) => !nombradas.has(clave))
    .map(({ clave, oculta = false }) => ({ clave, oculta }));
  return [...dichas, ...resto];
}
