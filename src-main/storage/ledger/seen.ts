import type { ResultCupon } from '#domain/conciliacion.ts';

/** The statement of a result's row about a coupon, besides which coupon it is. */
export interface SeenStatement {
  readonly conciliado: boolean;
  readonly modo: string | null;
  readonly nro: string | null;
  readonly fecha: string | null;
}

const keyOf = ({ conciliado, modo, nro, fecha }: SeenStatement): string =>
  `${conciliado ? '1' : '0'}\n${modo ?? '\0'}\n${nro ?? '\0'}\n${fecha ?? '\0'}`;

const areEqual = (a: SeenStatement, b: SeenStatement): boolean =>
  a.conciliado === b.conciliado && a.modo === b.modo && a.nro === b.nro && a.fecha === b.fecha;

export const statementOf = ({ conciliado, modo, nroLiquidacion, fechaLiq }: ResultCupon): SeenStatement => ({
  conciliado,
  modo,
  nro: nroLiquidacion,
  fecha: fechaLiq,
});

/**
 * The coupons of an upload that a reading has shown: twelve bytes for each, and each different statement once (a settlement has hundreds of coupons).
 * What an earlier pass showed stays; a coupon shown again keeps the last statement.
 */
export class SeenInLedger {
  readonly #total: number;
  /** The pass that showed each coupon last; 0 when none did. */
  readonly #pase: Uint32Array;
  /** How often that pass showed it. */
  readonly #times: Uint32Array;
  readonly #index: Uint32Array;
  readonly #statements: SeenStatement[] = [];
  readonly #indices = new Map<string, number>();
  #last = 0;

  /** Coupons are numbered from 1 to `total`. */
  constructor(total: number) {
    this.#total = total;
    this.#pase = new Uint32Array(total + 1);
    this.#times = new Uint32Array(total + 1);
    this.#index = new Uint32Array(total + 1);
  }

  show(seq: number, pase: number, said: SeenStatement): void {
    this.#times[seq] = this.isInPass(seq, pase) ? (this.#times[seq] ?? 0) + 1 : 1;
    this.#pase[seq] = pase;
    this.#index[seq] = this.#indexOf(said);
  }

  isInPass(seq: number, pase: number): boolean {
    return this.#pase[seq] === pase;
  }

  /** All different statements. */
  get statements(): readonly SeenStatement[] {
    return this.#statements;
  }

  /** The index in `statements` of a coupon's statement; undefined for a coupon that no pass showed. */
  indexAt(seq: number): number | undefined {
    return this.#pase[seq] === 0 ? undefined : this.#index[seq];
  }

  /** The numbers of coupons that no pass showed, ascending. */
  *readMissing(): Generator<number> {
    for (let seq = 1; seq <= this.#total; seq += 1) if (this.#pase[seq] === 0) yield seq;
  }

  /** The numbers of coupons that a pass showed more than once, ascending, with how many times. */
  *listRepeated(pase: number): Generator<readonly [seq: number, veces: number]> {
    for (let seq = 1; seq <= this.#total; seq += 1) {
      const times = this.#times[seq] ?? 0;
      if (times > 1 && this.isInPass(seq, pase)) yield [seq, times];
    }
  }

  #indexOf(said: SeenStatement): number {
    // Coupons with the same settlement, or with none, come together: the last statement is tried first.
    const last = this.#statements[this.#last];
    if (last !== undefined && areEqual(last, said)) return this.#last;
    const text = keyOf(said);
    this.#last = this.#indices.get(text) ?? this.#statements.push(said) - 1;
    this.#indices.set(text, this.#last);
    return this.#last;
  }
}
