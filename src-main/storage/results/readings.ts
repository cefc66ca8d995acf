/** Whole readings of results, over a connection of a thread that cannot write. */
import Database from 'better-sqlite3';
import { guard } from '../sqlite/errors.ts';
import { readInPages } from '../sqlite/open.ts';
import { parseStoredCupon, type ReadingCupon } from './queries.ts';

/** A kept reading and its reconciliation. */
export interface KeptReading {
  readonly lectura: number;
  readonly conciliacion: string;
}

export interface Readings {
  /** Changes when a reading is added, replaced or deleted. */
  version(): string;
  readings(): readonly KeptReading[];
  /** Coupons of a reading with that disposition, in order, in pieces of `pieceSize`. */
  cuponesOf(reading: number, disposition: string, pieceSize: number): Generator<readonly ReadingCupon[]>;
  close(): void;
}

/** Opens the results that a cache keeps. Its file must exist and have today's schema. */
export function openReadings(cache: string): Readings {
  const db = guard(() => new Database(cache, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  const page = db.prepare<[number, number, string, number], { readonly n: number; readonly detalle: string }>(
    'SELECT n, detalle FROM cupon WHERE lectura = ? AND n > ? AND disposicion = ? ORDER BY n LIMIT ?',
  );
  const version = db
    .prepare<[], string>("SELECT count(*) || '|' || coalesce(sum(n), 0) || '|' || coalesce(sum(leido), 0) FROM lectura")
    .pluck();
  const readings = db.prepare<[], KeptReading>('SELECT n AS lectura, conciliacion FROM lectura ORDER BY n');
  return {
    version: () => version.get() ?? '',
    readings: () => readings.all(),
    cuponesOf(reading, disposition, pieceSize) {
      const readAfter = (after: number): readonly ReadingCupon[] =>
        guard(() => page.all(reading, after, disposition, pieceSize)).map((row) => ({
          ...parseStoredCupon(row),
          n: row.n,
        }));
      return readInPages(pieceSize, readAfter, ({ n }) => n);
    },
    close: () => {
      db.close();
    },
  };
}
