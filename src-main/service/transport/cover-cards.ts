/**
 * Masks the card numbers of an answer before any other code sees it (docs/coupons.md, "Card numbers"): every number in a field named like a card; numbers that
 * are written in groups of digits or beside a word for a card or a payment; and fields in which most rows look like card numbers. One pass over the value, in
 * place.
 */
import { mayHoldCard, doesHeaderNameCard } from '#domain/cupones/card-number.ts';
import { hideLongNumbers, maskCardNumbers, maskCertainCards, maskPossibleCards } from '#domain/cupones/card-text.ts';
import { keyOfHeader } from '#domain/cupones/header-key.ts';
import { MAX_DEPTH, MAX_KEYS, createTooLargeError } from './json-bounds.ts';

type Holder = Record<string, unknown>;

/** A number that may be a card's. It is masked if most texts of its field look like card numbers. */
interface Doubt {
  readonly holder: Holder;
  readonly masked: string;
}
type Doubts = Map<string, Doubt[]>;

const MIN_CARDS = 3;
const MOST_CARDS = 0.8;
/** Fields whose numbers identify or join records. A number that looks like a card's in most of their rows is the shop's own, so `coverDoubts` skips them. */
const TELLS_APART =
  /^(?:id|.*_id|numero|nro_.*|establecimiento|terminal|lote|comprobante|autorizacion|cuit|cuenta|voucher_asociado|fecha.*|importe.*|total.*)$/;

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Reading {
  readonly ownIds: boolean;
  /** Whether a field's name is a card's; cached, because every row has the same few names. */
  readonly namesCard: (key: string) => boolean;
  /** How many more characters to check number by number; beyond them every long number is masked. A hostile answer of only digits would take minutes. */
  left: number;
}
/** The first value of `Reading.left`: ten times what a page of a thousand rows needs. */
const LOOKED_AT = 512 * 1024;

function createNameTest(): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    let names = known.get(key);
    if (names === undefined) {
      names = key === 'bin' || doesHeaderNameCard(keyOfHeader(key));
      if (known.size < 1000) known.set(key, names);
    }
    return names;
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && value >= 1e12 && Number.isSafeInteger(value) ? String(value) : undefined;
}

interface Place {
  readonly depth: number;
  readonly ofCard: boolean;
  readonly doubts?: Doubts | undefined;
}

/** Masks the card numbers of a text. When `reading.left` is used up, masks every long number. */
function coverText(text: string, ofCard: boolean, reading: Reading): string {
  reading.left -= text.length;
  if (reading.left < 0) return hideLongNumbers(text);
  return ofCard ? maskCardNumbers(text) : maskCertainCards(text);
}

interface Field {
  readonly holder: Holder;
  readonly key: string;
  readonly text: string;
}

function coverField({ holder, key, text }: Field, place: Place, reading: Reading): void {
  const masked = coverText(text, place.ofCard || reading.namesCard(key), reading);
  if (masked !== text) {
    holder[key] = masked;
    return;
  }
  if (place.doubts === undefined) return;
  const possible = maskPossibleCards(text);
  if (possible === text) return;
  const others = place.doubts.get(key);
  if (others === undefined) place.doubts.set(key, [{ holder, masked: possible }]);
  else others.push({ holder, masked: possible });
}

/** Masks an object's key: some services write a list as an object with a key per row. */
function coverKey(holder: Holder, key: string, reading: Reading): void {
  const masked = coverText(key, false, reading);
  if (masked === key) return;
  holder[masked] = holder[key];
  Reflect.deleteProperty(holder, key);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Masks the fields where most rows have a possible card number, if at least three of these differ. */
function coverDoubts(rows: readonly unknown[], doubts: Doubts): void {
  for (const [key, cells] of doubts) {
    if (TELLS_APART.test(key) || new Set(cells.map(({ masked }) => masked)).size < MIN_CARDS) continue;
    const filled = rows.filter((row) => isHolder(row) && !isEmpty(row[key])).length;
    if (cells.length < filled * MOST_CARDS) continue;
    for (const { holder, masked } of cells) holder[key] = masked;
  }
}

function coverHolder(holder: Holder, place: Place, reading: Reading): void {
  let keys = 0;
  for (const key in holder) {
    keys += 1;
    if (keys > MAX_KEYS) throw createTooLargeError('nombres', MAX_KEYS);
    const value = holder[key];
    if (typeof value === 'object') {
      if (value !== null) coverValue(value, { depth: place.depth + 1, ofCard: reading.namesCard(key) }, reading);
    } else if (!reading.ownIds || key !== 'id') {
      const text = textOf(value);
      if (text !== undefined && mayHoldCard(text)) coverField({ holder, key, text }, place, reading);
    }
    if (mayHoldCard(key)) coverKey(holder, key, reading);
  }
}

function coverList(rows: unknown[], { depth, ofCard }: Place, reading: Reading): void {
  const doubts: Doubts = new Map();
  for (const [i, row] of rows.entries()) {
    if (typeof row === 'object' && row !== null) coverValue(row, { depth: depth + 1, ofCard: false, doubts }, reading);
    else rows[i] = coverScalar(row, ofCard, reading);
  }
  if (doubts.size > 0) coverDoubts(rows, doubts);
}

function coverValue(value: object, place: Place, reading: Reading): void {
  if (place.depth > MAX_DEPTH) throw createTooLargeError('profundidad', MAX_DEPTH);
  if (Array.isArray(value)) coverList(value, place, reading);
  else if (isHolder(value)) coverHolder(value, place, reading);
}

function coverScalar(value: unknown, ofCard: boolean, reading: Reading): unknown {
  const text = textOf(value);
  return text === undefined || !mayHoldCard(text) ? value : coverText(text, ofCard, reading);
}

/** Masks an answer's card numbers in place. `ownIds`: not in fields `id`, which later requests name. Throws `RESPUESTA_ENORME` (too deep, too many names). */
export function coverCards(
  value: unknown,
  { ownIds = false }: { readonly ownIds?: boolean | undefined } = {},
): unknown {
  const reading: Reading = { ownIds, namesCard: createNameTest(), left: LOOKED_AT };
  if (typeof value !== 'object' || value === null) return coverScalar(value, false, reading);
  coverValue(value, { depth: 1, ofCard: false }, reading);
  return value;
}
