import type { Sought } from '../candidates.ts';
import {
  DAYS_AROUND,
  ROUNDING,
  COMPROBANTE_LEVELS,
  compareComprobante,
  NOT_COMPARED,
  COMERCIO_LEVELS,
  compareComercio,
  compareTerminal,
  TERMINAL_LEVELS,
} from '../levels.ts';
import { type BrandsOf, COMPARISON_NAMES, COMPARISONS, type Comparison } from '../comparisons.ts';
import type { Frequencies } from './frequencies.ts';
import { MISSING, f64 } from '../fields/codes.ts';

/** The index of each comparison's first level in a row with the levels of all comparisons. */
export const LEVEL_OFFSETS: readonly number[] = COMPARISON_NAMES.map((_, i) =>
  COMPARISON_NAMES.slice(0, i).reduce((sum, name) => sum + COMPARISONS[name].length, 0),
);
export const LEVEL_COUNT = COMPARISON_NAMES.reduce((sum, name) => sum + COMPARISONS[name].length, 0);

/** The levels that a pair can reach depend on which fields coupon and operation both have. In each such case (pattern), their probabilities add up to one. */
const PARTS = {
  terminal: [
    ['ambos', 'otro_lote', 'otra_terminal', 'ninguno', 'cambiados'],
    ['lote_igual', 'lote_otro'],
    ['terminal_igual', 'terminal_otra'],
  ],
  comercio: [
    ['igual', 'otro'],
    ['igual_y_marca', 'igual_otra_marca', 'otro_y_marca', 'otro_otra_marca'],
    ['marca_igual', 'marca_otra'],
  ],
} as const satisfies { readonly [C in Comparison]?: readonly (readonly (typeof COMPARISONS)[C][number][])[] };

/** The levels of all patterns, as indexes in the row of all levels; the level of agreement comes first. */
export const PATTERNS: readonly (readonly number[])[] = COMPARISON_NAMES.flatMap((name, i) => {
  const levels: readonly string[] = COMPARISONS[name];
  const parts: readonly (readonly string[])[] = name === 'terminal' || name === 'comercio' ? PARTS[name] : [levels];
  return parts.map((part) => part.map((level) => (LEVEL_OFFSETS[i] ?? 0) + levels.indexOf(level)));
});

function placesOf<C extends Comparison>(comparison: C): (level: (typeof COMPARISONS)[C][number]) => number {
  const offset = LEVEL_OFFSETS[COMPARISON_NAMES.indexOf(comparison)] ?? 0;
  const places = new Map<string, number>(COMPARISONS[comparison].map((level, i) => [level, offset + i]));
  return (level) => places.get(level) ?? 0;
}

export type ByLevel = Readonly<Record<Comparison, Readonly<Record<string, number>>>>;

/** Writes values by level as a row; an absent level gets zero. */
export const rowOf = (byLevel: ByLevel): Float64Array =>
  Float64Array.from(
    COMPARISON_NAMES.flatMap((name) => COMPARISONS[name].map((level: string) => byLevel[name][level] ?? 0)),
  );

/** Scales the levels of each pattern so that they add up to one, in place. */
export function normalise(row: Float64Array): Float64Array {
  for (const pattern of PATTERNS) {
    const sum = pattern.reduce((total, level) => total + (row[level] ?? 0), 0);
    if (sum > 0) for (const level of pattern) row[level] = (row[level] ?? 0) / sum;
  }
  return row;
}

/**
 * What a coupon shows about each level ℓ of each comparison. `reach`: the probability that a mistake of level ℓ turns an operation's value into the coupon's.
 * `expected`: `reach` times *u*, the share of operations at level ℓ. With *m*, the probability of ℓ for a coupon's own operation, ℓ weighs m · reach
 * / Σ (m · expected): how probable the coupon's value is if the operation is its own, divided by how probable it is for any other sale of the shop. This is m
 * / u of Fellegi and Sunter, for the coupon's value instead of an average one. Fields with few values have 1 / u and 1, so that their weight is m / u itself.
 */
