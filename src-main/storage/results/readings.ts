/** Whole readings of results, over a connection of a thread that cannot write. */
import Database from 'better-sqlite3';
import { z } from 'zod';
import { guard } from '../sqlite/errors.ts';
import { readInPages } from '../sqlite/open.ts';
import { parseStoredCupon, parseHeader } from './kept.ts';
import type { ReadingCupon } from './types.ts';

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

const readingRow = z.object({ n: z.number(), conciliacion: z.string(), encabezado: z.string() });
const cuponRow = z.object({ n: z.number(), detalle: z.string() });

/** Opens the results of an account. Their file must exist and have today's schema. */
export function openReadings(file: string): Readings {
  const db = guard(() => new Database(file, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  const page = db.prepare(
    'SELECT n, detalle FROM cupon WHERE lectura = ? AND n > ? AND disposicion = ? ORDER BY n LIMIT ?',
  );
  return {
    version: () =>
      z
        .string()
        .parse(
          db
            .prepare("SELECT count(*) || '|' || coalesce(sum(n), 0) || '|' || coalesce(sum(leido), 0) FROM lectura")
            .pluck()
            .get(),
        ),
    readings: () =>
      db
        .prepare('SELECT n, conciliacion, encabezado FROM lectura WHERE completa = 1 ORDER BY n')
        .all()
        .flatMap((row): KeptReading[] => {
          const { n, conciliacion, encabezado } = readingRow.parse(row);
          return parseHeader(encabezado) === undefined ? [] : [{ lectura: n, conciliacion }];
        }),
    cuponesOf(reading, disposition, pieceSize) {
      const readAfter = (after: number): readonly ReadingCupon[] =>
        guard(() => page.all(reading, after, disposition, pieceSize)).map((row) => {
          const { n, detalle } = cuponRow.parse(row);
          return { ...parseStoredCupon(detalle), n };
        });
      return readInPages(pieceSize, readAfter, ({ n }) => n);
    },
    close: () => {
      db.close();
    },
  };
}
