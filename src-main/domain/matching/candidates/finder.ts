import { u32 } from '../fields/columns.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import type { OperacionTable } from '../fields/operacion-table.ts';
import { toCuponDay, type CuponDay } from '../levels/fecha.ts';
import { CANDIDATE_KEY_NAMES, CANDIDATE_KEYS, type Sought } from './keys.ts';
import type { OperacionIndex } from './operacion-index.ts';

/** The operations that may be a coupon's. Valid until the next search, which overwrites them. */
export interface Candidates {
  readonly size: number;
  /** Rows of the table; only the first `size` belong to this search, in no meaningful order. */
  readonly rows: Uint32Array;
  /** For each row, the keys that found it: bit `i` stands for `CANDIDATE_KEY_NAMES[i]`. */
  readonly keys: Uint32Array;
}

export type CandidateFinder = ReturnType<typeof createCandidateFinder>;

export function createCandidateFinder(table: OperacionTable, index: OperacionIndex) {
  const { dictionaries } = table;
  /** For each row, the last search that saw it and its place there, so that a row is a candidate only once. */
  const seenIn = new Uint32Array(table.size);
  const placeOf = new Uint32Array(table.size);
  let search = 0;
  let found = { size: 0, rows: new Uint32Array(256), keys: new Uint32Array(256) };
  let bit = 0;
  const visit = (row: number): void => {
    if (u32(seenIn, row) === search) {
      const place = u32(placeOf, row);
      found.keys[place] = u32(found.keys, place) | bit;
      return;
    }
    seenIn[row] = search;
    placeOf[row] = found.size;
    if (found.size === found.rows.length) found = grow(found);
    found.rows[found.size] = row;
    found.keys[found.size] = bit;
    found.size += 1;
  };
  const where = { index, table, visit };
  const daysOf = new Map<number, CuponDay>();
  const daysFor = (day: number): CuponDay => {
    const known = daysOf.get(day) ?? toCuponDay(day);
    daysOf.set(day, known);
    return known;
  };
  const keys = CANDIDATE_KEY_NAMES.map((name, i) => ({ bit: 1 << i, look: CANDIDATE_KEYS[name] }));
  return {
    seek: (cupon: CuponCodes): Sought => ({
      ...cupon,
      days: daysFor(cupon.day),
      storePlace: dictionaries.stores.find(cupon.store),
    }),
    find(sought: Sought): Candidates {
      search += 1;
      found.size = 0;
      for (const key of keys) {
        bit = key.bit;
        key.look(sought, where);
      }
      return found;
    },
  };
}

const grow = ({ size, rows, keys }: { size: number; rows: Uint32Array; keys: Uint32Array }) => {
  const larger = { size, rows: new Uint32Array(size * 2), keys: new Uint32Array(size * 2) };
  larger.rows.set(rows);
  larger.keys.set(keys);
  return larger;
};
