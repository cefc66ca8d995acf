export interface GridPlace {
  readonly posicion: number;
  readonly columna: number;
}

/**
 * The cell to which a key moves the focus, perhaps outside the grid; undefined for other keys. `pagina`: rows that a page key moves; `total`: number of rows.
 */
export function getTarget(
  pressedKey: string,
  { posicion, columna }: GridPlace,
  { pagina: page, total }: { readonly pagina: number; readonly total: number },
): GridPlace | undefined {
  const targets: Readonly<Record<string, GridPlace>> = {
    ArrowDown: { posicion: posicion + 1, columna },
    ArrowUp: { posicion: posicion - 1, columna },
    ArrowRight: { posicion, columna: columna + 1 },
    ArrowLeft: { posicion, columna: columna - 1 },
    PageDown: { posicion: posicion + page, columna },
    PageUp: { posicion: posicion - page, columna },
    Home: { posicion: 0, columna },
    End: { posicion: total - 1, columna },
  };
  return targets[pressedKey];
}

export const clampToGrid = ({ posicion, columna }: GridPlace, rows: number, columns: number): GridPlace => ({
  posicion: Math.max(0, Math.min(rows - 1, posicion)),
  columna: Math.max(0, Math.min(columns - 1, columna)),
});
