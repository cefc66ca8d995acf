/** Coupons of uploads with their dispositions, over a connection of a thread that cannot write. */
import { parseCanonicalText, type Cupon } from '#domain/cupon.ts';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { readInPages } from '../sqlite/open.ts';
import { guard } from './sqlite-error.ts';
import type { LocatedCupon } from './types.ts';

/** A coupon of an upload, without our marker. */
export interface UploadCupon {
  readonly seq: number;
  readonly archivo: string;
  readonly fila: number;
  readonly cupon: Cupon;
}

export interface UploadCupones {
  /** Changes when anything happens to an upload. */
  version(): string;
  /** Coupons of an upload with that disposition, in order, in pieces of `pieceSize`. None where the upload does not exist. */
  cuponesOf(upload: string, disposition: string, pieceSize: number): Generator<readonly UploadCupon[]>;
  close(): void;
}

const names = z.array(z.string());

/** Opens a ledger. Its file must exist and have today's schema. */
export function openUploadCupones(file: string): UploadCupones {
  const db = guard(() => new Database(file, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  return {
    version: () => String(db.prepare<[], number>('SELECT count(*) FROM event').pluck().get()),
    *cuponesOf(upload, disposition, pieceSize) {
      const found = guard(() =>
        db
          .prepare<[string], { readonly carga: number; readonly archivos: string }>(
            'SELECT carga, archivos FROM upload WHERE ulid = ?',
          )
          .get(upload),
      );
      if (found === undefined) return;
      const files = names.parse(JSON.parse(found.archivos));
      const page = db.prepare<
        [number, number, string, number],
        Pick<LocatedCupon, 'seq' | 'archivo' | 'fila' | 'texto'>
      >(
        `SELECT c.seq, c.archivo, c.fila, c.texto FROM cupon c JOIN disposicion d ON d.carga = c.carga AND d.seq = c.seq
         WHERE c.carga = ? AND c.seq > ? AND d.disposicion = ? ORDER BY c.seq LIMIT ?`,
      );
      const readAfter = (seq: number): readonly UploadCupon[] =>
        guard(() => page.all(found.carga, seq, disposition, pieceSize)).map(({ archivo, texto, ...place }) => ({
          ...place,
          archivo: files[archivo] ?? '',
          cupon: parseCanonicalText(texto),
        }));
      yield* readInPages(pieceSize, readAfter, ({ seq }) => seq);
    },
    close: () => {
      db.close();
    },
  };
}
