/**
 * Card numbers in what the service sends, covered before anything else sees it (docs/coupons.md, "Card numbers"): always under a name of a card's, in groups
 * or beside words that name a card or a payment anywhere, and in a field of most of a list's rows. One pass over the value, in place.
 */
import { mayHoldCard } from '#domain/cupones/card-characters.ts';
import { hideLongNumbers, maskCardNumbers, maskCertainCards, maskPossibleCards } from '#domain/cupones/card-text.ts';
import { headerNamesCard } from '#domain/cupones/card-words.ts';
import { headerKey } from '#domain/cupones/header-key.ts';
import { MAX_DEPTH, MAX_KEYS, tooLarge } from './json-bounds.ts';

type Holder = Record<string, unknown>;

/** A text that may be a card number if most of its field are. */
interface Doubt {
  readonly holder: Holder;
  readonly masked: string;
}
/** Those of the rows of one list, by field. */
type Doubts = Map<string, Doubt[]>;

const MIN_CARDS = 3;
const MOST_CARDS = 0.8;
/** Numbers that tell records apart, or that join them: what most rows share there is a shop's, not a card's. */
const TELLS_APART =
  /^(?:id|.*_id|numero|nro_.*|establecimiento|terminal|lote|comprobante|autorizacion|cuit|cuenta|voucher_asociado|fecha.*|importe.*|total.*)$/;

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What one answer is read with. */
interface Reading {
  /** Its identifiers stay as they came. */
  readonly ownIds: boolean;
  /** Whether a name is a card's: the same few come with every row. */
  readonly namesCard: (key: string) => boolean;
  /** Characters that may still be looked at number by number: an answer of nothing but digits would take minutes. */
  left: number;
}
/** A page of a thousand rows has a tenth of it. */
const LOOKED_AT = 512 * 1024;

function knowingNames(): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    let names = known.get(key);
    if (names === undefined) {
      names = key === 'bin' || headerNamesCard(headerKey(key));
      if (known.size < 1000) known.set(key, names);
    }
    return names;
  };
}

/** A number as it was written, where it is long enough to be one. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && value >= 1e12 && Number.isSafeInteger(value) ? String(value) : undefined;
}

interface Place {
  readonly depth: number;
  /** It lies under a name of a card's. */
  readonly ofCard: boolean;
  readonly doubts?: Doubts | undefined;
}

/** A text with its card numbers covered; past what may be looked at, without any long number. */
function covered(text: string, ofCard: boolean, reading: Reading): string {
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
  const masked = covered(text, place.ofCard || reading.namesCard(key), reading);
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

/** Some services make a list an object, by what its rows are called. */
function coverKey(holder: Holder, key: string, reading: Reading): void {
  const masked = covered(key, false, reading);
  if (masked === key) return;
  holder[masked] = holder[key];
  Reflect.deleteProperty(holder, key);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Covers the fields in which most of the rows have such a number, and three of them another one. */
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
    if (keys > MAX_KEYS) throw tooLarge('nombres', MAX_KEYS);
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
  if (place.depth > MAX_DEPTH) throw tooLarge('profundidad', MAX_DEPTH);
  if (Array.isArray(value)) coverList(value, place, reading);
  else if (isHolder(value)) coverHolder(value, place, reading);
}

function coverScalar(value: unknown, ofCard: boolean, reading: Reading): unknown {
  const text = textOf(value);
  return text === undefined || !mayHoldCard(text) ? value : covered(text, ofCard, reading);
}

/**
 * Covers the card numbers of parsed JSON, in place, and gives it. `ownIds`: its identifiers are asked for again by name, and stay as they came.
 * Throws `RESPUESTA_ENORME` for what is too deep or has too many names.
 */
export function coverCards(
  value: unknown,
  { ownIds = false }: { readonly ownIds?: boolean | undefined } = {},
): unknown {
  const reading: Reading = { ownIds, namesCard: knowingNames(), left: LOOKED_AT };
  if (typeof value !== 'object' || value === null) return coverScalar(value, false, reading);
  coverValue(value, { depth: 1, ofCard: false }, reading);
  return value;
}
