import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const miembro = z.object({ id: z.number(), duplica_a: z.number().nullable() });

/** Keeps `duplica_a`: of equal coupons that will be sent, every one after the first names the first. */
export function openDuplicados(db: Database) {
  const grupo = db.prepare('SELECT id, duplica_a FROM fila WHERE huella = ? AND omitida = 0 ORDER BY id');
  const fuera = db.prepare(
    'UPDATE fila SET duplica_a = NULL WHERE huella = ? AND omitida = 1 AND duplica_a IS NOT NULL',
  );
  const poner = db.prepare('UPDATE fila SET duplica_a = ? WHERE id = ?');
  return {
    /** All of them, after the rows were read. */
    todos: (): void => {
      db.exec(`UPDATE fila SET duplica_a = d.primera FROM (
          SELECT huella, min(id) AS primera FROM fila WHERE huella IS NOT NULL AND omitida = 0 GROUP BY huella HAVING count(*) > 1
        ) AS d WHERE fila.huella = d.huella AND fila.omitida = 0 AND fila.id <> d.primera`);
    },
    /** The groups of the coupons that a change took away or brought. */
    revisar: (huellas: Iterable<Uint8Array>): void => {
      const seen = new Set<string>();
      for (const huella of huellas) {
        const key = Buffer.from(huella).toString('latin1');
        if (seen.has(key)) continue;
        seen.add(key);
        fuera.run(huella);
        const members = grupo.all(huella).map((row) => miembro.parse(row));
        const [first] = members;
        for (const { id, duplica_a } of members) {
          const now = first === undefined || id === first.id ? null : first.id;
          if (now !== duplica_a) poner.run(now, id);
        }
      }
    },
  };
}
