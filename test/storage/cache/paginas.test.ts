import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import { toDayNumber } from '#domain/civil-date.ts';
import {
  abrirEscritor,
  codificador,
  isDamaged,
  sinPlanas,
  TABLAS,
  type LeidoPlano,
  type PaginaLeida,
} from '#storage/cache/index.ts';
import { AHORA, dia, HORA, octubre, unaCache, unaOperacion } from './apoyo.ts';

const ENTRE = { desde: toDayNumber(dia('2026-10-01')) * 86_400, hasta: toDayNumber(dia('2026-11-01')) * 86_400 };
const PAGINA: PaginaLeida = { ...ENTRE, filas: 2, huella: 'abc' };

/** October with two operations, that came in one page. */
function conPagina(cambios: Partial<LeidoPlano> = {}, ids = ['1', '2']): LeidoPlano {
  const planas = sinPlanas();
  const codificar = codificador(TABLAS.operaciones);
  for (const id of ids) codificar(unaOperacion(id).fila, id, planas);
  const { filas: _, ...leido } = octubre([]);
  return { ...leido, planas: [planas], paginas: [PAGINA], ...cambios };
}

describe('the pages that rows came in', () => {
  const paginas = (prueba: ReturnType<typeof unaCache>, campo = 'fecha_venta') =>
    prueba.cache.paginas('operaciones', campo, ENTRE);

  test('are kept with them, and forgotten when the period is read again', () => {
    using prueba = unaCache();
    prueba.cache.escribirPlanas(conPagina());
    expect(paginas(prueba)).toEqual([PAGINA]);
    prueba.cache.escribirPlanas(conPagina({ paginas: [] }));
    expect(paginas(prueba)).toEqual([]);
  });

  test('are not kept while a row that was there is missing: it has to be looked for again', () => {
    using prueba = unaCache();
    prueba.cache.escribirPlanas(conPagina());
    prueba.cache.escribirPlanas(conPagina({ leido: AHORA + HORA }, ['1']));
    expect(paginas(prueba)).toEqual([]);
  });

  test('are forgotten when a row of them changes by another date', () => {
    using prueba = unaCache();
    prueba.cache.escribirPlanas(conPagina());
    prueba.cache.escribir(
      octubre([unaOperacion('1', { acreditada: true })], { campo: 'fecha_pago', estado: 'inestable' }),
    );
    expect(paginas(prueba)).toEqual([]);
  });

  test('of rows that were understood in another way are not known', () => {
    using prueba = unaCache();
    prueba.cache.escribirPlanas(conPagina());
    const db = new Database(prueba.ruta);
    db.exec("UPDATE pagina SET huella = 'otra:abc'");
    db.close();
    expect(paginas(prueba)).toEqual([]);
  });

  test('that came as they were only move the reading on', () => {
    using prueba = unaCache();
    prueba.cache.escribirPlanas(conPagina());
    const { metodo, desde, hasta } = octubre([]);
    prueba.cache.tocar({ metodo, desde, hasta, campo: 'fecha_venta', leido: AHORA + HORA });
    expect(prueba.cache.tramos('operaciones', 'fecha_venta')).toMatchObject([
      { leido: AHORA + HORA, estado: 'completa' },
    ]);
    expect(paginas(prueba)).toEqual([PAGINA]);
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
    using prueba = unaCache();
    const todos = indices(prueba.ruta);
    prueba.cache.ingesta(true);
    expect(indices(prueba.ruta)).toContain('operaciones_venta');
    expect(indices(prueba.ruta)).not.toContain('operaciones_comprobante');
    prueba.cache.escribirPlanas(conPagina());
    prueba.cache.ingesta(false);
    expect(indices(prueba.ruta)).toEqual(todos);
  });

  test('that a cut run left unmade are made by the next', () => {
    using prueba = unaCache();
    const todos = indices(prueba.ruta);
    prueba.cache.ingesta(true);
    prueba.cache.escribirPlanas(conPagina());
    prueba.cache.ingesta(true);
    prueba.cache.ingesta(false);
    expect(indices(prueba.ruta)).toEqual(todos);
  });
});

describe('the thread that writes', () => {
  test('does what it is asked in order, on the file that others read', async () => {
    using prueba = unaCache();
    const escritor = abrirEscritor(prueba.ruta);
    const [primera, segunda] = await Promise.all([
      escritor.escribirPlanas(conPagina()),
      escritor.escribirPlanas(conPagina()),
    ]);
    expect([primera.nuevos, segunda.iguales]).toEqual([2, 2]);
    await escritor.cerrar();
    expect(prueba.cache.contar({ metodo: 'operaciones' })).toBe(2);
  });

  test('gives back what the file says as it is', async () => {
    using prueba = unaCache();
    const db = new Database(prueba.ruta);
    db.pragma('user_version = 999');
    db.close();
    const escritor = abrirEscritor(prueba.ruta);
    const error: unknown = await escritor.aprender('a', 'b').catch((reason: unknown) => reason);
    expect(isAppError(error, 'DATOS_MAS_NUEVOS')).toBe(true);
    expect(isDamaged(error)).toBe(false);
    await escritor.cerrar();
  });

  test('refuses what is asked after it ended', async () => {
    using prueba = unaCache();
    const escritor = abrirEscritor(prueba.ruta);
    await escritor.cerrar();
    await expect(escritor.aprender('a', 'b')).rejects.toThrow('ended');
  });
});
