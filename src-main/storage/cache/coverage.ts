/** Which stretches of days were read, by which date, when, and with what outcome. A later reading replaces the earlier ones on the days it covers. */
import type { Database } from 'better-sqlite3';
import { addDays } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { mapViews, type ServiceMethod } from '#domain/views/index.ts';
import type { ReadPage, Stretch } from './types.ts';
import { hash } from 'node:crypto';
import { TABLES } from './columns.ts';

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

/** To be raised when rows are parsed or kept in another way: earlier pages are then read again. */
const FORMAT_VERSION = 3;

export function openPages(db: Database) {
  const read = db.prepare<[string, string, number, number], ReadPage>(
    'SELECT desde, hasta, filas, huella FROM pagina WHERE metodo = ? AND campo = ? AND desde >= ? AND hasta <= ? ORDER BY desde',
  );
  const removeStatement = db.prepare('DELETE FROM pagina WHERE metodo = ? AND campo = ? AND desde < ? AND hasta > ?');
  const deleteOthers = db.prepare('DELETE FROM pagina WHERE metodo = ? AND campo <> ?');
  const deleteAll = db.prepare('DELETE FROM pagina WHERE metodo = ?');
  const put = db.prepare(
    'INSERT INTO pagina (metodo, campo, desde, hasta, filas, huella) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const shapes = mapViews(({ name }) => {
    // Derived fields do not change how a row is read.
    const fields = TABLES[name].campos.filter(({ derivado }) => derivado !== true);
    return hash('sha256', JSON.stringify([FORMAT_VERSION, fields]), 'base64url').slice(0, 8);
  });

  return {
    /** The pages between two moments, in order. Pages of another format are left out. */
    read(
      method: ServiceMethod,
      field: string,
      { desde, hasta }: Pick<ReadPage, 'desde' | 'hasta'>,
    ): readonly ReadPage[] {
      const own = `${shapes[method]}:`;
      return read
        .all(method, field, desde, hasta)
        .flatMap(({ huella, ...page }) =>
          huella.startsWith(own) ? [{ ...page, huella: huella.slice(own.length) }] : [],
        );
    },
    /**
     * To be called inside a transaction, after a stretch was written. `cambio`: some row of the stretch changed, so that an unchanged page by another
     * date no longer matches what is kept. `wereMoved`: rows of other stretches changed.
     */
    record(
      { metodo, campo, desde, hasta }: { metodo: ServiceMethod; campo: string } & Pick<ReadPage, 'desde' | 'hasta'>,
      { pages, cambio: edit, wereMoved }: { pages: readonly ReadPage[]; cambio: boolean; wereMoved: boolean },
    ): void {
      if (wereMoved) deleteAll.run(metodo);
      else {
        if (edit) deleteOthers.run(metodo, campo);
        removeStatement.run(metodo, campo, hasta, desde);
      }
      for (const page of pages) {
        put.run(metodo, campo, page.desde, page.hasta, page.filas, `${shapes[metodo]}:${page.huella}`);
      }
    },
  };
}
