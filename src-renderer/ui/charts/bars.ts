/** A bar of a chart, described without any library. */
export interface Bar {
  /** The day of the bar, which identifies it; `YYYY-MM-DD`. */
  readonly fecha: string;
  /** Pesos; null where nothing is known. */
  readonly valor: number | null;
  /** `esperada`: outline and hatch. `sin_leer`: a pale hatch over the whole height, so that it does not look like zero. */
  readonly clase: 'cierta' | 'esperada' | 'sin_leer';
  /** The bar in words, with the exact amount. */
  readonly nombre: string;
  /** The text under the bar; absent where there is no room. */
  readonly label?: string;
  /** The address of the rows behind the bar. */
  readonly href: string;
}

export interface Bars {
  readonly barras: readonly Bar[];
  /** Today, `YYYY-MM-DD`: it gets a line in ink. */
  readonly hoy: string;
  /** Writes an amount for the axis. */
  readonly short: (value: number) => string;
}
