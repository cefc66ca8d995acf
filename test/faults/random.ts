/** A small seeded generator (mulberry32): the same seed gives the same schedule on every machine. */
export class Random {
  #estado: number;

  constructor(semilla: number) {
    this.#estado = (semilla * 2_654_435_761) >>> 0;
  }

  /** In [0, 1). */
  readonly real = (): number => {
    this.#estado = (this.#estado + 0x6d2b79f5) >>> 0;
    let t = this.#estado;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** A whole number, both ends included. */
  randomInteger(desde: number, hasta: number): number {
    return desde + Math.floor(this.real() * (hasta - desde + 1));
  }

  si(probability: number): boolean {
    return this.real() < probability;
  }

  pickOne<T>(opciones: readonly T[]): T {
    const elegida = opciones[Math.floor(this.real() * opciones.length)];
    if (elegida === undefined) throw new Error('Nothing to choose from');
    return elegida;
  }
}
