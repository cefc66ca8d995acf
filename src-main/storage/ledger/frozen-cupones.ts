import type { Database } from 'better-sqlite3';
import { readInPages } from '../sqlite/open.ts';
import type { CuponRow, LocatedCupon } from './types.ts';

const CHUNK = 1_000;
type FrozenText = Pick<LocatedCupon, 'seq' | 'texto'>;

/** One coupon of an upload, as frozen. `ocurrencia`: its turn in the whole upload. */
export function readCuponRow(db: Database, n: number, seq: number): CuponRow | undefined {
  return db
    .prepare<[number, number], CuponRow>(
      'SELECT archivo, hoja, fila, texto, ocurrencia FROM cupon WHERE carga = ? AND seq = ?',
    )
    .get(n, seq);
}

/** The texts of an upload's coupons as frozen, by `seq`. */
export function* readFrozenTexts(db: Database, n: number): Generator<FrozenText> {
  const read = db.prepare<[number, number, number], FrozenText>(
    'SELECT seq, texto FROM cupon WHERE carga = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  for (const chunk of readInPages(
    CHUNK,
    (after) => read.all(n, after, CHUNK),
    ({ seq }) => seq,
  ))
    yield* chunk;
}
