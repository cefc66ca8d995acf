import type { CuponResultado } from '#domain/conciliacion.ts';

/** What a row of the result says of a coupon, besides which one it is. */
export interface Dicho {
  readonly conciliado: boolean;
  readonly modo: string | null;
  readonly nro: string | null;
  readonly fecha: string | null;
}

const clave = ({ conciliado, modo, nro, fecha }: Dicho): string =>
  `${conciliado ? '1' : '0'}\n${modo ?? '\0'}\n${nro ?? '\0'}\n${fecha ?? '\0'}`;

const sonIguales = (a: Dicho, b: Dicho): boolean =>
  a.conciliado === b.conciliado && a.modo === b.modo && a.nro === b.nro && a.fecha === b.fecha;

export const dichoDe = ({ conciliado, modo, nroLiquidacion, fechaLiq }: CuponResultado): Dicho => ({
  conciliado,
  modo,
  nro: nroLiquidacion,
  fecha: fechaLiq,
});

/**
 * Which coupons of an upload a reading has shown: twelve bytes for each, and once what is said of many (a settlement has hundreds of them). What
 * an earlier pass showed stays; a coupon shown again keeps what was said last.
 */
export class Vistos {
  readonly #total: number;
  /** The pass that showed it last; 0 when none did. */
  readonly #pase: Uint32Array;
  /** Times that pass showed it. */
  readonly #veces: Uint32Array;
  readonly #indice: Uint32Array;
  readonly #dichos: Dicho[] = [];
  readonly #indices = new Map<string, number>();
  #ultimo = 0;

  /** Coupons are numbered from 1 to `total`. */
  constructor(total: number) {
    this.#total = total;
    this.#pase = new Uint32Array(total + 1);
    this.#veces = new Uint32Array(total + 1);
    this.#indice = new Uint32Array(total + 1);
  }

  ver(seq: number, pase: number, dicho: Dicho): void {
    this.#veces[seq] = this.enPase(seq, pase) ? (this.#veces[seq] ?? 0) + 1 : 1;
    this.#pase[seq] = pase;
    this.#indice[seq] = this.#indiceDe(dicho);
  }

  enPase(seq: number, pase: number): boolean {
    return this.#pase[seq] === pase;
  }

  /** Everything different that was said. */
  get dichos(): readonly Dicho[] {
    return this.#dichos;
  }

  /** Which of `dichos` was said of a coupon; undefined for one that no pass showed. */
  indice(seq: number): number | undefined {
    return this.#pase[seq] === 0 ? undefined : this.#indice[seq];
  }

  /** Numbers that no pass showed, ascending. */
  *ausentes(): Generator<number> {
    for (let seq = 1; seq <= this.#total; seq += 1) if (this.#pase[seq] === 0) yield seq;
  }

  /** Numbers that a pass showed more than once, ascending, with how many times. */
  *repetidos(pase: number): Generator<readonly [seq: number, veces: number]> {
    for (let seq = 1; seq <= this.#total; seq += 1) {
      const veces = this.#veces[seq] ?? 0;
      if (veces > 1 && this.enPase(seq, pase)) yield [seq, veces];
    }
  }

  #indiceDe(dicho: Dicho): number {
    // Coupons of a settlement, or without one, come together.
    const ultimo = this.#dichos[this.#ultimo];
    if (ultimo !== undefined && sonIguales(ultimo, dicho)) return this.#ultimo;
    const texto = clave(dicho);
    this.#ultimo = this.#indices.get(texto) ?? this.#dichos.push(dicho) - 1;
    this.#indices.set(texto, this.#ultimo);
    return this.#ultimo;
  }
}
