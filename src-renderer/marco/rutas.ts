/** Where the person is. In the address as a hash, so that back, forward and reload work in both hosts. */
export type Ruta =
  | { readonly seccion: 'conciliar' }
  | { readonly seccion: 'conciliaciones'; readonly id?: string }
  | { readonly seccion: 'ajustes'; readonly parte: ParteAjustes };

export type ParteAjustes = 'cuentas' | 'apariencia';
const PARTES: readonly ParteAjustes[] = ['cuentas', 'apariencia'];

function decodificar(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // typed by hand: the service will say that there is no such number
  }
}

/** The route of a hash; where the main job begins, for one that says nothing. */
export function leerRuta(hash: string): Ruta {
  const [, seccion = '', resto] = hash.split('/', 3);
  switch (seccion) {
    case 'conciliaciones':
      return resto === undefined || resto === '' ? { seccion } : { seccion, id: decodificar(resto) };
    case 'ajustes':
      return { seccion, parte: PARTES.find((parte) => parte === resto) ?? 'cuentas' };
    default:
      return { seccion: 'conciliar' };
  }
}

export function escribirRuta(ruta: Ruta): string {
  switch (ruta.seccion) {
    case 'conciliar':
      return '#/conciliar';
    case 'conciliaciones':
      return ruta.id === undefined ? '#/conciliaciones' : `#/conciliaciones/${encodeURIComponent(ruta.id)}`;
    case 'ajustes':
      return `#/ajustes/${ruta.parte}`;
  }
}
