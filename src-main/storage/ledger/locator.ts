import type { Database } from 'better-sqlite3';
import type { ResultCupon } from '#domain/conciliacion.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import type { Cupon } from '#domain/cupon.ts';
import { getApproximateKey, getComparableKey, readMarker, type Marker } from '#domain/upload/index.ts';
import { z } from 'zod';
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
             CREATE INDEX temp.ubicable_clave ON ubicable (clave, seq);
             DROP TABLE IF EXISTS temp.ubicable_parecido;
             CREATE TEMP TABLE ubicable_parecido (clave BLOB, ubicable INTEGER);
             CREATE INDEX temp.ubicable_parecido_clave ON ubicable_parecido (clave);`);
    const put = db.prepare('INSERT INTO temp.ubicable (clave, seq) VALUES (?, ?)');
    const insertSimilar = db.prepare('INSERT INTO temp.ubicable_parecido (clave, ubicable) VALUES (?, ?)');
    db.transaction(() => {
      for (const { seq, texto } of readFrozenTexts(db, n)) {
        const cupon = parseCanonicalText(texto);
        const { lastInsertRowid } = put.run(digestKey(getComparableKey(cupon, field)), seq);
        const approximate = getApproximateKey(cupon, field);
        if (approximate !== null) insertSimilar.run(digestKey(approximate), lastInsertRowid);
      }
    })();
  };
  /** Finds a coupon that equals the row except for letters that were lost on the way. */
  const findSimilar = (cupon: Cupon): unknown => {
    const approximate = getApproximateKey(cupon, field);
    if (approximate === null) return undefined;
    return db
      .prepare(
        `SELECT u.rowid AS rowid, u.seq FROM temp.ubicable_parecido p JOIN temp.ubicable u ON u.rowid = p.ubicable
         WHERE p.clave = ? ORDER BY u.seq LIMIT 1`,
      )
      .get(digestKey(approximate));
  };
  return ({ cupon }) => {
    const marker = marcador === null ? 'vacia' : readMarker(cupon, marcador);
    if (marker === 'otra') return undefined;
    if (typeof marker === 'number') return marker <= total ? locate(marker) : undefined;
    buildIndex();
    const match =
      db
        .prepare('SELECT rowid AS rowid, seq FROM temp.ubicable WHERE clave = ? ORDER BY seq LIMIT 1')
        .get(digestKey(getComparableKey(cupon, field))) ?? findSimilar(cupon);
    if (match === undefined) return undefined;
    const { rowid, seq } = z.object({ rowid: z.number(), seq: z.number() }).parse(match);
    db.prepare('DELETE FROM temp.ubicable WHERE rowid = ?').run(rowid);
    return locate(seq);
  };
}
