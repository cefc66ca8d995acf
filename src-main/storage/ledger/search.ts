import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FoundCupon, UploadRow } from './types.ts';

/** Coupons that are looked through at once: a few milliseconds. */
const CHUNK = 10_000;

const match = z.object({ archivo: z.number(), fila: z.number(), texto: z.string() });
const escapePattern = (parte: string): string => parte.replace(/[\\%_]/g, '\\$&');

interface Params {
  readonly db: Database;
  /** The newest first, each with its number in the file. */
  readonly uploads: readonly (UploadRow & { readonly n: number })[];
  /** Some of these, each of them whole, without minding case. */
  readonly parts: readonly (readonly string[])[];
}

/**
 * Coupons whose canonical text has all the parts of one of the choices. A stretch of them at a time, also when it found none, so that who asks
 * can let others work and can stop.
 */
export function* searchCupones({ db, uploads, parts }: Params): Generator<readonly FoundCupon[]> {
  if (parts.length === 0) return;
  const describeChoice = (choice: readonly string[]): string =>
    `(${choice.map(() => "texto LIKE ? ESCAPE '\\'").join(' AND ')})`;
  const leer = db.prepare(
    `SELECT archivo, fila, texto FROM cupon WHERE carga = ? AND seq > ? AND seq <= ? AND (${parts.map(describeChoice).join(' OR ')}) ORDER BY seq`,
  );
  const valores = parts.flat().map((parte) => `%${escapePattern(parte)}%`);
  for (const { n, carga, total, archivos } of uploads) {
    for (let desde = 0; desde < total; desde += CHUNK) {
      const filas = leer.all(n, desde, desde + CHUNK, ...valores).map((each) => match.parse(each));
      yield filas.map(({ archivo, fila, texto }) => ({ carga, archivo: archivos[archivo] ?? '', fila, texto }));
    }
  }
}
