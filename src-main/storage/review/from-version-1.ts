import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { INDICES, DROP_INDEXES, TABLES } from './schema.ts';

const OLD_INDEXES = ['fila_huella', 'fila_estado', 'fila_total']
  .map((name) => `DROP INDEX IF EXISTS ${name};`)
  .join(' ');
const ROW_TABLE = /CREATE TABLE (?:fila|contenido|busqueda) [^;]*;/g;

/**
 * Turns a file of version 1 into today's tables, so that a review survives an update of the program. There each row was in one table. Which coupons
 * were sent before was told by the upload alone, so it is asked again (`ocurrencia` 0). Which cells a person had corrected was not kept. Changes stay
 * as they were written: `kept.ts` reads both forms. `getIdentity` takes a canonical text.
 */
export function fromVersion1(db: Database, getIdentity: (text: string) => number): void {
  const text = z.string();
  db.function('identidad_de', { deterministic: true }, (value: unknown) => getIdentity(text.parse(value)));
  db.exec(`
${DROP_INDEXES} ${OLD_INDEXES}
ALTER TABLE fila RENAME TO fila_1;
${[...TABLES.matchAll(ROW_TABLE)].map(([sql]) => sql).join('\n')}
INSERT INTO fila (id, identidad, ocurrencia, omitida, ignorada, editada, errores, avisos, duplica_a, fecha, tarjeta, terminal, lote, centavos)
  SELECT id, CASE WHEN texto IS NULL THEN NULL ELSE identidad_de(texto) END, CASE WHEN texto IS NULL THEN 1 ELSE 0 END,
    omitida, ignorada, editada, errores, avisos, duplica_a, fecha, tarjeta, terminal, lote, CASE WHEN texto IS NULL THEN NULL ELSE centavos END
  FROM fila_1;
INSERT INTO contenido (id, texto, valores, correcciones)
  SELECT id, texto, CASE WHEN texto IS NULL THEN valores END, CASE editada WHEN 1 THEN '{}' END FROM fila_1;
DROP TABLE fila_1;
${INDICES}`);
}
