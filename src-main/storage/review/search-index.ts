import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { toSearchable, toSearchableCupon } from './search-text.ts';

/**
 * The text that searches look into. It is made when something is searched for: most reviews end without a search, and it takes as long as the rows
 * themselves.
 */
export interface SearchIndex {
  /** Adds the rows that it lacks. */
  complete(): void;
  /** Forgets a row whose text changed. */
  forget(id: number): void;
}

const written = z.string().nullable();
const values = z.record(z.string(), z.string());

export function openSearchIndex(db: Database): SearchIndex {
  db.function('buscable', { deterministic: true }, (cupon: unknown, wrong: unknown) => {
    const text = written.parse(cupon);
    return text === null
      ? toSearchable(values.parse(JSON.parse(written.parse(wrong) ?? '{}')))
      : toSearchableCupon(text);
  });
  const add = db.prepare(
    `INSERT INTO busqueda (id, texto) SELECT c.id, buscable(c.texto, c.valores) FROM contenido c
     WHERE NOT EXISTS (SELECT 1 FROM busqueda b WHERE b.id = c.id) ORDER BY c.id`,
  );
  const drop = db.prepare('DELETE FROM busqueda WHERE id = ?');
  return {
    complete: () => {
      add.run();
    },
    forget: (id) => {
      drop.run(id);
    },
  };
}
