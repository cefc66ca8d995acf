import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { coberturaDe } from '#app/cobertura/cobertura.ts';
import { coberturaEnPalabras } from '#app/browse/titulos.ts';
import { TABLAS, horaDe, type WritableCache } from '#storage/cache/index.ts';
import { AHORA, dia, HORA, octubre, unaCache, unaOperacion } from './apoyo.ts';

const ids = (cache: WritableCache, retiradas = false): unknown[] =>
  [...cache.todas({ metodo: 'operaciones', retiradas })].map(({ id }) => id);

describe('the tables', () => {
  test('hold every field of every view', () => {
    using prueba = unaCache();
    const db = new Database(prueba.ruta, { readonly: true });
    for (const { tabla, campos } of Object.values(TABLAS)) {
      const columnas = db.prepare(`SELECT name FROM pragma_table_xinfo('${tabla}')`).pluck().all();
      const esperadas = campos.flatMap(({ nombre, tipo }) =>
        tipo === 'fechaHora' ? [nombre, horaDe(nombre)] : [nombre],
      );
      expect(columnas, tabla).toEqual(expect.arrayContaining(esperadas));
    }
    db.close();
  });

  test('give pages and totals of a period through the index of its date', () => {
    using prueba = unaCache();
    const db = new Database(prueba.ruta, { readonly: true });
    const plan = (sql: string): string =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map((row) => JSON.stringify(row))
        .join(' ');
    const periodo =
      "FROM operaciones WHERE fecha_venta >= '2026-10-01' AND fecha_venta <= '2026-10-31' AND retirada IS NULL";
    expect(plan(`SELECT count(*), sum(importe) ${periodo}`)).toContain('COVERING INDEX operaciones_venta');
    const pagina = plan(`SELECT * ${periodo} ORDER BY fecha_venta, fecha_venta_hora, n LIMIT 100`);
    expect(pagina).toContain('INDEX operaciones_venta');
    expect(plan("SELECT * FROM operaciones WHERE comprobante = '1'")).toContain('operaciones_comprobante');
    db.close();
  });

  test('are looked for by their amount in the index of their date, which is many times shorter than the table', () => {
    using prueba = unaCache();
    const db = new Database(prueba.ruta, { readonly: true });
    for (const [tabla, index] of [
      ['operaciones', 'operaciones_venta'],
      ['movimientos', 'movimientos_fecha'],
    ]) {
      const rows = db
        .prepare(
          `EXPLAIN QUERY PLAN SELECT n FROM ${tabla ?? ''} WHERE retirada IS NULL
           AND (importe BETWEEN 100 AND 199 OR importe BETWEEN -199 AND -100) ORDER BY +n DESC LIMIT 8`,
        )
        .all();
      expect(JSON.stringify(rows)).toContain(`COVERING INDEX ${index ?? ''}`);
    }
    db.close();
  });
});

