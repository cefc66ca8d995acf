import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import { toDayNumber } from '#domain/civil-date.ts';
import {
  openWriter,
  createEncoder,
  isDamaged,
  createFlatRows,
  TABLES,
  type FlatRead,
  type ReadPage,
} from '#storage/cache/index.ts';
import { NOW, civilDay, HOUR, octoberRows, createTestCache, anOperacion } from './support.ts';

const BETWEEN = {
  desde: toDayNumber(civilDay('2026-10-01')) * 86_400,
  hasta: toDayNumber(civilDay('2026-11-01')) * 86_400,
};
const PAGE_SIZE: ReadPage = { ...BETWEEN, filas: 2, huella: 'abc' };

/** October with two operations, that came in one page. */
function withPage(changes: Partial<FlatRead> = {}, ids = ['1', '2']): FlatRead {
  const flatRows = createFlatRows();
  const encode = createEncoder(TABLES.operaciones);
  for (const id of ids) encode(anOperacion(id).fila, id, flatRows);
  const { filas: _, ...leido } = octoberRows([]);
  return { ...leido, flatRows: [flatRows], paginas: [PAGE_SIZE], ...changes };
}

describe('the pages that rows came in', () => {
  const readPages = (prueba: ReturnType<typeof createTestCache>, campo = 'fecha_venta') =>
    prueba.cache.readPages('operaciones', campo, BETWEEN);

  test('are kept with them, and forgotten when the period is read again', () => {
    using prueba = createTestCache();
    prueba.cache.writeFlat(withPage());
    expect(readPages(prueba)).toEqual([PAGE_SIZE]);
    prueba.cache.writeFlat(withPage({ paginas: [] }));
    expect(readPages(prueba)).toEqual([]);
  });

  test('are not kept while a row that was there is missing: it has to be looked for again', () => {
    using prueba = createTestCache();
    prueba.cache.writeFlat(withPage());
    prueba.cache.writeFlat(withPage({ leido: NOW + HOUR }, ['1']));
    expect(readPages(prueba)).toEqual([]);
  });

  test('are forgotten when a row of them changes by another date', () => {
    using prueba = createTestCache();
    prueba.cache.writeFlat(withPage());
    prueba.cache.write(
      octoberRows([anOperacion('1', { acreditada: true })], { campo: 'fecha_pago', estado: 'inestable' }),
    );
    expect(readPages(prueba)).toEqual([]);
  });

  test('of rows that were understood in another way are not known', () => {
    using prueba = createTestCache();
    prueba.cache.writeFlat(withPage());
    const db = new Database(prueba.ruta);
    db.exec("UPDATE pagina SET huella = 'otra:abc'");
    db.close();
    expect(readPages(prueba)).toEqual([]);
  });

  test('that came as they were only move the reading on', () => {
    using prueba = createTestCache();
    prueba.cache.writeFlat(withPage());
    const { metodo, desde, hasta } = octoberRows([]);
    prueba.cache.touch({ metodo, desde, hasta, campo: 'fecha_venta', leido: NOW + HOUR });
    expect(prueba.cache.readStretches('operaciones', 'fecha_venta')).toMatchObject([
      { leido: NOW + HOUR, estado: 'completa' },
    ]);
    expect(readPages(prueba)).toEqual([PAGE_SIZE]);
  });
});

describe('rows whose digests are those of an earlier version', () => {
  const keptDigest = (ruta: string, change?: string): unknown => {
    const db = new Database(ruta);
    if (change !== undefined) db.exec(change);
    const digest = db.prepare("SELECT hash FROM operaciones WHERE id = '1'").pluck().get();
    db.close();
    return digest;
  };
  const OLDER = "UPDATE operaciones SET hash = 'Zx81_aaaa-Bb'";

  test.each(['fecha_venta', 'fecha_pago'])('are no change when they say the same, asked by %s', (campo) => {
    using prueba = createTestCache();
    prueba.cache.writeFlat(withPage());
    const today = keptDigest(prueba.ruta);
    keptDigest(prueba.ruta, OLDER);
    expect(prueba.cache.writeFlat(withPage({ campo }))).toMatchObject({ nuevos: 0, cambiados: 0, iguales: 2 });
    expect(keptDigest(prueba.ruta)).toBe(today);
  });

  test('are a change when they do not', () => {
    using prueba = createTestCache();
    prueba.cache.writeFlat(withPage());
    keptDigest(prueba.ruta, `${OLDER}, importe = 1 WHERE id = '1'`);
    expect(prueba.cache.writeFlat(withPage())).toMatchObject({ nuevos: 0, cambiados: 1, iguales: 1 });
  });
});

describe('the indexes of an empty table', () => {
  const indices = (ruta: string): readonly unknown[] => {
    const db = new Database(ruta, { readonly: true });
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
    using prueba = createTestCache();
    const all = indices(prueba.ruta);
    prueba.cache.setIngest(true);
    expect(indices(prueba.ruta)).toContain('operaciones_venta');
    expect(indices(prueba.ruta)).not.toContain('operaciones_comprobante');
    prueba.cache.writeFlat(withPage());
    prueba.cache.setIngest(false);
    expect(indices(prueba.ruta)).toEqual(all);
  });

  test('that a cut run left unmade are made by the next', () => {
    using prueba = createTestCache();
    const all = indices(prueba.ruta);
    prueba.cache.setIngest(true);
    prueba.cache.writeFlat(withPage());
    prueba.cache.setIngest(true);
    prueba.cache.setIngest(false);
    expect(indices(prueba.ruta)).toEqual(all);
  });
});

describe('the thread that writes', () => {
  test('does what it is asked in order, on the file that others read', async () => {
    using prueba = createTestCache();
    const writer = openWriter(prueba.ruta);
    const [primera, segunda] = await Promise.all([writer.writeFlat(withPage()), writer.writeFlat(withPage())]);
    expect([primera.nuevos, segunda.iguales]).toEqual([2, 2]);
    await writer.close();
    expect(prueba.cache.count({ metodo: 'operaciones' })).toBe(2);
  });

  test('gives back what the file says as it is', async () => {
    using prueba = createTestCache();
    const db = new Database(prueba.ruta);
    db.pragma('user_version = 999');
    db.close();
    const writer = openWriter(prueba.ruta);
    const error: unknown = await writer.learn('a', 'b').catch((reason: unknown) => reason);
    expect(isAppError(error, 'DATOS_MAS_NUEVOS')).toBe(true);
    expect(isDamaged(error)).toBe(false);
    await writer.close();
  });

  test('refuses what is asked after it ended', async () => {
    using prueba = createTestCache();
    const writer = openWriter(prueba.ruta);
    await writer.close();
    await expect(writer.learn('a', 'b')).rejects.toThrow('ended');
  });
});
