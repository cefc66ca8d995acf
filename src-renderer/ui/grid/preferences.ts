import type { ChosenColumn } from './types.ts';

const KEY = 'conciliador.columnas.';

function isChosen(one: unknown): one is ChosenColumn {
  if (typeof one !== 'object' || one === null || !('clave' in one) || typeof one.clave !== 'string') return false;
  const ancho = 'ancho' in one ? one.ancho : undefined;
  const flags = ['oculta' in one ? one.oculta : undefined, 'pedida' in one ? one.pedida : undefined];
  const areClear = flags.every((flag) => flag === undefined || typeof flag === 'boolean');
  return areClear && (ancho === undefined || typeof ancho === 'number');
}

/** The columns of a grid as this PC remembers them; none when nothing readable is stored. */
export function readColumns(storage: Pick<Storage, 'getItem'>, vista: string): readonly ChosenColumn[] {
  try {
    const alreadyRead: unknown = JSON.parse(storage.getItem(KEY + vista) ?? '[]');
    return Array.isArray(alreadyRead) && alreadyRead.every(isChosen) ? alreadyRead : [];
  } catch {
    return []; // unreadable: the usual columns
  }
}

export function saveColumns(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  vista: string,
  columnas: readonly ChosenColumn[],
): void {
  if (columnas.length === 0) storage.removeItem(KEY + vista);
  else storage.setItem(KEY + vista, JSON.stringify(columnas));
}
