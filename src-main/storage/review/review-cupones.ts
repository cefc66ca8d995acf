/** Rows under review that would be sent, over a connection of a thread that cannot write. */
import Database from 'better-sqlite3';
import { guard } from '../sqlite/errors.ts';
import { readInPages } from '../sqlite/open.ts';

/** A row's id, and the exact text that would be sent. */
interface ReviewCupon {
  readonly id: number;
  readonly texto: string;
}

export interface ReviewCupones {
  /** Grows with every change of a row. */
  version(): number;
  /** Rows that would be sent, ascending, in pieces of `pieceSize`. */
  cuponesOf(pieceSize: number): Generator<readonly ReviewCupon[]>;
  close(): void;
}

/** Opens the rows of a review. Its file must exist and have today's schema. */
export function openReviewCupones(file: string): ReviewCupones {
  const db = guard(() => new Database(file, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  return {
    version: () => guard(() => db.prepare<[], number>('SELECT n FROM version').pluck().get()) ?? 0,
    cuponesOf(pieceSize) {
      const page = db.prepare<[number, number], ReviewCupon>(
        `SELECT f.id AS id, texto FROM fila f JOIN contenido c ON c.id = f.id
         WHERE f.centavos IS NOT NULL AND f.omitida = 0 AND f.id > ? ORDER BY f.id LIMIT ?`,
      );
      return readInPages(
        pieceSize,
        (after) => guard(() => page.all(after, pieceSize)),
        ({ id }) => id,
      );
    },
    close: () => {
      db.close();
    },
  };
}
