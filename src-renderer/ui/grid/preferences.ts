import type { ChosenColumn } from './types.ts';

const KEY = 'conciliador.columnas.';

function isChosen(one: unknown): one is ChosenColumn {
  if (typeof one !== 'object' || one === null || !('clave' in one) || typeof one.clave !== 'string') return false;
  const width = 'ancho' in one ? one.ancho : undefined;
  const flags = ['oculta' in one ? one.oculta : undefined, 'asked' in one ? one.asked : undefined];
  const areClear = flags.every((flag) => flag === undefined || typeof flag === 'boolean');
  return areClear && (width === undefined || typeof width === 'number');
}

/** The columns of a grid as this PC remembers them; none when nothing readable is stored. */
export function readColumns(storage: Pick<Storage, 'getItem'>, vista: string): readonly ChosenColumn[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY + vista) ?? '[]');
    return Array.isArray(stored) && stored.every(isChosen) ? stored : [];
  } catch {
    return []; // unreadable: the usual columns
  }
}

export function saveColumns(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  vista: string,
  columns: readonly ChosenColumn[],
): void {
  if (columns.length === 0) storage.removeItem(KEY + vista);
  else storage.setItem(KEY + vista, JSON.stringify(columns));
}
