import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { openEqualCoupons } from './equal-coupons.ts';
import { codigoDe, type Filas } from './filas.ts';
import { parseRow } from './kept.ts';
import type { BuscarEnviados, FilaGuardada, Omision } from './tipos.ts';

const paso = z.object({ fila: z.number(), estado: z.string() });
/** The code of an omission, where nothing but that changed: `omitir`. */
const OMISION = /^\d$/;

/** Every change as the rows before and after it, so that undoing brings back exactly what was there, also after a restart. */
export function openHistoria(db: Database, filas: Filas, iguales: ReturnType<typeof openEqualCoupons>) {
  const olvidar = [
    'DELETE FROM cambio_fila WHERE n IN (SELECT n FROM cambio WHERE deshecho = 1)',
    'DELETE FROM cambio WHERE deshecho = 1',
  ].map((sql) => db.prepare(sql));
  const nuevo = db.prepare('INSERT INTO cambio (n, deshecho) SELECT coalesce(max(n), 0) + 1, 0 FROM cambio');
  const anotar = db.prepare('INSERT INTO cambio_fila (n, fila, antes, despues) VALUES (?, ?, ?, ?)');
  const anotarOmisiones = db.prepare(
    `INSERT INTO cambio_fila (n, fila, antes, despues)
     SELECT @n, id, CAST(omitida AS TEXT), CAST(@codigo AS TEXT) FROM fila WHERE id IN (SELECT value FROM json_each(@ids))`,
  );
  const quedan = db
    .prepare<[string, number], number>(
      'SELECT id FROM fila WHERE id IN (SELECT value FROM json_each(?)) AND ignorada = 0 AND omitida <> ? ORDER BY id',
    )
    .pluck();
  const poner = db.prepare('UPDATE fila SET omitida = ? WHERE id = ?');
  const ultimo = db.prepare('SELECT max(n) FROM cambio WHERE deshecho = 0').pluck();
  const primero = db.prepare('SELECT min(n) FROM cambio WHERE deshecho = 1').pluck();
  const antes = db.prepare('SELECT fila, antes AS estado FROM cambio_fila WHERE n = ? ORDER BY fila');
  const despues = db.prepare('SELECT fila, despues AS estado FROM cambio_fila WHERE n = ? ORDER BY fila');
  const marcar = db.prepare('UPDATE cambio SET deshecho = ? WHERE n = ?');
  const subir = db.prepare('UPDATE version SET n = n + 1');
  const version = db.prepare('SELECT n FROM version').pluck();

  /** Puts rows as they are to be and looks at the equals of what was there and of what is now. */
  const reemplazar = (pasos: readonly z.infer<typeof paso>[], buscar: BuscarEnviados): void => {
    const identidades = new Set<number>();
    const note = (id: number): void => {
      const identidad = filas.identidad(id);
      if (identidad !== null) identidades.add(identidad);
    };
    for (const { fila, estado } of pasos) {
      note(fila);
      if (OMISION.test(estado)) poner.run(Number(estado), fila);
      else {
        filas.reemplazar(parseRow(estado));
        note(fila);
      }
    }
    iguales.review(identidades, buscar);
    subir.run();
  };
  const mover = (n: unknown, estados: typeof antes, deshecho: number, buscar: BuscarEnviados) => {
    if (typeof n !== 'number') return undefined;
    const pasos = estados.all(n).map((row) => paso.parse(row));
    reemplazar(pasos, buscar);
    marcar.run(deshecho, n);
    return pasos.map(({ fila }) => fila);
  };
  const empezar = (): number => {
    for (const statement of olvidar) statement.run();
    return Number(nuevo.run().lastInsertRowid);
  };

  return {
    reponer: db.transaction((nuevas: readonly FilaGuardada[], buscar: BuscarEnviados): void => {
      if (nuevas.length === 0) return;
      reemplazar(
        nuevas.map((fila) => ({ fila: fila.id, estado: JSON.stringify(fila) })),
        buscar,
      );
    }),
    cambiar: db.transaction((nuevas: readonly FilaGuardada[], buscar: BuscarEnviados): number => {
      const changed = nuevas.flatMap((despues) => {
        const previous = filas.leer(despues.id);
        if (previous === undefined) return [];
        const { duplicaA: _duplicaA, ocurrencia: _ocurrencia, anterior: _anterior, ...before } = previous;
        const [previo, ahora] = [JSON.stringify(before), JSON.stringify(despues)];
        return previo === ahora ? [] : [{ fila: despues.id, antes: previo, estado: ahora }];
      });
      if (changed.length === 0) return 0;
      const n = empezar();
      for (const { fila, antes: was, estado } of changed) anotar.run(n, fila, was, estado);
      reemplazar(changed, buscar);
      return changed.length;
    }),
    /** Leaves rows out, or takes them back (null): the same for a hundred thousand rows, of which nothing else is read or written. */
    omitir: db.transaction((ids: readonly number[], omision: Omision | null, buscar: BuscarEnviados): number => {
      const codigo = codigoDe(omision);
      const changed = quedan.all(JSON.stringify(ids), codigo);
      if (changed.length === 0) return 0;
      const n = empezar();
      anotarOmisiones.run({ n, codigo, ids: JSON.stringify(changed) });
      reemplazar(
        changed.map((fila) => ({ fila, estado: String(codigo) })),
        buscar,
      );
      return changed.length;
    }),
    deshacer: db.transaction((buscar: BuscarEnviados) => mover(ultimo.get(), antes, 1, buscar)),
    rehacer: db.transaction((buscar: BuscarEnviados) => mover(primero.get(), despues, 0, buscar)),
    estado: () => ({
      deshacer: typeof ultimo.get() === 'number',
      rehacer: typeof primero.get() === 'number',
      version: Number(version.get()),
    }),
  };
}
