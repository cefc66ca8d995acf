/** The pages in which the kept rows were read: a page that comes again unchanged costs only its digest. */
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { mapViews, type ServiceMethod } from '#domain/views/index.ts';
import { TABLES } from './columns.ts';
import type { ReadPage } from './types.ts';

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
