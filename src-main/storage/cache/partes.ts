/** Reading a whole table by stretches of row numbers, so that who is not waited for any more can stop. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS } from './columnas.ts';
import type { Entrada } from './consulta.ts';
import type { Valor } from './fila.ts';

/** A stretch is read in some hundredths of a second. */
const FILAS_DE_PARTE = 125_000;

const numero = z.number();

/** A `SELECT` of some expressions over the rows of a query, as one statement or several that follow each other. */
export function openPartes(db: Database, seguir: () => void) {
  return function* (
    expresiones: string,
    metodo: Metodo,
    { tabla, texto, valores, entera }: Entrada,
  ): Generator<{ readonly sql: string; readonly valores: readonly Valor[] }> {
    const sql = `SELECT ${expresiones} FROM ${tabla} WHERE ${texto}`;
    const ultima = entera
      ? numero.parse(db.prepare(`SELECT coalesce(max(n), 0) FROM ${TABLAS[metodo].tabla}`).pluck().get())
      : 0;
    if (ultima <= FILAS_DE_PARTE) yield { sql, valores };
    else {
      for (let desde = 0; desde < ultima; desde += FILAS_DE_PARTE) {
        seguir();
        yield { sql: `${sql} AND n > ? AND n <= ?`, valores: [...valores, desde, desde + FILAS_DE_PARTE] };
      }
    }
  };
}
