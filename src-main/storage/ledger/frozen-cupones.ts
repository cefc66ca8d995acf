import type { Database } from 'better-sqlite3';
import { readInPages } from '../sqlite/open.ts';
import type { CuponRow, FoundCupon, LocatedCupon, UploadRow } from './types.ts';

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

/** Coupons searched at once, in a few milliseconds. */
const SEARCHED = 10_000;

const escapePattern = (part: string): string => part.replace(/[\\%_]/g, '\\$&');

interface CuponSearch {
  readonly db: Database;
  /** The uploads, newest first, each with its number in the database. */
  readonly uploads: readonly (UploadRow & { readonly n: number })[];
  /** Choices of parts: a coupon matches when its text has all parts of some choice, whatever their case. */
  readonly parts: readonly (readonly string[])[];
}

/**
 * Finds coupons whose canonical text has all the parts of one of the choices. It yields after each stretch, even without matches, so that the caller
 * can let others work and can stop.
 */
export function* searchCupones({ db, uploads, parts }: CuponSearch): Generator<readonly FoundCupon[]> {
  if (parts.length === 0) return;
  const describeChoice = (choice: readonly string[]): string =>
    `(${choice.map(() => "texto LIKE ? ESCAPE '\\'").join(' AND ')})`;
  const read = db.prepare<unknown[], Pick<CuponRow, 'archivo' | 'fila' | 'texto'>>(
    `SELECT archivo, fila, texto FROM cupon WHERE carga = ? AND seq > ? AND seq <= ? AND (${parts.map(describeChoice).join(' OR ')}) ORDER BY seq`,
  );
  const values = parts.flat().map((part) => `%${escapePattern(part)}%`);
  for (const { n, carga, total, archivos } of uploads) {
    for (let from = 0; from < total; from += SEARCHED) {
      const rows = read.all(n, from, from + SEARCHED, ...values);
      yield rows.map(({ archivo, fila, texto }) => ({ carga, archivo: archivos[archivo] ?? '', fila, texto }));
    }
  }
}
