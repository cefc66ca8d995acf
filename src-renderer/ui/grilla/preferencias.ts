import type { ColumnaElegida } from './tipos.ts';

const CLAVE = 'conciliador.columnas.';

function esElegida(una: unknown): una is ColumnaElegida {
  if (typeof una !== 'object' || una === null || !('clave' in una) || typeof una.clave !== 'string') return false;
  const ancho = 'ancho' in una ? una.ancho : undefined;
  const banderas = ['oculta' in una ? una.oculta : undefined, 'pedida' in una ? una.pedida : undefined];
  const claras = banderas.every((bandera) => bandera === undefined || typeof bandera === 'boolean');
  return claras && (ancho === undefined || typeof ancho === 'number');
}

/** The columns of a grid as this PC remembers them; none when nothing understandable is kept. */
export function leerColumnas(storage: Pick<Storage, 'getItem'>, vista: string): readonly ColumnaElegida[] {
  try {
    const leidas: unknown = JSON.parse(storage.getItem(CLAVE + vista) ?? '[]');
    return Array.isArray(leidas) && leidas.every(esElegida) ? leidas : [];
  } catch {
    return []; // written by hand or by another program: the usual columns
  }
}

export function guardarColumnas(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  vista: string,
  columnas: readonly ColumnaElegida[],
): void {
  if (columnas.length === 0) storage.removeItem(CLAVE + vista);
  else storage.setItem(CLAVE + vista, JSON.stringify(columnas));
}
