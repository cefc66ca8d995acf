import type { Sought } from '../candidates/keys.ts';
import { f64 } from '../fields/columns.ts';
import { COMERCIO_LEVELS, compareComercio, compareTerminal, TERMINAL_LEVELS } from '../levels/pairs.ts';
import { NOT_COMPARED } from '../levels/level.ts';
import type { BrandsOf } from '../comparisons.ts';
import { setEvidence, type Evidence, LEVEL_COUNT, PATTERNS, placesOf } from './layout.ts';
import type { Frequencies } from './frequencies.ts';
import { OTHER_DAYS } from './voucher-evidence.ts';

/** The share of unrelated pairs that reach each level, in a typical shop. */
const USUAL_TERMINAL = {
  ambos: 0.05, otro_lote: 0.04, otra_terminal: 0.01, ninguno: 0.89, cambiados: 0.01,
  lote_igual: 0.05, lote_otro: 0.95, terminal_igual: 0.1, terminal_otra: 0.9,
} as const satisfies Record<(typeof TERMINAL_LEVELS)[number], number>; // prettier-ignore
const USUAL_COMERCIO = {
  igual: 0.2, otro: 0.8, igual_y_marca: 0.15, igual_otra_marca: 0.05, otro_y_marca: 0.2, otro_otra_marca: 0.6,
  marca_igual: 0.25, marca_otra: 0.75,
} as const satisfies Record<(typeof COMERCIO_LEVELS)[number], number>; // prettier-ignore
/** How many rows of the day the usual share counts as. */
const WORTH = 2;

/** For fields with few distinct values, *u* is the share of the day's operations at a level, smoothed by the usual share. */
export function createSharedEvidence(frequencies: Frequencies, brandsOf: BrandsOf) {
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
