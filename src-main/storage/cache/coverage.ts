/** Which stretches of days were read, by which date, when, and with what outcome. A later reading replaces the earlier ones on the days it covers. */
import type { Database } from 'better-sqlite3';
import { addDays } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { Stretch } from './types.ts';

interface Row extends Omit<Stretch, 'contratado'> {
  readonly n: number;
  readonly contratado: number;
}
const toStretch = ({ n: _, contratado, ...rest }: Row): Stretch => ({ ...rest, contratado: contratado === 1 });
/** Room for filters: an account may one day be read in parts (a card, a shop). Today everything is read whole. */
const NO_FILTER = '';

export function openCoverage(db: Database) {
  const read = db.prepare<[string, string, string], Row>(
    'SELECT n, desde, hasta, leido, estado, contratado FROM cobertura WHERE metodo = ? AND campo = ? AND filtro = ? ORDER BY desde',
  );
  const touched = db.prepare<[string, string, string, string, string], Row>(
    `SELECT n, desde, hasta, leido, estado, contratado FROM cobertura
     WHERE metodo = ? AND campo = ? AND filtro = ? AND desde <= ? AND hasta >= ?`,
  );
  const removeStatement = db.prepare('DELETE FROM cobertura WHERE n = ?');
  const put = db.prepare(
    `INSERT INTO cobertura (metodo, campo, filtro, desde, hasta, leido, estado, contratado) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertStretch = (method: ServiceMethod, field: string, stretch: Stretch): void => {
    const { desde, hasta, leido, estado, contratado } = stretch;
    put.run(method, field, NO_FILTER, desde, hasta, leido, estado, contratado ? 1 : 0);
  };
  const extremes = db.prepare<[], { readonly primera: Instant | null; readonly ultima: Instant | null }>(
    'SELECT min(leido) AS primera, max(leido) AS ultima FROM cobertura',
  );
  return {
    /** The oldest and the newest reading of what is covered; undefined when nothing was read. */
    getReadings(): { readonly primera: Instant; readonly ultima: Instant } | undefined {
      const { primera = null, ultima = null } = extremes.get() ?? {};
      return primera === null || ultima === null ? undefined : { primera, ultima };
    },
    /** The stretches of a view that were read by a date, in order of days, not overlapping. */
    readStretches: (method: ServiceMethod, field: string): readonly Stretch[] =>
      read.all(method, field, NO_FILTER).map(toStretch),
    /** To be called inside a transaction. */
    record(method: ServiceMethod, field: string, stretch: Stretch): void {
      for (const row of touched.all(method, field, NO_FILTER, stretch.hasta, stretch.desde)) {
        removeStatement.run(row.n);
        const old = toStretch(row);
        if (old.desde < stretch.desde) insertStretch(method, field, { ...old, hasta: addDays(stretch.desde, -1) });
        if (old.hasta > stretch.hasta) insertStretch(method, field, { ...old, desde: addDays(stretch.hasta, 1) });
      }
      insertStretch(method, field, stretch);
    },
  };
}
