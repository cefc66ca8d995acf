import { CUPON_FIELDS, FIELDS_IN_ORDER, type CuponField, type Cupon } from '../cupon.ts';
import { withoutZeros } from '../fold-text.ts';

/** Remembers the first row of each coupon in 52 bits: 6 MB instead of 200 for half a million. In one of 9,000 files of a million, two coupons share bits. */
export type SeenCupones = ReturnType<typeof createSeenCupones>;

/** Many small tables grow one by one, each into memory that was freed after reading earlier rows. */
const SHARDS = 256;
const FIRST_PLACES = 64;
/** A table grows when this share of its places is used: in a fuller one, finding a free place takes long. */
const FULL = 0.85;
/** Grow in small steps, because free places take memory too. */
const GROWTH = 1.25;
/** The bits for the row's number less one, which is below 2^20 and never 0: 0 marks a free place. */
const ROW_MASK = 2 ** 20 - 1;

/** A hash table with two words per coupon: the high bits of its hash; twelve of the low bits, and the row (in `createOccurrences`, a count). */
class Shard {
  #words = new Uint32Array(FIRST_PLACES * 2);
  #used = 0;

  /** The place of a coupon, or the free place for it; does not compare rows. */
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

  /** Counts a coupon in the bits for the row, which are zero in `rest`. Returns how often it has come. */
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
    // Free the memory at once: it is too little to make the garbage collector run.
    before.buffer.transfer(0);
  }
}

/** Numbers equal coupons in the order in which they come: 1 for the first with this hash (52 of its bits count), 2 for the second. At most 2^20 − 1. */
export function createOccurrences(): { next(high: number, low: number): number } {
  const shards = Array.from({ length: SHARDS }, () => new Shard());
  return {
    next: (high, low) => shards[low & (SHARDS - 1)]?.next(high >>> 0, (low & ~ROW_MASK) >>> 0) ?? 1,
  };
}

export function createSeenCupones() {
  const shards = Array.from({ length: SHARDS }, () => new Shard());
  return {
    /** The row, from 2 to 2^20, of the first coupon with this hash; undefined if this coupon is the first, whose `row` is then remembered. */
    firstSeen(high: number, low: number, row: number): number | undefined {
      const first = shards[low & (SHARDS - 1)]?.firstSeen(high >>> 0, ((low & ~ROW_MASK) | (row - 1)) >>> 0);
      return first === undefined ? undefined : first + 1;
    },
    /** Like `firstSeen`, but does not remember the coupon. */
    rowOf(high: number, low: number): number | undefined {
      const first = shards[low & (SHARDS - 1)]?.rowOf(high >>> 0, (low & ~ROW_MASK) >>> 0);
      return first === undefined ? undefined : first + 1;
    },
  };
}