export const createEvidence = () => ({
  reach: new Float64Array(LEVEL_COUNT),
  expected: new Float64Array(LEVEL_COUNT),
});
export type Evidence = ReturnType<typeof createEvidence>;

const setEvidence = (into: Evidence, place: number, reach: number, expected: number): void => {
  into.reach[place] = reach;
  into.expected[place] = expected;
};

/** The probability that a random authorisation equals a given authorisation, besides the operations that have it. */
const ANY_CODE = 1e-6;
/** The probability that a random wallet reference, which is longer, equals a given reference. */
const ANY_REFERENCE = 1e-8;
/** The probability that a random day equals a given one, as if there were sixty days. */
const ANY_DAY = 1 / 60;
const ANY_LAST_FOUR = 1 / 10_000;
/** The probability of one particular code among the about two hundred that are one typing mistake away from a code of six characters. */
const ONE_LETTER = 1 / 200;
/** The distances in days of the level `hasta_tres`; a distance of one day has its own levels. */
const UP_TO_DAYS_AROUND = Array.from({ length: DAYS_AROUND - 1 }, (_, i) => i + 2).flatMap((days) => [-days, days]);

export function createEvidenceMeter(frequencies: Frequencies, brandsOf: BrandsOf) {
  const { amounts, days } = frequencies;
  const voucher = createVoucherEvidence(frequencies);
  const shared = createSharedEvidence(frequencies, brandsOf);
  const [importeAt, dateAt, tarjetaAt] = [placesOf('importe'), placesOf('fecha'), placesOf('tarjeta')];
  const [autorizacionAt, referenciaAt] = [placesOf('autorizacion'), placesOf('referencia')];
  const [cuotasAt, binAt] = [placesOf('cuotas'), placesOf('bin')];

  function addImporte({ amount }: Sought, into: Evidence): void {
    const same = amounts.of(amount);
    const centavo = amounts.anyCentavo(amount);
    setEvidence(into, importeAt('igual'), 1, same);
    setEvidence(into, importeAt('centavo'), 1 / 2, (amounts.of(amount + ROUNDING) + amounts.of(amount - ROUNDING)) / 2);
    setEvidence(into, importeAt('por_100'), 1, amount % 100 === 0 ? amounts.of(amount / 100) : 0);
    setEvidence(into, importeAt('dividido_100'), 1, amounts.of(amount * 100));
    setEvidence(into, importeAt('una_cuota'), 1 / 2, centavo);
    setEvidence(into, importeAt('neto'), 1 / 2, centavo);
    setEvidence(into, importeAt('traspuesto'), 1 / 4, same);
    setEvidence(into, importeAt('signo'), 1, amounts.of(-amount));
    // A near or other amount counts as if drawn from the amounts of the operations.
    setEvidence(into, importeAt('cerca'), same / amounts.near(amount), same);
    setEvidence(into, importeAt('otro'), same, same);
  }

  function addDate({ days: said }: Sought, into: Evidence): void {
    const { day } = said;
    const around = UP_TO_DAYS_AROUND.reduce((sum, away) => sum + days.of(day + away), 0);
    const years = said.otherYears.reduce((sum, other) => sum + days.of(other), 0);
    const any = (days.of(day) + ANY_DAY) / 2;
    setEvidence(into, dateAt('igual'), 1, days.of(day));
    setEvidence(into, dateAt('presentacion'), 1, days.of(day - 1));
    setEvidence(into, dateAt('dia_despues'), 1, days.of(day - 1));
    setEvidence(into, dateAt('dia_antes'), 1, days.of(day + 1));
    setEvidence(into, dateAt('hasta_tres'), 1 / UP_TO_DAYS_AROUND.length, around / UP_TO_DAYS_AROUND.length);
    setEvidence(into, dateAt('dia_y_mes'), 1, said.swapped < 0 ? 0 : days.of(said.swapped));
    setEvidence(into, dateAt('otro_anio'), 1 / 3, years / 3);
    setEvidence(into, dateAt('otra'), any, any);
  }

  function addTarjeta({ lastFour }: Sought, into: Evidence): void {
    const same = frequencies.lastFour(lastFour);
    const any = (same + ANY_LAST_FOUR) / 2;
    setEvidence(into, tarjetaAt('igual'), 1, same);
    setEvidence(into, tarjetaAt('un_digito'), 1 / 36, same);
    setEvidence(into, tarjetaAt('traspuesto'), 1 / 3, same);
    setEvidence(into, tarjetaAt('del_bin'), 1 / 2, frequencies.inBin(lastFour) / 2);
    setEvidence(into, tarjetaAt('otra'), any, any);
  }

  /** `others`: the share of other operations with the coupon's value. `any`: the probability that a random value equals it. */
  function addIdentifier(
    into: Evidence,
    placeOf: (level: 'igual' | 'una_letra' | 'otra') => number,
    { others, any }: { readonly others: number; readonly any: number },
  ): void {
    const same = others + any;
    setEvidence(into, placeOf('igual'), 1, same);
    setEvidence(into, placeOf('una_letra'), ONE_LETTER, any);
    setEvidence(into, placeOf('otra'), same, same);
  }

  /** Evidence of a field with few values. `share`: the share of operations with the coupon's value. */
  function oneOfFew(into: Evidence, placeOf: (level: 'igual' | 'otra') => number, share: number): void {
    setEvidence(into, placeOf('igual'), 1 / share, 1);
    setEvidence(into, placeOf('otra'), 1 / Math.max(0.01, 1 - share), 1);
  }

  return (cupon: Sought, into: Evidence): void => {
    addImporte(cupon, into);
    addDate(cupon, into);
    voucher(cupon, into);
    addTarjeta(cupon, into);
    shared(cupon, into);
    addIdentifier(into, autorizacionAt, { others: frequencies.authorisation(cupon.authorisation), any: ANY_CODE });
    addIdentifier(into, referenciaAt, { others: frequencies.reference(cupon.reference), any: ANY_REFERENCE });
    oneOfFew(into, cuotasAt, frequencies.instalments(Math.max(0, cupon.instalments)));
    oneOfFew(into, binAt, frequencies.bin(cupon.bin));
  };
}

