/** Rows kept ready above and below what is seen, so that a fast scroll does not show a gap. */
const MARGEN = 12;

interface Vista {
  readonly filas: number;
  /** Pixels. */
  readonly altoFila: number;
  readonly arriba: number;
  readonly alto: number;
}

/** Which rows a scrolled frame needs: from `desde` (included) to `hasta` (not included). */
export function ventana({ filas, altoFila, arriba, alto }: Vista): { desde: number; hasta: number } {
  const first = Math.floor(Math.max(0, arriba) / altoFila);
  const seen = Math.ceil(Math.max(0, alto) / altoFila);
  const hasta = Math.min(filas, first + seen + MARGEN);
  return { desde: Math.min(Math.max(0, first - MARGEN), hasta), hasta };
}
