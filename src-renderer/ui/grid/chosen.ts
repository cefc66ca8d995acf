import type { DataColumn, ChosenColumn } from './types.ts';

/** Every column as the person left it: first those in the chosen order, then the others of the screen. */
export function orderColumns<F>(
  columnas: readonly DataColumn<F>[],
  chosen: readonly ChosenColumn[],
): readonly ChosenColumn[] {
  const hay = new Set(columnas.map(({ clave }) => clave));
  const told = chosen.filter(({ clave }) => hay.has(clave));
  const named = new Set(told.map(({ clave }) => clave));
  const rest = columnas
    .filter(({ clave }) => !named.has(clave))
    .map(({ clave, oculta = false }) => ({ clave, oculta }));
  return [...told, ...rest];
}
