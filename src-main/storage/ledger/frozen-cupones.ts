import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { readInPages } from '../sqlite/open.ts';
import type { CuponRow } from './types.ts';

const cuponRow = z.object({
  archivo: z.number(),
  hoja: z.string().nullable(),
  fila: z.number(),
  texto: z.string(),
  ocurrencia: z.number(),
});
const textRow = z.object({ seq: z.number(), texto: z.string() });
const CHUNK = 1_000;

/** One coupon of an upload, as frozen. `ocurrencia`: its turn in the whole upload. */
export function readCuponRow(db: Database, n: number, seq: number): CuponRow | undefined {
  const row = db
    .prepare('SELECT archivo, hoja, fila, texto, ocurrencia FROM cupon WHERE carga = ? AND seq = ?')
    .get(n, seq);
  return row === undefined ? undefined : cuponRow.parse(row);
}

/** The texts of an upload's coupons as frozen, by `seq`. */
export function* readFrozenTexts(db: Database, n: number): Generator<z.infer<typeof textRow>> {
  const read = db.prepare('SELECT seq, texto FROM cupon WHERE carga = ? AND seq > ? ORDER BY seq LIMIT ?');
  const readAfter = (seq: number) => read.all(n, seq, CHUNK).map((row) => textRow.parse(row));
  for (const chunk of readInPages(CHUNK, readAfter, ({ seq }) => seq)) yield* chunk;
}
