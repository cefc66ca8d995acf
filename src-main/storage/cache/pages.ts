/** The pages that what is kept was read in, so that one that comes again the same costs its digest and nothing else. */
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ServiceMethod } from '#domain/vista.ts';
import { TABLES } from './columns.ts';
import type { ReadPage } from './types.ts';

/** To be raised when a row is understood or kept in another way: what was read before is then read again. */
const FORMAT_VERSION = 3;

const fila = z.object({ desde: z.number(), hasta: z.number(), filas: z.number(), huella: z.string() });

export function openPages(db: Database) {
  const leer = db.prepare(
    'SELECT desde, hasta, filas, huella FROM pagina WHERE metodo = ? AND campo = ? AND desde >= ? AND hasta <= ? ORDER BY desde',
  );
  const removeStatement = db.prepare('DELETE FROM pagina WHERE metodo = ? AND campo = ? AND desde < ? AND hasta > ?');
  const deleteOthers = db.prepare('DELETE FROM pagina WHERE metodo = ? AND campo <> ?');
  const deleteAll = db.prepare('DELETE FROM pagina WHERE metodo = ?');
  const put = db.prepare(
    'INSERT INTO pagina (metodo, campo, desde, hasta, filas, huella) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const shapes = new Map<ServiceMethod, string>();
  const shapeOf = (metodo: ServiceMethod): string => {
    // What is derived from a row changes nothing in how it is read.
    const campos = TABLES[metodo].campos.filter(({ derivado }) => derivado !== true);
    const known =
      shapes.get(metodo) ?? hash('sha256', JSON.stringify([FORMAT_VERSION, campos]), 'base64url').slice(0, 8);
    shapes.set(metodo, known);
    return known;
  };

  return {
    /** Those between two moments, in order; of what was read as it is read today. */
    leer(
      metodo: ServiceMethod,
      campo: string,
      { desde, hasta }: Pick<ReadPage, 'desde' | 'hasta'>,
    ): readonly ReadPage[] {
      const own = `${shapeOf(metodo)}:`;
      return leer.all(metodo, campo, desde, hasta).flatMap((each) => {
        const { huella, ...page } = fila.parse(each);
        return huella.startsWith(own) ? [{ ...page, huella: huella.slice(own.length) }] : [];
      });
    },
    /**
     * Inside a transaction of the caller, after a stretch was written. `cambio`: some row of it is not what it was, so that a page by another
     * date that comes as it did before would not say what is kept. `movidas`: rows of other stretches changed.
     */
    registrar(
      { metodo, campo, desde, hasta }: { metodo: ServiceMethod; campo: string } & Pick<ReadPage, 'desde' | 'hasta'>,
      { paginas, cambio: edit, wereMoved }: { paginas: readonly ReadPage[]; cambio: boolean; wereMoved: boolean },
    ): void {
      if (wereMoved) deleteAll.run(metodo);
      else {
        if (edit) deleteOthers.run(metodo, campo);
        removeStatement.run(metodo, campo, hasta, desde);
      }
      for (const page of paginas) {
        put.run(metodo, campo, page.desde, page.hasta, page.filas, `${shapeOf(metodo)}:${page.huella}`);
      }
    },
  };
}
