import type { Database } from 'better-sqlite3';
import type { ResultCupon } from '#domain/conciliacion.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import { getNumbersKey } from '#domain/upload/key.ts';
import { readMarker } from '#domain/upload/body.ts';
import type { Marker, Ownership } from '#domain/upload/types.ts';
import { readCuponRow, readFrozenTexts } from './frozen-cupones.ts';

interface RowsToJudge {
  readonly db: Database;
  readonly n: number;
  readonly marcador: Marker | null;
  readonly filas: readonly ResultCupon[];
  readonly seq: number | null;
}

/**
 * Counts whose the rows of a page are: by our marker, else by dates and numbers. A coupon of ours that came twice is still ours by content: it is a
 * duplicate to find, not somebody else's row.
 */
export function findOwnership({ db, n, marcador, filas, seq }: RowsToJudge): Omit<Ownership, 'existe'> {
  let marca = 0;
  let others = 0;
  const sought = new Map<string, number>();
  for (const { cupon } of filas) {
    const marker = marcador === null ? 'vacia' : readMarker(cupon, marcador);
    if (typeof marker === 'number') marca += 1;
    else if (marker === 'otra') others += 1;
    else {
      const key = getNumbersKey(cupon);
      sought.set(key, (sought.get(key) ?? 0) + 1);
    }
  }
  let equal = 0;
  for (const text of textsOf(db, n, seq)) {
    if (sought.size === 0) break;
    const key = getNumbersKey(parseCanonicalText(text));
    equal += sought.get(key) ?? 0;
    sought.delete(key);
  }
  for (const times of sought.values()) others += times;
  return { marca, igual: equal, otras: others };
}

function* textsOf(db: Database, n: number, seq: number | null): Generator<string> {
  if (seq === null) {
    for (const { texto } of readFrozenTexts(db, n)) yield texto;
    return;
  }
  const row = readCuponRow(db, n, seq);
  if (row !== undefined) yield row.texto;
}
