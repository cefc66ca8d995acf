/** Which stretches of days were read, by which date, when, and how it went. A later reading takes the place of the days it covers. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { addDays, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Metodo } from '#domain/vista.ts';
import type { Tramo } from './tipos.ts';

const day = z.string().transform((text, context): CivilDate => {
  const parsed = parseIsoDate(text);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: 'not a date' });
  return z.NEVER;
});
const fila = z.object({
  n: z.number(),
  desde: day,
  hasta: day,
  leido: z.number(),
  estado: z.enum(['completa', 'inestable']),
  contratado: z.number().transform((value) => value === 1),
});
const leidas = z.object({ primera: z.number().nullable(), ultima: z.number().nullable() });
/** Room for what an account may later be asked in parts (a card, a shop); everything is read whole today. */
const FILTRO = '';

export function openCobertura(db: Database) {
  const leer = db.prepare(
    'SELECT n, desde, hasta, leido, estado, contratado FROM cobertura WHERE metodo = ? AND campo = ? AND filtro = ? ORDER BY desde',
  );
  const tocados = db.prepare(
    `SELECT n, desde, hasta, leido, estado, contratado FROM cobertura
     WHERE metodo = ? AND campo = ? AND filtro = ? AND desde <= ? AND hasta >= ?`,
  );
  const borrar = db.prepare('DELETE FROM cobertura WHERE n = ?');
  const poner = db.prepare(
    `INSERT INTO cobertura (metodo, campo, filtro, desde, hasta, leido, estado, contratado) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertar = (metodo: Metodo, campo: string, tramo: Tramo): void => {
    const { desde, hasta, leido, estado, contratado } = tramo;
    poner.run(metodo, campo, FILTRO, desde, hasta, leido, estado, contratado ? 1 : 0);
  };
  const extremos = db.prepare('SELECT min(leido) AS primera, max(leido) AS ultima FROM cobertura');
  return {
    lecturas(): { readonly primera: Instant; readonly ultima: Instant } | undefined {
      const { primera, ultima } = leidas.parse(extremos.get());
      return primera === null || ultima === null ? undefined : { primera, ultima };
    },
    tramos: (metodo: Metodo, campo: string): readonly Tramo[] =>
      leer.all(metodo, campo, FILTRO).map((cada) => fila.parse(cada)),
    /** Inside a transaction of the caller. */
    registrar(metodo: Metodo, campo: string, tramo: Tramo): void {
      for (const cada of tocados.all(metodo, campo, FILTRO, tramo.hasta, tramo.desde)) {
        const viejo = fila.parse(cada);
        borrar.run(viejo.n);
        if (viejo.desde < tramo.desde) insertar(metodo, campo, { ...viejo, hasta: addDays(tramo.desde, -1) });
        if (viejo.hasta > tramo.hasta) insertar(metodo, campo, { ...viejo, desde: addDays(tramo.hasta, 1) });
      }
      insertar(metodo, campo, tramo);
    },
  };
}
