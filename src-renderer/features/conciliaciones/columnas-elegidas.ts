import type { ColumnaElegida } from '../../ui/grilla/tipos.ts';

type Elegidas = Readonly<Record<string, readonly ColumnaElegida[]>>;
const CLAVE = 'conciliador.resultado.columnas';

/** The columns as the person left them in each part of a result; none for what cannot be read: it is as good as never chosen. */
export function columnasElegidas(storage: Pick<Storage, 'getItem'>): Elegidas {
  const texto = storage.getItem(CLAVE);
  if (texto === null) return {};
  try {
    // Written by `recordarColumnas` from the same type.
    return JSON.parse(texto) as Elegidas;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export const recordarColumnas = (storage: Pick<Storage, 'setItem'>, elegidas: Elegidas): void => {
  storage.setItem(CLAVE, JSON.stringify(elegidas));
};
