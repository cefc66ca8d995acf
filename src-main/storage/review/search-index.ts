import type { Database } from 'better-sqlite3';
import { FIELDS_IN_ORDER, type CuponField, writeAmountAsWritten, asWritten, foldMarks } from '#domain/cupon.ts';
import { parseValues } from './rows.ts';

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

export function openSearchIndex(db: Database): SearchIndex {
  db.function('buscable', { deterministic: true }, (text: string | null, wrong: string | null) =>
    text === null ? toSearchable(parseValues(wrong)) : toSearchableCupon(text),
  );
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

/** Goes between values, so that no match spans two of them. */
const GAP = ' \n';

/** The values of a row as one text to search in. */
function toSearchable(values: Readonly<Partial<Record<CuponField, string>>>): string {
  const parts = FIELDS_IN_ORDER.flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [asWritten(field, value)];
  });
  return foldMarks(parts.join(GAP));
}

/** Where a value begins in a canonical text. A quote inside a value is escaped, so a value cannot match. */
const KEYS = /(?:\{|",)"[a-z_1-5]+":"/g;
const AMOUNT = /"importe":"([^"]*)"/;
const DATES = /\n(\d{4})-(\d\d)-(\d\d)(?= \n|$)/g;

/** As `toSearchable`, from the canonical text of a coupon, without parsing it: over half a million rows that matters. */
function toSearchableCupon(text: string): string {
  const importe = AMOUNT.exec(text)?.[1] ?? '';
  const values = text.slice(0, -2).replace(KEYS, GAP).replace(DATES, '\n$3/$2/$1');
  return foldMarks(`${values}${GAP}${writeAmountAsWritten(importe)}`);
}
