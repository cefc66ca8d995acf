/** What a picture of bars shows, said without any library. */
export interface Bar {
  /** What tells it from the others: a day. */
  readonly fecha: string;
  /** Pesos; null where nothing is known. */
  readonly valor: number | null;
  /** `esperada`: outline and hatch. `sin_leer`: a pale hatch from top to bottom, which is not zero. */
  readonly clase: 'cierta' | 'esperada' | 'sin_leer';
  /** All of it in words, with the exact amount. */
  readonly nombre: string;
  /** Under the bar; without one there is no room. */
  readonly label?: string;
  /** The address of its rows. */
  readonly href: string;
}

export interface Bars {
  readonly barras: readonly Bar[];
  /** Where the ink line of today goes. */
  readonly hoy: string;
  /** How the money axis writes. */
  readonly short: (valor: number) => string;
}