describe('writing a period', () => {
  test('rows that come again the same are not written', () => {
    using prueba = unaCache();
    const filas = [unaOperacion('1'), unaOperacion('2')];
    expect(prueba.cache.escribir(octubre(filas))).toMatchObject({ nuevos: 2, iguales: 0 });
    const db = new Database(prueba.ruta);
    db.exec("CREATE TRIGGER nada BEFORE UPDATE ON operaciones BEGIN SELECT RAISE(ABORT, 'written'); END");
    db.close();
    expect(prueba.cache.escribir(octubre(filas))).toMatchObject({ nuevos: 0, cambiados: 0, iguales: 2 });
  });

  test('a changed row takes the place of the old one', () => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre([unaOperacion('1')]));
    const escrito = prueba.cache.escribir(octubre([unaOperacion('1', { acreditada: true })]));
    expect(escrito).toMatchObject({ nuevos: 0, cambiados: 1 });
    expect([...prueba.cache.todas({ metodo: 'operaciones' })][0]).toMatchObject({ acreditada: 1 });
  });

  test('a row whose date moved to another month is not doubled', () => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre([unaOperacion('1')]));
    const movida = unaOperacion('1', { fecha_venta: { fecha: '2026-11-02', hora: '10:00:00' } });
    const noviembre = { desde: dia('2026-11-01'), hasta: dia('2026-11-30') };
    expect(prueba.cache.escribir(octubre([movida], noviembre))).toMatchObject({ cambiados: 1 });
    expect(prueba.cache.contar({ metodo: 'operaciones' })).toBe(1);
  });

  test('a row is given up only after two whole readings an hour apart lack it', () => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre([unaOperacion('1'), unaOperacion('2')]));
    const sin = [unaOperacion('1')];
    expect(prueba.cache.escribir(octubre(sin, { leido: AHORA + 1 }))).toMatchObject({ bajas: 0 });
    expect(prueba.cache.escribir(octubre(sin, { leido: AHORA + HORA }))).toMatchObject({ bajas: 0 });
    expect(prueba.cache.escribir(octubre(sin, { leido: AHORA + HORA + 1 }))).toMatchObject({ bajas: 1 });
    expect(ids(prueba.cache)).toEqual(['1']);
    expect(ids(prueba.cache, true)).toEqual(['1', '2']);
  });

  test('a row is in doubt, listed and counted, from the first complete reading that lacks it', () => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre([unaOperacion('1'), unaOperacion('2')]));
    prueba.cache.escribir(octubre([unaOperacion('1')], { leido: AHORA + 1 }));
    const dudas = () =>
      [...prueba.cache.todas({ metodo: 'operaciones', retiradas: true })].map(({ id, en_duda, retirada }) => [
        id,
        en_duda,
        retirada,
      ]);
    const enDuda = (desde: string) => prueba.cache.contar({ metodo: 'operaciones', desde: dia(desde), enDuda: true });
    expect(dudas()).toEqual([
      ['1', null, null],
      ['2', AHORA + 1, null],
    ]);
    expect([enDuda('2026-10-01'), enDuda('2026-10-06')]).toEqual([1, 0]);
    // Still the first time that it was missing, however often it is.
    prueba.cache.escribir(octubre([unaOperacion('1')], { leido: AHORA + 2 }));
    expect(dudas()[1]).toEqual(['2', AHORA + 1, null]);
    prueba.cache.escribir(octubre([unaOperacion('1')], { leido: AHORA + HORA + 1 }));
    expect(dudas()[1]).toEqual(['2', null, AHORA + HORA + 1]);
    expect(enDuda('2026-10-01')).toBe(0);
  });

  test('a row that comes again is in doubt no more, under another name too', () => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre([unaOperacion('1'), unaOperacion('2')]));
    prueba.cache.escribir(octubre([unaOperacion('1')], { leido: AHORA + 1 }));
    const otra = { id: '146', fila: { ...unaOperacion('2').fila, id: '146' } };
    prueba.cache.escribir(octubre([unaOperacion('1'), otra], { leido: AHORA + 2 }));
    expect(ids(prueba.cache)).toEqual(['1', '146']);
    expect(prueba.cache.contar({ metodo: 'operaciones', enDuda: true })).toBe(0);
    const db = new Database(prueba.ruta, { readonly: true });
    expect(db.prepare('SELECT count(*) FROM ausencia').pluck().get()).toBe(0);
    db.close();
  });

  test('a row that comes back in between begins anew', () => {
    using prueba = unaCache();
    const dos = [unaOperacion('1'), unaOperacion('2')];
    prueba.cache.escribir(octubre(dos));
    prueba.cache.escribir(octubre([unaOperacion('1')], { leido: AHORA + 1 }));
    prueba.cache.escribir(octubre(dos, { leido: AHORA + 2 }));
    prueba.cache.escribir(octubre([unaOperacion('1')], { leido: AHORA + 2 * HORA }));
    expect(ids(prueba.cache)).toEqual(['1', '2']);
  });

  test('a row that was given up and comes again is back', () => {
    using prueba = unaCache();
    const dos = [unaOperacion('1'), unaOperacion('2')];
    prueba.cache.escribir(octubre(dos));
    for (const leido of [AHORA, AHORA + HORA]) prueba.cache.escribir(octubre([unaOperacion('1')], { leido }));
    expect(ids(prueba.cache)).toEqual(['1']);
    prueba.cache.escribir(octubre(dos, { leido: AHORA + 2 * HORA }));
    expect(ids(prueba.cache)).toEqual(['1', '2']);
  });

  test('too many rows vanishing at once stay as they were', () => {
    using prueba = unaCache();
    const todas = Array.from({ length: 100 }, (_, i) => unaOperacion(String(i + 1)));
    prueba.cache.escribir(octubre(todas));
    for (const leido of [AHORA, AHORA + 2 * HORA]) {
      expect(prueba.cache.escribir(octubre(todas.slice(21), { leido }))).toMatchObject({ bajas: 0, retenidas: 21 });
    }
    expect(prueba.cache.contar({ metodo: 'operaciones' })).toBe(100);
    // A reading that is not believed is no complete one: its days are told to be unstable, and no row of them is in doubt.
    expect(prueba.cache.contar({ metodo: 'operaciones', enDuda: true })).toBe(0);
  });

  test.each([
    ['unstable', { estado: 'inestable' }],
    ['of a service that is not contracted', { contratado: false }],
  ] as const)('a reading that is %s gives up nothing', (_name, cambios) => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre([unaOperacion('1')]));
    for (const leido of [AHORA, AHORA + 2 * HORA]) prueba.cache.escribir(octubre([], { ...cambios, leido }));
    expect(ids(prueba.cache)).toEqual(['1']);
  });

  test('records that come back under other ids keep their row', () => {
    using prueba = unaCache();
    const gemelas = { comprobante: '00000007', importe: 500 };
    const antes = [unaOperacion('2'), unaOperacion('10', gemelas), unaOperacion('9', gemelas)];
    prueba.cache.escribir(octubre(antes));
    const despues = antes.map(({ id, fila }) => {
      const otro = String(Number(id) * 73);
      return { id: otro, fila: { ...fila, id: otro } };
    });
    const escrito = prueba.cache.escribir(octubre(despues));
    expect(escrito).toMatchObject({ nuevos: 0, bajas: 0, iguales: 3 });
    expect(ids(prueba.cache)).toEqual(['146', '730', '657']);
  });

  test('a row in quarantine counts as present', () => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre([unaOperacion('1'), unaOperacion('2')]));
    prueba.cache.apartar({
      metodo: 'operaciones',
      crudo: '{"id":"2","importe":"x"}',
      motivo: 'importe',
      cuando: AHORA,
    });
    for (const leido of [AHORA, AHORA + 2 * HORA]) prueba.cache.escribir(octubre([unaOperacion('1')], { leido }));
    expect(ids(prueba.cache)).toEqual(['1', '2']);
    expect(prueba.cache.cuarentena()).toHaveLength(1);
    prueba.cache.escribir(octubre([unaOperacion('2')]));
    expect(prueba.cache.cuarentena()).toHaveLength(0);
  });
});

