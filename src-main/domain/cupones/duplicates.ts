import { CUPON_FIELDS, FIELDS_IN_ORDER, type CuponField, type Cupon } from '../cupon.ts';
import { withoutZeros } from '../fold-text.ts';
import { hashOf } from '../matching/fields/codes.ts';

/** Maps 52 bits of a hash to a number above 0, in less memory than a Map. In one of 9,000 files of a million coupons, two coupons share the bits. */
class HashTable {
  #keys = new Float64Array(1024);
  #values = new Uint32Array(1024);
  #used = 0;

  /** The index of a key in the arrays, or the free index for a new key. */
  #find(key: number): number {
    let at = key % this.#keys.length;
    while (this.#values[at] !== 0 && this.#keys[at] !== key) at = (at + 1) % this.#keys.length;
    return at;
  }

  get(key: number): number {
    return this.#values[this.#find(key)] ?? 0;
  }

  set(key: number, value: number): void {
    const at = this.#find(key);
    if (this.#values[at] === 0) this.#used += 1;
    this.#keys[at] = key;
    this.#values[at] = value;
    if (this.#used < this.#keys.length * 0.75) return;
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(keys.length * 2);
    this.#values = new Uint32Array(keys.length * 2);
    this.#used = 0;
    for (const [place, one] of values.entries()) if (one !== 0) this.set(keys[place] ?? 0, one);
  }
}

const keyOfHash = (high: number, low: number): number => (high >>> 0) * 2 ** 20 + (low >>> 12);

/** Numbers equal coupons in the order in which they come: 1 for the first with this hash, 2 for the second. */
export function createOccurrences() {
  const counts = new HashTable();
  return {
    next(high: number, low: number): number {
      const key = keyOfHash(high, low);
      const count = counts.get(key) + 1;
      counts.set(key, count);
      return count;
    },
  };
}

/** Remembers the first row of each coupon. */
export type SeenCupones = ReturnType<typeof createSeenCupones>;

export function createSeenCupones() {
  const rows = new HashTable();
  /** The row of the first coupon with this hash; undefined if none was remembered. */
  const rowOf = (high: number, low: number): number | undefined => rows.get(keyOfHash(high, low)) || undefined;
  return {
    rowOf,
    /** Like `rowOf`, but remembers `row` (from 1) if this coupon is the first. */
    firstSeen(high: number, low: number, row: number): number | undefined {
      const first = rowOf(high, low);
      if (first === undefined) rows.set(keyOfHash(high, low), row);
      return first;
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

/** A hash of the fields that a sale and its void share, without leading zeros. */
const keyOfShared = (valueOf: (field: CuponField) => string, centavos: number): number =>
  hashOf([...SHARED.map((field) => withoutZeros(valueOf(field))), centavos].join('|'));

/** Pairs sales and voids in order: same day and numbers, opposite amounts. Skips rows without card and wallet reference, which may agree by chance. */
export function createVoids() {
  const [turns, rows] = [new HashTable(), new HashTable()];
  /** The keys and rows of the sales above the first negative amount; they are looked up only after it, because most sheets have no negative amount. */
  let sales: number[] | undefined = [];
  const pair = (key: number, isSale: boolean, row: number): number | undefined => {
    const nameOf = (...parts: readonly (number | boolean)[]): number => hashOf([key, ...parts].join('|'));
    const turn = turns.get(nameOf(isSale)) + 1;
    turns.set(nameOf(isSale), turn);
    const partner = rows.get(nameOf(turn, !isSale));
    if (partner === 0) rows.set(nameOf(turn, isSale), row);
    return partner || undefined;
  };
  return {
    /** The row above with which this row nets to zero; undefined if none exists. */
    partnerOf(valueOf: (field: CuponField) => string, centavos: number, row: number): number | undefined {
      if (centavos === 0 || (valueOf('tarjeta_nro') === '' && valueOf('wallet_referencia') === '')) return undefined;
      const key = keyOfShared(valueOf, Math.abs(centavos));
      if (sales !== undefined && centavos > 0) {
        sales.push(key, row);
        return undefined;
      }
      for (let i = 0; sales !== undefined && i < sales.length; i += 2) pair(sales[i] ?? 0, true, sales[i + 1] ?? 0);
      sales = undefined;
      return pair(key, centavos > 0, row);
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

/** The key of a sale: wallet reference and operation type, else day, amount, voucher and last four digits; undefined if one of these is missing. */
export function nameOfSale(cupon: Cupon): string | undefined {
  const [reference, operation] = [valueOf(cupon, 'wallet_referencia'), valueOf(cupon, 'wallet_tipo_operacion')];
  if (reference !== '' && operation !== '') return JSON.stringify([reference, operation]);
  return namesFully(cupon) ? JSON.stringify(NAMING.map((field) => valueOf(cupon, field))) : undefined;
}

/** Keys to search for sent coupons: two coupons that `compareWithSent` relates share at least one key. A key is null if a field for it is missing. */
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

/** Compares a coupon with a sent coupon; null unless their fields show that both are, or may be, one sale. */
export function compareWithSent(cupon: Cupon, sent: Cupon): SentAnswer | null {
  const hasOperation = isSaidByBoth('wallet_tipo_operacion', cupon, sent);
  const areNamed = namesFully(cupon) && namesFully(sent);
  // If the operation type is missing but both have all card fields, compare the card fields instead.
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
