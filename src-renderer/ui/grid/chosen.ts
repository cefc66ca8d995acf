import type { DataColumn, ChosenColumn } from './types.ts';

/** Every column as the person left it: after those that act on their row, the ones in the chosen order, then the others of the screen. */
export function orderColumns<F>(
  columns: readonly DataColumn<F>[],
  chosen: readonly ChosenColumn[],
): readonly ChosenColumn[] {
  const controls = columns.filter(({ isControl }) => isControl).map(({ clave }) => ({ clave, oculta: false }));
  const data = columns.filter(({ isControl }) => isControl !== true);
  const present = new Set(data.map(({ clave }) => clave));
  const told = chosen.filter(({ clave }) => present.has(clave));
  const named = new Set(told.map(({ clave }) => clave));
  const rest = data.filter(({ clave }) => !named.has(clave)).map(({ clave, oculta = false }) => ({ clave, oculta }));
  return [...controls, ...told, ...rest];
}
