/** Keeps rows that could not be parsed, with their text and with card numbers masked. */
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { CivilDate, DateWindow } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { maskDigits } from '#domain/cupones/card-number.ts';
import { maskPossibleCards } from '#domain/cupones/card-text.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES } from './row.ts';
import type { Quarantined } from './types.ts';

/** 13 to 19 digits, also with spaces or dashes between them. All are masked, whether or not they can be a card number. */
const TARJETA = /\d(?:[ -]?\d){12,18}(?!\d)/g;
const cover = (text: string): string =>
  maskPossibleCards(text).replace(TARJETA, (number) => maskDigits(number.replace(/\D/g, '')));

const withId = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

/** The id in the text of a row, or null. A record with an id exists at the service, so it does not count as missing. */
function idOf(raw: string): string | null {
  try {
    return withId.safeParse(JSON.parse(raw)).data?.id ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** `hasNotUnderstood` skips this date: no list is filtered by it, so it has no index. */
const UNREAD_FIELD = 'fecha_presentacion';

interface Between {
  readonly desde?: CivilDate | undefined;
  readonly hasta?: CivilDate | undefined;
  readonly leido: Instant;
}
export interface RowSetAside {
  readonly metodo: ServiceMethod;
  readonly crudo: string;
  readonly problemas: Quarantined['problemas'];
  readonly cuando: Instant;
  readonly ventana?: DateWindow | undefined;
}

export function openQuarantine(db: Database) {
  const put = db.prepare(
    `INSERT INTO cuarentena (metodo, huella, id, crudo, problemas, primera, ultima) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (metodo, huella) DO NOTHING`,
  );
  const touch = db.prepare('UPDATE cuarentena SET ultima = ?, problemas = ? WHERE metodo = ? AND huella = ?');
  const read = db.prepare<unknown[], Omit<Quarantined, 'problemas'> & { readonly problemas: string }>(
    `SELECT crudo, problemas, primera, ultima FROM cuarentena WHERE metodo = ?
     ORDER BY n LIMIT ?`,
  );
  const count = db
    .prepare<[], [method: string, rows: number]>('SELECT metodo, count(*) FROM cuarentena GROUP BY metodo')
    .raw();
  const next = db
    .prepare<[string, string, number], string | null>(
      'SELECT min(ventana) FROM cuarentena_ventana WHERE metodo = ? AND ventana > ? AND ultima >= ?',
    )
    .pluck();
  const noteWindow = db.prepare(
    `INSERT INTO cuarentena_ventana (metodo, ventana, n, ultima) SELECT metodo, ?, n, ultima FROM cuarentena WHERE metodo = ? AND huella = ?
     ON CONFLICT DO UPDATE SET ultima = excluded.ultima`,
  );
  const countIn = db
    .prepare<[string, number, string | null, string | null], number>(
      `SELECT count(DISTINCT n) FROM cuarentena_ventana WHERE metodo = ? AND ultima >= ?
       AND (ventana = '' OR substr(ventana, 1, 10) <= coalesce(?, ventana) AND substr(ventana, -10) >= coalesce(?, ''))`,
    )
    .pluck();
  const anySince = db.prepare('SELECT 1 FROM cuarentena WHERE metodo = ? AND ultima >= ? LIMIT 1').pluck();

  function isEmpty(method: ServiceMethod, from: string, to: string): boolean {
    const { tabla, fechas } = TABLES[method];
    return fechas
      .filter((date) => date !== UNREAD_FIELD)
      .every(
        (date) =>
          db.prepare(`SELECT 1 FROM ${tabla} WHERE ${date} BETWEEN ? AND ? LIMIT 1`).get(from, to) === undefined,
      );
  }

  return {
    /** Whether all rows of some window that touches these days (without dates: of the view) were unreadable. Ignores rows last received before `leido`. */
    hasNotUnderstood(method: ServiceMethod, { desde, hasta, leido }: Between): boolean {
      const { tabla, fecha } = TABLES[method];
      if (fecha === null)
        return (
          anySince.get(method, leido) !== undefined && db.prepare(`SELECT 1 FROM ${tabla} LIMIT 1`).get() === undefined
        );
      for (let window = ''; ;) {
        const which = next.get(method, window, leido) ?? null;
        if (which === null) return false;
        window = which;
        const [first = '', last = ''] = which.split('..');
        const isWithin = (hasta === undefined || first <= hasta) && (desde === undefined || last >= desde);
        if (isWithin && isEmpty(method, first, last)) return true;
      }
    },
    /** How many quarantined rows came in windows that touch these days (both included): at most that many rows are missing there. */
    countSetAsideIn(method: ServiceMethod, { desde, hasta, leido }: Between): number {
      return countIn.get(method, leido, hasta ?? null, desde ?? null) ?? 0;
    },
    /** Stores a row that could not be read; returns true if it is new. */
    setAside: db.transaction(({ metodo, crudo, problemas, cuando, ventana }: RowSetAside): boolean => {
      const fingerprint = hash('sha256', crudo, 'base64url');
      const days = ventana === undefined ? '' : `${ventana.desde}..${ventana.hasta}`;
      const why = JSON.stringify(problemas);
      const isNew = put.run(metodo, fingerprint, idOf(crudo), cover(crudo), why, cuando, cuando).changes === 1;
      if (!isNew) touch.run(cuando, why, metodo, fingerprint);
      noteWindow.run(days, metodo, fingerprint);
      return isNew;
    }),
    list: (method: ServiceMethod, most: number): readonly Quarantined[] =>
      read.all(method, most).map(({ problemas, ...row }) => {
        const read: Quarantined['problemas'] = JSON.parse(problemas);
        return { ...row, problemas: read };
      }),
    count: (): ReadonlyMap<string, number> => new Map(count.all()),
  };
}