/** The probability of one particular voucher among all that a mistake of this kind could produce. */
const REACH = {
  recortado: 1 / 3,
  un_digito: 1 / 50,
  traspuesto: 1 / 5,
  largo: 1 / 20,
  en_autorizacion: 1,
  en_lote: 1,
} as const;
/** How much of the evidence does not come from the coupon's day, because that day may be wrong. */
const OTHER_DAYS = 0.1;
/** Vouchers at most this far apart count as one roll: the consecutive vouchers of a terminal. */
const NEIGHBOURS = 10;
/** An operation counts this many times if it has the coupon's terminal, as many if it has the coupon's lote, and the square if it has both. */
const OWN_ROLL = 4;

/**
 * Evidence of the voucher. A terminal numbers its vouchers one after another, so *u* is how dense the day's vouchers are around the coupon's voucher, mainly
 * those of its terminal and lote: a voucher in the middle of a roll says little, a voucher outside all rolls says much.
 */
function createVoucherEvidence(frequencies: Frequencies) {
  const placeOf = placesOf('comprobante');
  const slips = COMPROBANTE_LEVELS.flatMap((level, place) =>
    level === 'igual' || level === 'otro' ? [] : [{ place, to: placeOf(level), reach: REACH[level] }],
  );
  const [equal, other] = [placeOf('igual'), placeOf('otro')];
  const found = new Float64Array(COMPROBANTE_LEVELS.length);

  return (cupon: Sought, into: Evidence): void => {
    found.fill(0);
    let [weight, near] = [0, 0];
    for (const sale of frequencies.sampleOf(cupon.day)) {
      const level = compareComprobante(cupon, sale);
      if (level === NOT_COMPARED) continue;
      const ownTerminal = cupon.terminal !== MISSING && sale.terminal === cupon.terminal;
      const ownLote = cupon.lote !== MISSING && sale.lote === cupon.lote;
      const counts = (ownTerminal ? OWN_ROLL : 1) * (ownLote ? OWN_ROLL : 1);
      weight += counts;
      if (Math.abs(sale.voucher - cupon.voucher) <= NEIGHBOURS) near += counts;
      found[level] = f64(found, level) + counts;
    }
    const total = Math.max(1, weight);
    const everywhere = cupon.voucher < 0 ? 0 : frequencies.voucher(cupon.voucher);
    const roll = near / total / (2 * NEIGHBOURS + 1);
    const same = (1 - OTHER_DAYS) * roll + OTHER_DAYS * everywhere;
    // The probability of the coupon's number if it has nothing to do with the operation: from its density, and from all numbers with so many digits.
    const digits = Math.min(8, Math.ceil(Math.log10(Math.max(10, cupon.voucher + 1))));
    const any = same / 2 + 10 ** -digits / 5;
    setEvidence(into, equal, 1, same);
    for (const { place, to, reach } of slips) {
      setEvidence(into, to, reach, reach * ((1 - OTHER_DAYS) * (f64(found, place) / total) + OTHER_DAYS * everywhere));
    }
    setEvidence(into, other, any, any);
  };
}

