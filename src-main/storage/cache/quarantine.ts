/** Keeps unreadable rows with their raw text, so that nothing is lost. Card numbers are covered. */
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

/**
 * 13 to 19 digits with or without spaces and dashes between them: always masked, card number or not. Other spellings are masked if they may be a card
 * number.
 */
const TARJETA = /\d(?:[ -]?\d){12,18}(?!\d)/g;
const cover = (text: string): string =>
  maskPossibleCards(text).replace(TARJETA, (number) => maskDigits(number.replace(/\D/g, '')));

const withId = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

/** The id in the raw row, if any: the record came, so it is not missing. */
function idOf(raw: string): string | null {
  try {
    return withId.safeParse(JSON.parse(raw)).data?.id ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** No list is filtered by this date, so it needs no index. */
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
  /** The days that were being read. */
  readonly ventana?: DateWindow | undefined;
}

export function openQuarantine(db: Database) {
  const put = db.prepare(
    `INSERT INTO cuarentena (metodo, huella, id, crudo, problemas, primera, ultima, ventana) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (metodo, huella) DO NOTHING`,
  );
  const touch = db.prepare('UPDATE cuarentena SET ultima = ?, problemas = ? WHERE metodo = ? AND huella = ?');
  const read = db.prepare<unknown[], Omit<Quarantined, 'problemas'> & { readonly problemas: string }>(
    `SELECT metodo, ventana, crudo, problemas, primera, ultima FROM cuarentena WHERE metodo = ?
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

  /** Whether every row has all its dates outside of those days. */
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
    /**
     * Whether some days between two, both included, had rows and none of them was readable: the cache has nothing of those days. For a view without
     * dates, judges the whole view. Ignores rows that last came before `leido`.
     */
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
    /** The number of quarantined rows in windows that touch the days between two, both included: that many rows may be missing there. */
    countSetAsideIn(method: ServiceMethod, { desde, hasta, leido }: Between): number {
      return countIn.get(method, leido, hasta ?? null, desde ?? null) ?? 0;
    },
    /** Keeps an unreadable row; returns true if it is new. */
    setAside: db.transaction(({ metodo, crudo, problemas, cuando, ventana }: RowSetAside): boolean => {
      const fingerprint = hash('sha256', crudo, 'base64url');
      const days = ventana === undefined ? null : `${ventana.desde}..${ventana.hasta}`;
      const why = JSON.stringify(problemas);
      const isNew = put.run(metodo, fingerprint, idOf(crudo), cover(crudo), why, cuando, cuando, days).changes === 1;
      if (!isNew) touch.run(cuando, why, metodo, fingerprint);
      noteWindow.run(days ?? '', metodo, fingerprint);
      return isNew;
    }),
    /** The first `most` quarantined rows, in the order of arrival. */
    list: (method: ServiceMethod, most: number): readonly Quarantined[] =>
      read.all(method, most).map(({ problemas, ...row }) => {
        const read: Quarantined['problemas'] = JSON.parse(problemas);
        return { ...row, problemas: read };
      }),
    count: (): ReadonlyMap<string, number> => new Map(count.all()),
  };
}
