import type { Database } from 'better-sqlite3';
import type { ResultCupon } from '#domain/conciliacion.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import { getComparableKey } from '#domain/upload/key.ts';
import { readMarker } from '#domain/upload/body.ts';
import type { Marker } from '#domain/upload/types.ts';
import { readCuponRow, readFrozenTexts } from './frozen-cupones.ts';
import { digestKey } from './reading.ts';
import type { LocatedCupon } from './types.ts';

interface UploadToSearch {
  readonly db: Database;
  readonly n: number;
  readonly total: number;
  readonly marcador: Marker | null;
}

/** Finds our coupon behind each row of a result. The index by content is only built when some row carries no marker. */
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