const NUMBERS = FIELDS_IN_ORDER.filter((field) => ['numero', 'decimal'].includes(CUPON_FIELDS[field].tipo));
/** Canonical texts escape quotes inside values, so these patterns match only names of fields. */
const LEADING_ZEROS = new RegExp(`("(?:${NUMBERS.join('|')})":")0+(?=\\d)`, 'g');
const DECIMALS = /("comprobante":"\d+)(?:\.0*|(\.\d*?[1-9])0+)"/;

/** The identity of a sale (docs/coupons.md, "Duplicates"), from its canonical text: lower case, numbers without leading zeros and needless decimals. */
export function textOfIdentity(canonical: string): string {
  const text = canonical.toLowerCase().replace(LEADING_ZEROS, '$1');
  return text.includes('"comprobante":"') && text.includes('.') ? text.replace(DECIMALS, '$1$2"') : text;
}

/** The identity of one value, which `cupon-writer.ts` hashes while it writes. */
export function valueOfIdentity(type: 'numero' | 'decimal', value: string): string {
  const whole = value.replace(/^0+(?=\d)/, '');
  return type === 'decimal' && whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole;
}

/** The fields in which a sale and its void agree, besides the amount without its sign. */
const SHARED: readonly CuponField[] = [
  'fecha_venta', 'comprobante', 'tarjeta_nro', 'autorizacion', 'terminal', 'wallet_referencia',
]; // prettier-ignore

const [ZERO, NINE, SEPARATOR] = [0x30, 0x39, 0x7c];
const isDigitAt = (text: string, at: number): boolean => text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE;

/** A hash of what a sale and its void share: 64 bits in two halves (cyrb53), without building a text. Leading zeros do not count. */
function hashShared(valueOf: (field: CuponField) => string, centavos: number): readonly [high: number, low: number] {
  let a = 0xdeadbeef ^ centavos;
  let b = 0x41c6ce57 ^ Math.floor(centavos / 2 ** 32);
  const add = (code: number): void => {
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  };
  for (const field of SHARED) {
    const text = valueOf(field);
    let at = 0;
    while (text.charCodeAt(at) === ZERO && isDigitAt(text, at + 1)) at++;
    for (; at < text.length; at++) add(text.charCodeAt(at));
    add(SEPARATOR);
  }
  return [Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ b, Math.imul(b ^ (b >>> 13), 0xc2b2ae35) ^ a];
}

/** Derives other 64 bits from a hash, for each `salt`, so that the values are hashed only once per coupon. */
function mix([high, low]: readonly [high: number, low: number], salt: number): readonly [high: number, low: number] {
  const a = Math.imul(high ^ salt, 0x9e3779b1);
  const b = Math.imul(low ^ a ^ (a >>> 15), 0x85ebca6b);
  return [a ^ (b >>> 13), b ^ (b >>> 16)];
}

/** Finds sales and their voids: same day and numbers, opposite amounts, paired in order. With neither card nor wallet reference, a pair is a coincidence. */
export function createVoids() {
  const turns = createOccurrences();
  const seen = createSeenCupones();
  /** The hashes and rows of the sales above the first negative amount. In most sheets no amount is negative, so nothing is looked up. */
  let sales: number[] | undefined = [];
  const pair = (hash: readonly [high: number, low: number], isSale: boolean, row: number): number | undefined => {
    const turn = turns.next(...mix(hash, isSale ? 1 : 0));
    const nameOf = (ofSale: boolean) => mix(hash, 2 * turn + (ofSale ? 1 : 0));
    const partner = seen.rowOf(...nameOf(!isSale));
    if (partner === undefined) seen.firstSeen(...nameOf(isSale), row);
    return partner;
  };
  return {
    /** The row above that this row nets to zero with; undefined if none exists. */
    partnerOf(valueOf: (field: CuponField) => string, centavos: number, row: number): number | undefined {
      if (centavos === 0 || (valueOf('tarjeta_nro') === '' && valueOf('wallet_referencia') === '')) return undefined;
      const hash = hashShared(valueOf, Math.abs(centavos));
      if (sales !== undefined && centavos > 0) {
        sales.push(...hash, row);
        return undefined;
      }
      for (let i = 0; sales !== undefined && i < sales.length; i += 3)
        pair([sales[i] ?? 0, sales[i + 1] ?? 0], true, sales[i + 2] ?? 0);
      sales = undefined;
      return pair(hash, centavos > 0, row);
    },
  };
}

// Decides whether a coupon was sent before (docs/coupons.md, "Sent before"). `storage/ledger` finds the coupons to compare, by `candidateKeysOf`.

/** `enviado`: the same sale. `corrige`: the same sale with another value in `campo`. `parece`: perhaps the same; the fields `iguales` agree. */
export type SentAnswer =
  | { readonly como: 'enviado' }
  | { readonly como: 'corrige'; readonly campo: CuponField }
  | { readonly como: 'parece'; readonly iguales: readonly CuponField[] };

/** A sale without a wallet reference is identified by these four fields together. */
const NAMING = ['fecha_venta', 'importe', 'comprobante', 'tarjeta_nro'] as const satisfies readonly CuponField[];
/** Fields that belong to a sale but do not identify it. Leaves out card names and free texts, which each till writes in its own way. */
const BESIDE = [
  'establecimiento', 'terminal', 'lote', 'autorizacion', 'cuotas', 'bin', 'bco_emisor', 'fecha_pres', 'fecha_pago',
] as const satisfies readonly CuponField[]; // prettier-ignore
/** If a field of `NAMING` is missing, at least one of these must agree besides day and amount. */
const TELLING: ReadonlySet<CuponField> = new Set(['comprobante', 'tarjeta_nro', 'autorizacion', 'wallet_referencia']);

/** The value of a field in one spelling; empty if the coupon lacks it. */
function valueOf(cupon: Cupon, field: CuponField): string {
  const text = (cupon[field] ?? '').trim();
  const { tipo } = CUPON_FIELDS[field];
  if (tipo === 'numero' || tipo === 'decimal') return valueOfIdentity(tipo, text);
  return field === 'autorizacion' || field === 'wallet_referencia'
    ? withoutZeros(text.toLowerCase())
    : text.toLowerCase();
}

const isSaidByBoth = (field: CuponField, a: Cupon, b: Cupon): boolean =>
  valueOf(a, field) !== '' && valueOf(b, field) !== '';
const isEqual = (field: CuponField, a: Cupon, b: Cupon): boolean =>
  isSaidByBoth(field, a, b) && valueOf(a, field) === valueOf(b, field);
const isDifferent = (field: CuponField, a: Cupon, b: Cupon): boolean =>
  isSaidByBoth(field, a, b) && valueOf(a, field) !== valueOf(b, field);
const namesFully = (cupon: Cupon): boolean => NAMING.every((field) => valueOf(cupon, field) !== '');

/** The key of a sale: wallet reference and operation type, else day, amount, voucher and last four digits; undefined if one is missing. */
export function nameOfSale(cupon: Cupon): string | undefined {
  const [reference, operation] = [valueOf(cupon, 'wallet_referencia'), valueOf(cupon, 'wallet_tipo_operacion')];
  if (reference !== '' && operation !== '') return JSON.stringify([reference, operation]);
  return namesFully(cupon) ? JSON.stringify(NAMING.map((field) => valueOf(cupon, field))) : undefined;
}

/** Keys to search by: coupons for which `compareWithSent` is not null share one or more. A key is null if a field for it is missing. */
export interface CandidateKeys {
  readonly dia: string | null;
  readonly numero: string | null;
  readonly referencia: string | null;
}

export function candidateKeysOf(cupon: Cupon): CandidateKeys {
  const keyOf = (...fields: readonly CuponField[]): string | null => {
    const values = fields.map((field) => valueOf(cupon, field));
    return values.includes('') ? null : JSON.stringify([fields[0], ...values]);
  };
  return {
    dia: keyOf('fecha_venta', 'importe'),
    numero: keyOf('comprobante', 'tarjeta_nro'),
    referencia: keyOf('wallet_referencia'),
  };
}

function compareWallets(cupon: Cupon, sent: Cupon): SentAnswer | null {
  if (isDifferent('wallet_referencia', cupon, sent) || isDifferent('wallet_tipo_operacion', cupon, sent)) return null;
  if (!isSaidByBoth('wallet_tipo_operacion', cupon, sent)) return { como: 'parece', iguales: ['wallet_referencia'] };
  const campo = (['importe', 'fecha_venta'] as const).find((field) => isDifferent(field, cupon, sent));
  return campo === undefined ? { como: 'enviado' } : { como: 'corrige', campo };
}

/** Compares a coupon with a sent one; null unless their fields show that they are, or may be, one sale. */
export function compareWithSent(cupon: Cupon, sent: Cupon): SentAnswer | null {
  const hasOperation = isSaidByBoth('wallet_tipo_operacion', cupon, sent);
  const areNamed = namesFully(cupon) && namesFully(sent);
  // If the operation type is missing but both have all card fields, compare those instead.
  if (isSaidByBoth('wallet_referencia', cupon, sent) && (hasOperation || !areNamed)) return compareWallets(cupon, sent);
  if (isDifferent('wallet_referencia', cupon, sent)) return null;
  const [changed, ...more] = NAMING.filter((field) => isDifferent(field, cupon, sent));
  if (areNamed) {
    if (changed === undefined) return { como: 'enviado' };
    const isSameSale = more.length === 0 && !BESIDE.some((field) => isDifferent(field, cupon, sent));
    return isSameSale && BESIDE.some((field) => isEqual(field, cupon, sent))
      ? { como: 'corrige', campo: changed }
      : null;
  }
  const isSameDayAndAmount = isEqual('fecha_venta', cupon, sent) && isEqual('importe', cupon, sent);
  if (!isSameDayAndAmount || changed !== undefined || BESIDE.some((field) => isDifferent(field, cupon, sent)))
    return null;
  const equal = [...NAMING, ...BESIDE].filter((field) => isEqual(field, cupon, sent));
  return equal.some((field) => TELLING.has(field)) ? { como: 'parece', iguales: equal } : null;
}
