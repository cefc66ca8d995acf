/** The pages that what is kept was read in, so that one that comes again the same costs its digest and nothing else. */
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS } from './columnas.ts';
import type { PaginaLeida } from './tipos.ts';

/** To be raised when a row is understood or kept in another way: what was read before is then read again. */
const FORMA = 3;

const fila = z.object({ desde: z.number(), hasta: z.number(), filas: z.number(), huella: z.string() });

export function openPaginas(db: Database) {
  const leer = db.prepare(
    'SELECT desde, hasta, filas, huella FROM pagina WHERE metodo = ? AND campo = ? AND desde >= ? AND hasta <= ? ORDER BY desde',
  );
  const borrar = db.prepare('DELETE FROM pagina WHERE metodo = ? AND campo = ? AND desde < ? AND hasta > ?');
  const borrarOtras = db.prepare('DELETE FROM pagina WHERE metodo = ? AND campo <> ?');
  const borrarTodas = db.prepare('DELETE FROM pagina WHERE metodo = ?');
  const poner = db.prepare(
    'INSERT INTO pagina (metodo, campo, desde, hasta, filas, huella) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const formas = new Map<Metodo, string>();
  const forma = (metodo: Metodo): string => {
    // What is derived from a row changes nothing in how it is read.
    const campos = TABLAS[metodo].campos.filter(({ derivado }) => derivado !== true);
    const known = formas.get(metodo) ?? hash('sha256', JSON.stringify([FORMA, campos]), 'base64url').slice(0, 8);
    formas.set(metodo, known);
    return known;
  };

  return {
    /** Those between two moments, in order; of what was read as it is read today. */
    leer(
      metodo: Metodo,
      campo: string,
      { desde, hasta }: Pick<PaginaLeida, 'desde' | 'hasta'>,
    ): readonly PaginaLeida[] {
      const propia = `${forma(metodo)}:`;
      return leer.all(metodo, campo, desde, hasta).flatMap((cada) => {
        const { huella, ...pagina } = fila.parse(cada);
        return huella.startsWith(propia) ? [{ ...pagina, huella: huella.slice(propia.length) }] : [];
      });
    },
    /**
     * Inside a transaction of the caller, after a stretch was written. `cambio`: some row of it is not what it was, so that a page by another
     * date that comes as it did before would not say what is kept. `movidas`: rows of other stretches changed.
     */
    registrar(
      { metodo, campo, desde, hasta }: { metodo: Metodo; campo: string } & Pick<PaginaLeida, 'desde' | 'hasta'>,
      { paginas, cambio, movidas }: { paginas: readonly PaginaLeida[]; cambio: boolean; movidas: boolean },
    ): void {
      if (movidas) borrarTodas.run(metodo);
      else {
        if (cambio) borrarOtras.run(metodo, campo);
        borrar.run(metodo, campo, hasta, desde);
      }
      for (const pagina of paginas) {
        poner.run(metodo, campo, pagina.desde, pagina.hasta, pagina.filas, `${forma(metodo)}:${pagina.huella}`);
      }
    },
  };
}
