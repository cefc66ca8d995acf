import type { Database } from 'better-sqlite3';
import type { CuponRow, FoundCupon, UploadRow } from './types.ts';

/** Coupons searched at once, in a few milliseconds. */
const CHUNK = 10_000;

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
    for (let from = 0; from < total; from += CHUNK) {
      const rows = read.all(n, from, from + CHUNK, ...values);
      yield rows.map(({ archivo, fila, texto }) => ({ carga, archivo: archivos[archivo] ?? '', fila, texto }));
    }
  }
}
