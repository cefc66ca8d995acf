/** Rows that could not be understood, with their raw text. Nothing that comes in is lost, and no card number is kept. */
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { maskPossibleCards } from '#domain/cupones/card-text.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import { TABLES } from './columns.ts';
import type { Quarantined, ReadableCache, WritableCache } from './types.ts';

/**
 * 13 to 19 digits, spaces and dashes aside: always masked, card number or not. Numbers written in other ways are masked when they may be a card's.
 */
const TARJETA = /\d(?:[ -]?\d){12,18}(?!\d)/g;
const cover = (texto: string): string =>
  maskPossibleCards(texto).replace(TARJETA, (numero) => {
    const digits = numero.replace(/\D/g, '');
    return `${digits.slice(0, 6)}${'·'.repeat(digits.length - 10)}${digits.slice(-4)}`;
  });

const conId = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

/** The record's id, when the raw row has one: the record came, so it is not missing. */
function idDe(crudo: string): string | null {
  try {
    return conId.safeParse(JSON.parse(crudo)).data?.id ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const leida = z.object({
  metodo: z.string(),
  ventana: z.string().nullable(),
  crudo: z.string(),
  motivo: z.string(),
  primera: z.number(),
  ultima: z.number(),
});
/** No list is read by this date, and it has no index. */
const SIN_LEER = 'fecha_presentacion';
const readWindow = z.string();
const countRow = z.object({ metodo: z.string(), filas: z.number() });
const countByWindow = z.object({ ventana: z.string().nullable(), filas: z.number() });

export function openQuarantine(db: Database) {
  const put = db.prepare(
    `INSERT INTO cuarentena (metodo, huella, id, crudo, motivo, primera, ultima, ventana) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (metodo, huella) DO NOTHING`,
  );
  const touch = db.prepare('UPDATE cuarentena SET ultima = ? WHERE metodo = ? AND huella = ?');
  const leer = db.prepare(
    `SELECT metodo, ventana, crudo, motivo, primera, ultima FROM cuarentena WHERE ? IS NULL OR metodo = ?
     ORDER BY n LIMIT ? OFFSET ?`,
  );
  const count = db.prepare('SELECT metodo, count(*) AS filas FROM cuarentena GROUP BY metodo');
  const next = db
    .prepare('SELECT min(ventana) FROM cuarentena WHERE metodo = ? AND ventana > ? AND ultima >= ?')
    .pluck();
  const byWindow = db.prepare(
    'SELECT ventana, count(*) AS filas FROM cuarentena WHERE metodo = ? AND ultima >= ? GROUP BY ventana',
  );
  const anySince = db.prepare('SELECT 1 FROM cuarentena WHERE metodo = ? AND ultima >= ? LIMIT 1').pluck();

  /** Whether no row has any of its dates in those days. */
  function isEmpty(metodo: ServiceMethod, desde: string, hasta: string): boolean {
    const { tabla, fechas } = TABLES[metodo];
    return fechas
      .filter((fecha) => fecha !== SIN_LEER)
      .every(
        (fecha) =>
          db.prepare(`SELECT 1 FROM ${tabla} WHERE ${fecha} BETWEEN ? AND ? LIMIT 1`).get(desde, hasta) === undefined,
      );
  }

  return {
    hasNotUnderstood(
      metodo: ServiceMethod,
      { desde, hasta, leido }: Parameters<ReadableCache['hasNotUnderstood']>[1],
    ): boolean {
      const { tabla, fecha } = TABLES[metodo];
      if (fecha === null)
        return (
          anySince.get(metodo, leido) !== undefined && db.prepare(`SELECT 1 FROM ${tabla} LIMIT 1`).get() === undefined
        );
      for (let ventana = ''; ;) {
        const which = readWindow.nullable().parse(next.get(metodo, ventana, leido));
        if (which === null) return false;
        ventana = which;
        const [primero = '', ultimo = ''] = which.split('..');
        const isWithin = (hasta === undefined || primero <= hasta) && (desde === undefined || ultimo >= desde);
        if (isWithin && isEmpty(metodo, primero, ultimo)) return true;
      }
    },
    countSetAsideIn(
      metodo: ServiceMethod,
      { desde, hasta, leido }: Parameters<ReadableCache['countSetAsideIn']>[1],
    ): number {
      const windows = byWindow.all(metodo, leido).map((each) => countByWindow.parse(each));
      return windows
        .filter(({ ventana }) => {
          const [primero = '', ultimo = ''] = ventana?.split('..') ?? [];
          return (
            ventana === null || ((hasta === undefined || primero <= hasta) && (desde === undefined || ultimo >= desde))
          );
        })
        .reduce((sum, { filas }) => sum + filas, 0);
    },
    setAside: ({ metodo, crudo, motivo, cuando, ventana }: Parameters<WritableCache['setAside']>[0]): boolean => {
      const huella = hash('sha256', crudo, 'base64url');
      const dias = ventana === undefined ? null : `${ventana.desde}..${ventana.hasta}`;
      const inserted = put.run(metodo, huella, idDe(crudo), cover(crudo), motivo, cuando, cuando, dias);
      if (inserted.changes === 1) return true;
      touch.run(cuando, metodo, huella);
      return false;
    },
    leer: (metodo?: ServiceMethod, { desdeFila = 0, filas = -1 } = {}): readonly Quarantined[] =>
      leer.all(metodo ?? null, metodo ?? null, filas, desdeFila).map((each) => leida.parse(each)),
    count: (): ReadonlyMap<string, number> =>
      new Map(
        count.all().map((each) => {
          const { metodo, filas } = countRow.parse(each);
          return [metodo, filas];
        }),
      ),
  };
}
