/** The repository over an open cache, its schema already ours. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { openGrouping } from './grouping.ts';
import { openCoverage } from './coverage.ts';
import { countOf, cursorDe, buildSelect } from './query.ts';
import { openQuarantine } from './quarantine.ts';
import { openWritable } from './writable.ts';
import { openMissing } from './missing-settlements.ts';
import { openPages } from './pages.ts';
import { guard } from '../sqlite/errors.ts';
import { registerTextFunction } from './text.ts';
import type { Query, ReadRow, WritableCache } from './types.ts';

const countRow = z.object({ n: z.number() });
const textRow = z.object({ valor: z.string() });
const fila = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** Rows of our own `STRICT` tables: their kinds were checked when they were written. */
const isRow = (each: unknown): each is ReadRow => typeof each === 'object' && each !== null;
function parseRow(each: unknown): ReadRow {
  return isRow(each) ? each : fila.parse(each);
}

export function openCache(db: Database): WritableCache {
  registerTextFunction(db);
  const grouping = openGrouping(db);
  const cobertura = openCoverage(db);
  const cuarentena = openQuarantine(db);
  const paginas = openPages(db);
  const writable = openWritable(db, { cobertura, cuarentena, paginas });
  const saber = db.prepare('SELECT valor FROM saber WHERE clave = ?');

  return {
    readPage(query, { limite, despues }) {
      // One row more than asked for tells whether there is a next page.
      const { texto, valores } = buildSelect(query, { limite: limite + 1, despues });
      const filas = guard(() => db.prepare(texto).all(...valores)).map(parseRow);
      const page = filas.slice(0, limite);
      const ultima = page.at(-1);
      const siguiente = filas.length > limite && ultima !== undefined ? cursorDe(query, ultima) : undefined;
      return { filas: page, siguiente };
    },
    *readAll(query: Query) {
      const { texto, valores } = buildSelect(query, { limite: -1 });
      for (const each of db.prepare(texto).iterate(...valores)) yield parseRow(each);
    },
    count(query) {
      const { texto, valores } = countOf(query);
      return countRow.parse(guard(() => db.prepare(texto).get(...valores))).n;
    },
    ...grouping,
    ...openMissing(db),
    readStretches: cobertura.readStretches,
    getReadings: cobertura.getReadings,
    listQuarantined: cuarentena.leer,
    countSetAside: cuarentena.count,
    hasNotUnderstood: cuarentena.hasNotUnderstood,
    countSetAsideIn: cuarentena.countSetAsideIn,
    readPages: paginas.leer,
    saber: (clave) => {
      const each = saber.get(clave);
      return each === undefined ? undefined : textRow.parse(each).valor;
    },
    ...writable,
    close: () => {
      db.close();
    },
  };
}
