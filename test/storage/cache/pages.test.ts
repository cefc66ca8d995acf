import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import { toDayNumber } from '#domain/civil-date.ts';
import { openWriter, createEncoder, isDamaged, TABLES, type FlatRead, type ReadPage } from '#storage/cache/index.ts';
import { NOW, HOUR, octoberRows, createTestCache, anOperacion } from './support.ts';
import { civilDay } from '../../domain/civil-day.ts';

const BETWEEN = {
  desde: toDayNumber(civilDay('2026-10-01')) * 86_400,
  hasta: toDayNumber(civilDay('2026-11-01')) * 86_400,
};
const PAGE_SIZE: ReadPage = { ...BETWEEN, filas: 2, huella: 'abc' };

/** October with the operations `ids`, read in one page. */
function withPage(changes: Partial<FlatRead> = {}, ids = ['1', '2']): FlatRead {
  const flatRows = createEncoder(TABLES.operaciones)(ids.map((id) => anOperacion(id)));
  const { filas: _, ...reading } = octoberRows([]);
  return { ...reading, flatRows: [flatRows], pages: [PAGE_SIZE], ...changes };
}

describe('the pages that rows came in', () => {
  const readPages = (test: ReturnType<typeof createTestCache>, field = 'fecha_venta') =>
    test.cache.readPages('operaciones', field, BETWEEN);

  test('are kept with them, and forgotten when the period is read again', () => {
    using test = createTestCache();
    test.cache.writeFlat(withPage());
    expect(readPages(test)).toEqual([PAGE_SIZE]);
    test.cache.writeFlat(withPage({ pages: [] }));
    expect(readPages(test)).toEqual([]);
  });

  test('are not kept while a row that was there is missing: it has to be looked for again', () => {
    using test = createTestCache();
    test.cache.writeFlat(withPage());
    test.cache.writeFlat(withPage({ leido: NOW + HOUR }, ['1']));
    expect(readPages(test)).toEqual([]);
  });

  test('are forgotten when a row of them changes by another date', () => {
    using test = createTestCache();
    test.cache.writeFlat(withPage());
    test.cache.write(
      octoberRows([anOperacion('1', { acreditada: true })], { campo: 'fecha_pago', estado: 'inestable' }),
    );
    expect(readPages(test)).toEqual([]);
  });

  test('that came as they were only move the reading on', () => {
    using test = createTestCache();
    test.cache.writeFlat(withPage());
    const { metodo, desde, hasta } = octoberRows([]);
    test.cache.touch({ metodo, desde, hasta, campo: 'fecha_venta', leido: NOW + HOUR });
    expect(test.cache.readStretches('operaciones', 'fecha_venta')).toMatchObject([
      { leido: NOW + HOUR, estado: 'completa' },
    ]);
    expect(readPages(test)).toEqual([PAGE_SIZE]);
  });
});

describe('the indexes of an empty table', () => {
  const indices = (path: string): readonly unknown[] => {
    const db = new Database(path, { readonly: true });
    try {
      return db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'operaciones' ORDER BY name")
        .pluck()
        .all();
    } finally {
      db.close();
    }
  };

  test('are made once it is full, that of its date apart', () => {
    using test = createTestCache();
    const all = indices(test.ruta);
    test.cache.setIngest(true);
    expect(indices(test.ruta)).toContain('operaciones_venta');
    expect(indices(test.ruta)).not.toContain('operaciones_comprobante');
    test.cache.writeFlat(withPage());
    test.cache.setIngest(false);
    expect(indices(test.ruta)).toEqual(all);
  });

  test('that a cut run left unmade are made by the next', () => {
    using test = createTestCache();
    const all = indices(test.ruta);
    test.cache.setIngest(true);
    test.cache.writeFlat(withPage());
    test.cache.setIngest(true);
    test.cache.setIngest(false);
    expect(indices(test.ruta)).toEqual(all);
  });
});

describe('the thread that writes', () => {
  test('does what it is asked in order, on the file that others read', async () => {
    using test = createTestCache();
    const writer = openWriter(test.ruta);
    const [first, second] = await Promise.all([writer.writeFlat(withPage()), writer.writeFlat(withPage())]);
    expect([first.nuevos, second.iguales]).toEqual([2, 2]);
    await writer.close();
    expect(test.cache.count({ metodo: 'operaciones' })).toBe(2);
  });

  test('gives back what the file says as it is', async () => {
    using test = createTestCache();
    // A folder instead of the database cannot be opened.
    const writer = openWriter(path.dirname(test.ruta));
    const error: unknown = await writer.learn('a', 'b').catch((reason: unknown) => reason);
    expect(isAppError(error, 'CARPETA_SIN_PERMISO')).toBe(true);
    expect(isDamaged(error)).toBe(false);
    await writer.close();
  });

  test('refuses what is asked after it ended', async () => {
    using test = createTestCache();
    const writer = openWriter(test.ruta);
    await writer.close();
    await expect(writer.learn('a', 'b')).rejects.toThrow('ended');
  });
});
