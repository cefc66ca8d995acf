import type { Database } from 'better-sqlite3';
import { parseProblem, readOmission } from './rows.ts';
import type { TillLine, TillRow } from './types.ts';

interface SummedRow {
  readonly id: number;
  readonly fecha: string;
  readonly centavos: number | null;
  readonly omitida: number;
  readonly errores: number;
}

/** Every row of the review, a chunk at a time, without reading its cells. */
export function openTillRows(db: Database) {
  const rows = db.prepare<[number, number], SummedRow>(
    'SELECT id, fecha, centavos, omitida, errores FROM fila WHERE ignorada = 0 AND id > ? ORDER BY id LIMIT ?',
  );
  const lines = db.prepare<[], { readonly id: number; readonly detalle: string }>(
    'SELECT f.id AS id, p.detalle AS detalle FROM fila f JOIN problema p ON p.fila = f.id WHERE f.ignorada = 1 ORDER BY f.id, p.n',
  );
  const leftOut = db.prepare<[], number>('SELECT id FROM fila WHERE ignorada = 0 AND omitida > 0 ORDER BY id').pluck();
  return {
    tillRows: (after: number, limit: number): readonly TillRow[] =>
      rows
        .all(after, limit)
        .map(({ errores, omitida, ...rest }) => ({ ...rest, omitida: readOmission(omitida), conError: errores > 0 })),
    tillLines: (): readonly TillLine[] =>
      lines.all().map(({ id, detalle }) => ({ id, problema: parseProblem(detalle) })),
    leftOut: (): readonly number[] => leftOut.all(),
  };
}
