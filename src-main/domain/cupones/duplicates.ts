import { CUPON_FIELDS, FIELDS_IN_ORDER, type CuponField } from '../cupon.ts';

/**
 * Remembers which coupons were seen, and in which row first. It keeps 52 bits per coupon instead of its text: 6 MB for half a million coupons instead of
 * 200. In one of nine thousand files of a million coupons, two different coupons share their bits and get a wrong notice.
 */
export type SeenCupones = ReturnType<typeof createSeenCupones>;

/** Many small tables instead of one: each grows by itself, into memory that the rows already read have freed. */
const SHARDS = 256;
const FIRST_PLACES = 64;
/** The share of used places at which a table grows: in a fuller one, finding a free place takes long. */
const FULL = 0.85;
/** Tables grow in small steps, because free places take memory too. */
const GROWTH = 1.25;
/** Rows are stored less one: below 2^20, and never zero, which marks a free place. */
const ROW_MASK = 2 ** 20 - 1;

/** A hash table with two words per coupon: its high bits; then twelve of its low bits and its row. */
class Shard {
  #words = new Uint32Array(FIRST_PLACES * 2);
  #used = 0;

  /** The place of the coupon, or the free place where it goes. Ignores the row. */
  #find(words: Uint32Array, high: number, rest: number): number {
    let at = Math.floor((high / 2 ** 32) * (words.length / 2)) * 2;
    for (;;) {
      const found = words[at + 1] ?? 0;
      if (found === 0 || (words[at] === high && (found & ~ROW_MASK) === (rest & ~ROW_MASK))) return at;
      at = at + 2 === words.length ? 0 : at + 2;
    }
  }

  rowOf(high: number, rest: number): number | undefined {
    const found = this.#words[this.#find(this.#words, high, rest) + 1] ?? 0;
    return found === 0 ? undefined : found & ROW_MASK;
  }

  firstSeen(high: number, rest: number): number | undefined {
    const at = this.#find(this.#words, high, rest);
    const found = this.#words[at + 1] ?? 0;
    if (found !== 0) return found & ROW_MASK;
    this.#put(at, high, rest);
    return undefined;
  }

  /** Counts the coupon in the bits of the row, which are zero in `rest`. */
  next(high: number, rest: number): number {
    const at = this.#find(this.#words, high, rest);
    const found = this.#words[at + 1] ?? 0;
    if (found === 0) this.#put(at, high, (rest | 1) >>> 0);
    else this.#words[at + 1] = found + 1;
    return (found & ROW_MASK) + 1;
  }

  #put(at: number, high: number, rest: number): void {
    this.#words[at] = high;
    this.#words[at + 1] = rest;
    this.#used += 1;
    if (this.#used * 2 > this.#words.length * FULL) this.#grow();
  }

  #grow(): void {
    const before = this.#words;
    const after = new Uint32Array(Math.ceil((before.length / 2) * GROWTH) * 2);
    for (let i = 0; i < before.length; i += 2) {
      const [high = 0, rest = 0] = [before[i], before[i + 1]];
      if (rest === 0) continue;
      const at = this.#find(after, high, rest);
      after[at] = high;
      after[at + 1] = rest;
    }
    this.#words = after;
    // Frees the memory now: the garbage collector would not run for so little.
    before.buffer.transfer(0);
  }
}

/** Numbers equal coupons in order: 1 for the first with these 64 bits, 2 for the second. At most 2^20 − 1. */
export function createOccurrences(): { next(high: number, low: number): number } {
  const shards = Array.from({ length: SHARDS }, () => new Shard());
  return {
    next: (high, low) => shards[low & (SHARDS - 1)]?.next(high >>> 0, (low & ~ROW_MASK) >>> 0) ?? 1,
  };
}

export function createSeenCupones() {
  const shards = Array.from({ length: SHARDS }, () => new Shard());
  return {
    /** The row of the first coupon with these 64 bits; undefined the first time. Rows are below a header: 2 to 2^20. */
    firstSeen(high: number, low: number, row: number): number | undefined {
      const first = shards[low & (SHARDS - 1)]?.firstSeen(high >>> 0, ((low & ~ROW_MASK) | (row - 1)) >>> 0);
      return first === undefined ? undefined : first + 1;
    },
    /** The same, without remembering this coupon. */
    rowOf(high: number, low: number): number | undefined {
      const first = shards[low & (SHARDS - 1)]?.rowOf(high >>> 0, (low & ~ROW_MASK) >>> 0);
      return first === undefined ? undefined : first + 1;
    },
  };
}

const NUMBERS = FIELDS_IN_ORDER.filter((field) => ['numero', 'decimal'].includes(CUPON_FIELDS[field].tipo));
/** Canonical texts escape quotes inside values, so these patterns never take a value for a field's name. */
const LEADING_ZEROS = new RegExp(`("(?:${NUMBERS.join('|')})":")0+(?=\\d)`, 'g');
const DECIMALS = /("comprobante":"\d+)(?:\.0*|(\.\d*?[1-9])0+)"/;

/**
 * The identity of a sale, made from its canonical text (docs/coupons.md, "Duplicates"): numbers lose leading zeros and needless decimals, texts their
 * case. Equal sales of one file differ by their occurrence number, which is not part of this text.
 */
export function textOfIdentity(canonical: string): string {
  const text = canonical.toLowerCase().replace(LEADING_ZEROS, '$1');
  return text.includes('"comprobante":"') && text.includes('.') ? text.replace(DECIMALS, '$1$2"') : text;
}

/** The identity of one value, which `cupon-writer.ts` hashes while it writes. */
export function valueOfIdentity(type: 'numero' | 'decimal', value: string): string {
  const whole = value.replace(/^0+(?=\d)/, '');
  return type === 'decimal' && whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole;
}

/** What a sale and its void share besides the amount without its sign. */
const SHARED: readonly CuponField[] = [
  'fecha_venta', 'comprobante', 'tarjeta_nro', 'autorizacion', 'terminal', 'wallet_referencia',
]; // prettier-ignore

/** 64 bits of a text, in two halves (cyrb53). */
function hashText(text: string): readonly [high: number, low: number] {
  let a = 0xdeadbeef | 0;
  let b = 0x41c6ce57 | 0;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x9e3779b1);
    b = Math.imul(b ^ text.charCodeAt(i), 0x5f356495);
  }
  return [Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ b, Math.imul(b ^ (b >>> 13), 0xc2b2ae35) ^ a];
}

/**
 * Finds a sale and its void in one sheet: the same day and numbers, opposite amounts. The first of each sign go together, the second, and so on. A pair
 * without a card or a wallet's reference is a coincidence. Keeps bits of each coupon, not its text.
 */
export function createVoids() {
  const turns = createOccurrences();
  const seen = createSeenCupones();
  return {
    /** The row that this one nets to zero with; undefined where it is not above. */
    partnerOf(valueOf: (field: CuponField) => string, centavos: number, row: number): number | undefined {
      if (centavos === 0 || (valueOf('tarjeta_nro') === '' && valueOf('wallet_referencia') === '')) return undefined;
      const sale = SHARED.map((field) => valueOf(field).replace(/^0+(?=\d)/, '')).join('|');
      const sign = Math.sign(centavos);
      const keyOf = (of: number): string => `${sale}|${String(Math.abs(centavos))}|${String(of)}`;
      const turn = turns.next(...hashText(keyOf(sign)));
      const nameOf = (of: number) => hashText(`${keyOf(of)}|${String(turn)}`);
      const partner = seen.rowOf(...nameOf(-sign));
      if (partner === undefined) seen.firstSeen(...nameOf(sign), row);
      return partner;
    },
  };
}
