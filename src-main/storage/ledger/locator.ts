import type { Database } from 'better-sqlite3';
import type { ResultCupon } from '#domain/conciliacion.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import { getComparableKey, readMarker, getNumbersKey } from '#domain/upload/body.ts';
import type { Ownership } from '#domain/upload/types.ts';
import { readCuponRow, readFrozenTexts } from './dispositions.ts';
import { digestKey, type UploadToSearch } from './reading.ts';
import type { LocatedCupon } from './types.ts';

/** Opens a search for the coupon behind a row of a result. Indexes the coupons by content when the first row without a marker comes. */
export function openLocator({
  db,
  n,
  total,
  marcador,
}: UploadToSearch): (row: ResultCupon) => LocatedCupon | undefined {
  const field = marcador?.campo ?? null;
  const locate = (seq: number): LocatedCupon | undefined => {
    const row = readCuponRow(db, n, seq);
    return row === undefined ? undefined : { ...row, seq };
  };
  let isIndexed = false;
  const buildIndex = (): void => {
    if (isIndexed) return;
    isIndexed = true;
    db.exec(`DROP TABLE IF EXISTS temp.ubicable;
             CREATE TEMP TABLE ubicable (clave BLOB, seq INTEGER);
             CREATE INDEX temp.ubicable_clave ON ubicable (clave, seq);`);
    const put = db.prepare('INSERT INTO temp.ubicable (clave, seq) VALUES (?, ?)');
    db.transaction(() => {
      for (const { seq, texto } of readFrozenTexts(db, n)) {
        put.run(digestKey(getComparableKey(parseCanonicalText(texto), field)), seq);
      }
    })();
  };
  return ({ cupon }) => {
    const marker = marcador === null ? 'vacia' : readMarker(cupon, marcador);
    if (marker === 'otra') return undefined;
    if (typeof marker === 'number') return marker <= total ? locate(marker) : undefined;
    buildIndex();
    const match = db
      .prepare<[Uint8Array], { readonly rowid: number; readonly seq: number }>(
        'SELECT rowid AS rowid, seq FROM temp.ubicable WHERE clave = ? ORDER BY seq LIMIT 1',
      )
      .get(digestKey(getComparableKey(cupon, field)));
    if (match === undefined) return undefined;
    db.prepare('DELETE FROM temp.ubicable WHERE rowid = ?').run(match.rowid);
    return locate(match.seq);
  };
}

interface RowsToJudge extends Omit<UploadToSearch, 'total'> {
  readonly filas: readonly ResultCupon[];
  readonly seq: number | null;
}

/** Counts how many rows are of this upload, by the marker, else by dates and numbers. A coupon in two rows counts twice, so that duplicates are found. */
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