describe('the quarantine', () => {
  test('keeps no whole card number', () => {
    using prueba = unaCache();
    const crudo = '{"id":"1","nota":"4507 9900 0000 0792","otra":"4507990000000792"}';
    prueba.cache.apartar({ metodo: 'operaciones', crudo, motivo: 'm', cuando: AHORA });
    const [fila] = prueba.cache.cuarentena('operaciones');
    expect(fila?.crudo).not.toMatch(/9900/);
    expect(fila?.crudo).toContain('450799');
  });
});

describe('days of which nothing was understood', () => {
  const apartada = (ultima: number) => ({
    metodo: 'operaciones' as const,
    crudo: '{"id":"9"}',
    motivo: 'm',
    cuando: ultima,
    ventana: { desde: dia('2026-10-05'), hasta: dia('2026-10-05') },
  });
  const entre = { desde: dia('2026-10-01'), hasta: dia('2026-10-31'), leido: AHORA };

  test('are told, until one row of them is', () => {
    using prueba = unaCache();
    prueba.cache.apartar(apartada(AHORA));
    expect(prueba.cache.sinEntender('operaciones', entre)).toBe(true);
    expect(prueba.cache.sinEntender('operaciones', { ...entre, desde: dia('2026-10-06') })).toBe(false);
    prueba.cache.escribir(octubre([unaOperacion('1')]));
    expect(prueba.cache.sinEntender('operaciones', entre)).toBe(false);
  });

  test('are no such days any more when what came does not come again', () => {
    using prueba = unaCache();
    prueba.cache.apartar(apartada(AHORA));
    expect(prueba.cache.sinEntender('operaciones', { ...entre, leido: AHORA + HORA })).toBe(false);
  });
});

