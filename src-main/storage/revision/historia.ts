import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { openDuplicados } from './duplicados.ts';
import type { Filas } from './filas.ts';
import { parseRow } from './kept.ts';
import type { FilaGuardada } from './tipos.ts';

const paso = z.object({ fila: z.number(), estado: z.string() });

/** Every change as the rows before and after it, so that undoing brings back exactly what was there, also after a restart. */
export function openHistoria(db: Database, filas: Filas, duplicados: ReturnType<typeof openDuplicados>) {
  const olvidar = [
    'DELETE FROM cambio_fila WHERE n IN (SELECT n FROM cambio WHERE deshecho = 1)',
    'DELETE FROM cambio WHERE deshecho = 1',
  ].map((sql) => db.prepare(sql));
  const nuevo = db.prepare('INSERT INTO cambio (n, deshecho) SELECT coalesce(max(n), 0) + 1, 0 FROM cambio');
  const anotar = db.prepare('INSERT INTO cambio_fila (n, fila, antes, despues) VALUES (?, ?, ?, ?)');
  const ultimo = db.prepare('SELECT max(n) FROM cambio WHERE deshecho = 0').pluck();
  const primero = db.prepare('SELECT min(n) FROM cambio WHERE deshecho = 1').pluck();
  const antes = db.prepare('SELECT fila, antes AS estado FROM cambio_fila WHERE n = ? ORDER BY fila');
  const despues = db.prepare('SELECT fila, despues AS estado FROM cambio_fila WHERE n = ? ORDER BY fila');
  const marcar = db.prepare('UPDATE cambio SET deshecho = ? WHERE n = ?');
  const subir = db.prepare('UPDATE version SET n = n + 1');
  const version = db.prepare('SELECT n FROM version').pluck();

  /** Puts rows in place and looks at the duplicates of what was there and what is now. */
  const reemplazar = (nuevas: readonly FilaGuardada[]): void => {
    const huellas: Uint8Array[] = [];
    const note = (id: number): void => {
      const huella = filas.huella(id);
      if (huella !== null) huellas.push(huella);
    };
    for (const fila of nuevas) {
      note(fila.id);
      filas.guardar(fila, false);
      note(fila.id);
    }
    duplicados.revisar(huellas);
    subir.run();
  };
  const mover = (n: unknown, estados: typeof antes, deshecho: number): readonly number[] | undefined => {
    if (typeof n !== 'number') return undefined;
    const pasos = estados.all(n).map((row) => paso.parse(row));
    reemplazar(pasos.map(({ estado }) => parseRow(estado)));
    marcar.run(deshecho, n);
    return pasos.map(({ fila }) => fila);
  };

  return {
    cambiar: db.transaction((nuevas: readonly FilaGuardada[]): number => {
      const changed = nuevas.flatMap((despues) => {
        const previous = filas.leer(despues.id);
        if (previous === undefined) return [];
        const { duplicaA: _duplicaA, ...before } = previous;
        const pair = { despues, antes: JSON.stringify(before), ahora: JSON.stringify(despues) };
        return pair.antes === pair.ahora ? [] : [pair];
      });
      if (changed.length === 0) return 0;
      for (const statement of olvidar) statement.run();
      const n = Number(nuevo.run().lastInsertRowid);
      for (const { despues, antes: was, ahora } of changed) anotar.run(n, despues.id, was, ahora);
      reemplazar(changed.map(({ despues }) => despues));
      return changed.length;
    }),
    deshacer: db.transaction(() => mover(ultimo.get(), antes, 1)),
    rehacer: db.transaction(() => mover(primero.get(), despues, 0)),
    estado: () => ({
      deshacer: typeof ultimo.get() === 'number',
      rehacer: typeof primero.get() === 'number',
      version: Number(version.get()),
    }),
  };
}