/** The usual share of unrelated pairs at each level, in a typical shop. */
const USUAL_TERMINAL = {
  ambos: 0.05, otro_lote: 0.04, otra_terminal: 0.01, ninguno: 0.89, cambiados: 0.01,
  lote_igual: 0.05, lote_otro: 0.95, terminal_igual: 0.1, terminal_otra: 0.9,
} as const satisfies Record<(typeof TERMINAL_LEVELS)[number], number>; // prettier-ignore
const USUAL_COMERCIO = {
  igual: 0.2, otro: 0.8, igual_y_marca: 0.15, igual_otra_marca: 0.05, otro_y_marca: 0.2, otro_otra_marca: 0.6,
  marca_igual: 0.25, marca_otra: 0.75,
} as const satisfies Record<(typeof COMERCIO_LEVELS)[number], number>; // prettier-ignore
/** The usual share counts like this many rows of the day. */
const WORTH = 2;

/** Evidence of `terminal` and `comercio`, which have few values: *u* is the share of the day's operations at a level, smoothed by the usual share. */
function createSharedEvidence(frequencies: Frequencies, brandsOf: BrandsOf) {
  const [terminalAt, comercioAt] = [placesOf('terminal'), placesOf('comercio')];
  const usual = new Float64Array(LEVEL_COUNT);
  for (const level of TERMINAL_LEVELS) usual[terminalAt(level)] = USUAL_TERMINAL[level];
  for (const level of COMERCIO_LEVELS) usual[comercioAt(level)] = USUAL_COMERCIO[level];
  const patterns = PATTERNS.filter((pattern) => pattern.some((place) => f64(usual, place) > 0));
  const found = new Float64Array(LEVEL_COUNT);
  const [terminals, comercios] = [terminalAt(TERMINAL_LEVELS[0]), comercioAt(COMERCIO_LEVELS[0])];

  return (cupon: Sought, into: Evidence): void => {
    found.fill(0);
    const brands = brandsOf(cupon);
    for (const sale of frequencies.sampleOf(cupon.day)) {
      const where = compareTerminal(cupon, sale, false);
      if (where !== NOT_COMPARED) found[terminals + where] = f64(found, terminals + where) + 1;
      const store = compareComercio(cupon.store, sale.store, brands?.has(sale.brand));
      if (store !== NOT_COMPARED) found[comercios + store] = f64(found, comercios + store) + 1;
    }
    for (const pattern of patterns) {
      const total = pattern.reduce((sum, place) => sum + f64(found, place), 0);
      for (const place of pattern) {
        const share = (f64(found, place) + WORTH * f64(usual, place)) / (total + WORTH);
        setEvidence(into, place, 1 / ((1 - OTHER_DAYS) * share + OTHER_DAYS * f64(usual, place)), 1);
      }
    }
  };
}