test('days of which some rows were not understood say how many, though others are there', () => {
  using prueba = unaCache();
  const ventana = { desde: dia('2026-10-05'), hasta: dia('2026-10-05') };
  for (const crudo of ['{"id":"8"}', '{"id":"9"}'])
    prueba.cache.apartar({ metodo: 'operaciones', crudo, motivo: 'm', cuando: AHORA, ventana });
  prueba.cache.escribir(octubre([unaOperacion('1')]));
  const octubreEntero = { desde: dia('2026-10-01'), hasta: dia('2026-10-31') };
  expect(prueba.cache.apartadasEn('operaciones', { ...octubreEntero, leido: AHORA })).toBe(2);
  expect(prueba.cache.apartadasEn('operaciones', { desde: dia('2026-10-06'), leido: AHORA })).toBe(0);
  expect(prueba.cache.apartadasEn('liquidaciones', { ...octubreEntero, leido: AHORA })).toBe(0);
  const cobertura = coberturaDe(prueba.cache, { metodo: 'operaciones', ...octubreEntero, ahora: AHORA });
  expect(cobertura).toMatchObject({ apartadas: 2 });
  expect(coberturaEnPalabras(cobertura)).toMatch(/· 2 filas apartadas sin entender$/);
});

describe('coverage', () => {
  test('a later reading takes the place of the days it covers', () => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre([]));
    prueba.cache.escribir(
      octubre([], { desde: dia('2026-10-10'), hasta: dia('2026-10-12'), leido: AHORA + 5, estado: 'inestable' }),
    );
    expect(prueba.cache.tramos('operaciones', 'fecha_venta')).toMatchObject([
      { desde: '2026-10-01', hasta: '2026-10-09', estado: 'completa', leido: AHORA },
      { desde: '2026-10-10', hasta: '2026-10-12', estado: 'inestable', leido: AHORA + 5 },
      { desde: '2026-10-13', hasta: '2026-10-31', estado: 'completa' },
    ]);
  });
});

test('totals cover their whole months, whatever days of them are asked', () => {
  using prueba = unaCache();
  prueba.cache.escribir({ ...octubre([]), metodo: 'impuestos-totales', campo: 'desde' });
  const asked = { desde: dia('2026-10-10'), hasta: dia('2026-10-20'), ahora: AHORA };
  expect(coberturaDe(prueba.cache, { metodo: 'impuestos-totales', ...asked })).toMatchObject({
    estado: 'al_dia',
    desde: '2026-10-01',
    hasta: '2026-10-31',
  });
});

describe('asking', () => {
  const filas = Array.from({ length: 50 }, (_, i) =>
    unaOperacion(String(100 + i), {
      fecha_venta: {
        fecha: `2026-10-${String(1 + (i % 7)).padStart(2, '0')}`,
        hora: i % 3 === 0 ? null : `1${String(i % 5)}:00:00`,
      },
      importe: (i % 10) * 100,
      fecha_pago: i % 4 === 0 ? null : '2026-10-20',
    }),
  );

  test.each([
    undefined,
    { campo: 'fecha_venta', desc: true },
    { campo: 'importe', desc: false },
    { campo: 'fecha_pago', desc: false },
    { campo: 'fecha_pago', desc: true },
    { campo: 'id', desc: true },
  ])('pages one after another give every row once, in order (%j)', (orden) => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre(filas));
    const consulta = { metodo: 'operaciones', orden } as const;
    const enteras = [...prueba.cache.todas(consulta)].map(({ id }) => id);
    const paginadas: unknown[] = [];
    let despues;
    do {
      const pagina = prueba.cache.pagina(consulta, { limite: 7, despues });
      paginadas.push(...pagina.filas.map(({ id }) => id));
      despues = pagina.siguiente;
    } while (despues !== undefined);
    expect(paginadas).toEqual(enteras);
    expect(new Set(paginadas).size).toBe(50);
  });

  test('a field may have one of several values', () => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre(filas));
    const consulta = { metodo: 'operaciones', filtros: [{ campo: 'importe', valores: [0, 100] }] } as const;
    expect(prueba.cache.contar(consulta)).toBe(10);
    const [suma] = prueba.cache.agrupar(consulta, { por: [], sumas: ['importe', 'arancel'] });
    expect(suma?.sumas).toEqual([500n, 22_220n]);
  });
});
