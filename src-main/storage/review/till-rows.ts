import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { readOmission } from './rows.ts';
import { parseProblem } from './kept.ts';
import type { TillLine, TillRow } from './types.ts';

const row = z.object({
  id: z.number(),
  fecha: z.string(),
  centavos: z.number().nullable(),
  omitida: z.number(),
  errores: z.number(),
});
const line = z.object({ id: z.number(), detalle: z.string() });

/** Every row of the review, a chunk at a time, without reading its cells. */
export function openTillRows(db: Database) {
  const rows = db.prepare(
    'SELECT id, fecha, centavos, omitida, errores FROM fila WHERE ignorada = 0 AND id > ? ORDER BY id LIMIT ?',
  );
  const lines = db.prepare(
    'SELECT f.id AS id, p.detalle AS detalle FROM fila f JOIN problema p ON p.fila = f.id WHERE f.ignorada = 1 ORDER BY f.id, p.n',
  );
  const leftOut = db.prepare<[], number>('SELECT id FROM fila WHERE ignorada = 0 AND omitida > 0 ORDER BY id').pluck();
  return {
    tillRows: (after: number, limit: number): readonly TillRow[] =>
      rows.all(after, limit).map((one) => {
        const { errores, omitida, ...rest } = row.parse(one);
        return { ...rest, omitida: readOmission(omitida), conError: errores > 0 };
      }),
    tillLines: (): readonly TillLine[] =>
      lines.all().map((one) => {
        const { id, detalle } = line.parse(one);
        return { id, problema: parseProblem(detalle) };
      }),
    leftOut: (): readonly number[] => leftOut.all(),
  };
}
