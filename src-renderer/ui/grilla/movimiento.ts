export interface Lugar {
  readonly posicion: number;
  readonly columna: number;
}

/** Where a key takes the focus; undefined for a key that moves nothing. `pagina`: rows in sight; `total`: rows there are. */
export function destinoDe(
  tecla: string,
  { posicion, columna }: Lugar,
  { pagina, total }: { readonly pagina: number; readonly total: number },
): Lugar | undefined {
  const destinos: Readonly<Record<string, Lugar>> = {
    ArrowDown: { posicion: posicion + 1, columna },
    ArrowUp: { posicion: posicion - 1, columna },
    ArrowRight: { posicion, columna: columna + 1 },
    ArrowLeft: { posicion, columna: columna - 1 },
    PageDown: { posicion: posicion + pagina, columna },
    PageUp: { posicion: posicion - pagina, columna },
    Home: { posicion: 0, columna },
    End: { posicion: total - 1, columna },
  };
  return destinos[tecla];
}

/** The same place, inside the grid. */
export const dentro = ({ posicion, columna }: Lugar, filas: number, columnas: number): Lugar => ({
  posicion: Math.max(0, Math.min(filas - 1, posicion)),
  columna: Math.max(0, Math.min(columnas - 1, columna)),
});
