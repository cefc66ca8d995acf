import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { toCoverageDocument } from '#app/coverage/coverage.ts';
import { describeCoverage } from '#app/browse/titles.ts';
import type { WritableCache } from '#storage/cache/index.ts';
import { NOW, HOUR, octoberRows, createTestCache, anOperacion } from './support.ts';
import { civilDay } from '../../domain/civil-day.ts';

const PROBLEMS = [{ campo: 'importe', forma: 'importe_sin_miles' }] as const;

const ids = (cache: WritableCache, withdrawn = false): unknown[] =>
  [...cache.readAll({ metodo: 'operaciones', retiradas: withdrawn })].map(({ id }) => id);

function withOctober(...given: readonly string[]) {
  const made = createTestCache();
  made.cache.write(octoberRows(given.map((id) => anOperacion(id))));
  return made;
}

describe('writing a period', () => {
  test('rows that come again the same are not written', () => {
    using test = createTestCache();
    const rows = [anOperacion('1'), anOperacion('2')];
    expect(test.cache.write(octoberRows(rows))).toMatchObject({ nuevos: 2, iguales: 0 });
    const db = new Database(test.ruta);
    db.exec("CREATE TRIGGER nada BEFORE UPDATE ON operaciones BEGIN SELECT RAISE(ABORT, 'written'); END");
    db.close();
    expect(test.cache.write(octoberRows(rows))).toMatchObject({ nuevos: 0, cambiados: 0, iguales: 2 });
  });

  test('a changed row takes the place of the old one', () => {
    using test = withOctober('1');
    const written = test.cache.write(octoberRows([anOperacion('1', { acreditada: true })]));
    expect(written).toMatchObject({ nuevos: 0, cambiados: 1 });
    expect([...test.cache.readAll({ metodo: 'operaciones' })][0]).toMatchObject({ acreditada: 1 });
  });

  test('a row whose date moved to another month is not doubled', () => {
    using test = withOctober('1');
    const moved = anOperacion('1', { fecha_venta: { fecha: '2026-11-02', hora: '10:00:00' } });
    const november = { desde: civilDay('2026-11-01'), hasta: civilDay('2026-11-30') };
    expect(test.cache.write(octoberRows([moved], november))).toMatchObject({ cambiados: 1 });
    expect(test.cache.count({ metodo: 'operaciones' })).toBe(1);
  });

  test('a row is given up only after two whole readings an hour apart lack it', () => {
    using test = withOctober('1', '2');
    const without = [anOperacion('1')];
    expect(test.cache.write(octoberRows(without, { leido: NOW + 1 }))).toMatchObject({ bajas: 0 });
    expect(test.cache.write(octoberRows(without, { leido: NOW + HOUR }))).toMatchObject({ bajas: 0 });
    expect(test.cache.write(octoberRows(without, { leido: NOW + HOUR + 1 }))).toMatchObject({ bajas: 1 });
    expect(ids(test.cache)).toEqual(['1']);
    expect(ids(test.cache, true)).toEqual(['1', '2']);
  });

  test('a row is in doubt, listed and counted, from the first complete reading that lacks it', () => {
    using test = withOctober('1', '2');
    test.cache.write(octoberRows([anOperacion('1')], { leido: NOW + 1 }));
    const countDoubts = () =>
      [...test.cache.readAll({ metodo: 'operaciones', retiradas: true })].map(({ id, en_duda, retirada }) => [
        id,
        en_duda,
        retirada,
      ]);
    const countInDoubt = (from: string) =>
      test.cache.count({ metodo: 'operaciones', desde: civilDay(from), enDuda: true });
    expect(countDoubts()).toEqual([
      ['1', null, null],
      ['2', NOW + 1, null],
    ]);
    expect([countInDoubt('2026-10-01'), countInDoubt('2026-10-06')]).toEqual([1, 0]);
    // The time of the first reading that missed the row stays.
    test.cache.write(octoberRows([anOperacion('1')], { leido: NOW + 2 }));
    expect(countDoubts()[1]).toEqual(['2', NOW + 1, null]);
    test.cache.write(octoberRows([anOperacion('1')], { leido: NOW + HOUR + 1 }));
    expect(countDoubts()[1]).toEqual(['2', null, NOW + HOUR + 1]);
    expect(countInDoubt('2026-10-01')).toBe(0);
  });

  test('a reading by another date gives up nothing: the date of the row may have moved', () => {
    using test = createTestCache();
    const [paid, other] = [anOperacion('1'), anOperacion('2')];
    test.cache.write(octoberRows([paid, other]));
    const byPayment = { campo: 'fecha_pago', desde: civilDay('2026-10-10') };
    for (const reading of [NOW + 1, NOW + 2 * HOUR, NOW + 4 * HOUR])
      expect(test.cache.write(octoberRows([other], { ...byPayment, leido: reading }))).toMatchObject({ bajas: 0 });
    expect(ids(test.cache)).toEqual(['1', '2']);
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(1);
    const moved = anOperacion('1', { fecha_pago: '2026-10-06' });
    test.cache.write(octoberRows([moved, other], { leido: NOW + 6 * HOUR }));
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(0);
  });

  test('a reading by another date is none of the two that give a row up', () => {
    using test = withOctober('1', '2');
    const lacking = [anOperacion('1')];
    const byPayment = { campo: 'fecha_pago', desde: civilDay('2026-10-10') };
    test.cache.write(octoberRows(lacking, { ...byPayment, leido: NOW + 1 }));
    expect(test.cache.write(octoberRows(lacking, { leido: NOW + 2 * HOUR }))).toMatchObject({ bajas: 0 });
    test.cache.write(octoberRows(lacking, { ...byPayment, leido: NOW + 4 * HOUR }));
    expect(ids(test.cache)).toEqual(['1', '2']);
    expect(test.cache.write(octoberRows(lacking, { leido: NOW + 4 * HOUR }))).toMatchObject({ bajas: 1 });
    expect(ids(test.cache)).toEqual(['1']);
  });

  test('a row that comes again is in doubt no more, under another name too', () => {
    using test = withOctober('1', '2');
    test.cache.write(octoberRows([anOperacion('1')], { leido: NOW + 1 }));
    const other = { id: '146', fila: { ...anOperacion('2').fila, id: '146' } };
    test.cache.write(octoberRows([anOperacion('1'), other], { leido: NOW + 2 }));
    expect(ids(test.cache)).toEqual(['1', '146']);
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(0);
    const db = new Database(test.ruta, { readonly: true });
    expect(db.prepare('SELECT count(*) FROM ausencia').pluck().get()).toBe(0);
    db.close();
  });

  test('a row that was given up and comes again is back', () => {
    using test = createTestCache();
    const two = [anOperacion('1'), anOperacion('2')];
    test.cache.write(octoberRows(two));
    for (const reading of [NOW, NOW + HOUR]) test.cache.write(octoberRows([anOperacion('1')], { leido: reading }));
    expect(ids(test.cache)).toEqual(['1']);
    test.cache.write(octoberRows(two, { leido: NOW + 2 * HOUR }));
    expect(ids(test.cache)).toEqual(['1', '2']);
  });

  test('too many rows vanishing at once are held, in doubt', () => {
    using test = createTestCache();
    const all = Array.from({ length: 100 }, (_, i) => anOperacion(String(i + 1)));
    test.cache.write(octoberRows(all));
    for (const reading of [NOW, NOW + 2 * HOUR]) {
      expect(test.cache.write(octoberRows(all.slice(21), { leido: reading }))).toMatchObject({
        bajas: 0,
        retenidas: 21,
      });
    }
    expect(test.cache.count({ metodo: 'operaciones' })).toBe(100);
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(21);
    expect(test.cache.readStretches('operaciones', 'fecha_venta')).toMatchObject([{ estado: 'inestable' }]);
    test.cache.write(octoberRows(all, { leido: NOW + 4 * HOUR }));
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(0);
  });

  test('an absence while many rows were missing is none of the two that give a row up', () => {
    using test = createTestCache();
    const all = Array.from({ length: 100 }, (_, i) => anOperacion(String(i + 1)));
    test.cache.write(octoberRows(all));
    test.cache.write(octoberRows(all.slice(21), { leido: NOW }));
    const lacking = all.slice(1);
    expect(test.cache.write(octoberRows(lacking, { leido: NOW + 2 * HOUR }))).toMatchObject({ bajas: 0, retenidas: 0 });
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(1);
    expect(test.cache.write(octoberRows(lacking, { leido: NOW + 3 * HOUR }))).toMatchObject({ bajas: 1 });
  });

  test.each([
    ['unstable', { estado: 'inestable' }],
    ['of a service that is not contracted', { contratado: false }],
  ] as const)('a reading that is %s gives up nothing', (_name, changes) => {
    using test = withOctober('1');
    for (const reading of [NOW, NOW + 2 * HOUR]) test.cache.write(octoberRows([], { ...changes, leido: reading }));
    expect(ids(test.cache)).toEqual(['1']);
  });

  test('a reading whose rows were set aside without saying which ones gives up nothing, and is complete', () => {
    using test = withOctober('1', '2');
    for (const reading of [NOW, NOW + 2 * HOUR])
      test.cache.write(octoberRows([anOperacion('1')], { leido: reading, hasNameless: true }));
    expect(ids(test.cache)).toEqual(['1', '2']);
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(0);
    expect(test.cache.readStretches('operaciones', 'fecha_venta')).toMatchObject([{ estado: 'completa' }]);
  });

  test('records that come back under other ids keep their row', () => {
    using test = createTestCache();
    const twins = { comprobante: '00000007', importe: 500 };
    const before = [anOperacion('2'), anOperacion('10', twins), anOperacion('9', twins)];
    test.cache.write(octoberRows(before));
    const after = before.map(({ id, fila }) => {
      const other = String(Number(id) * 73);
      return { id: other, fila: { ...fila, id: other } };
    });
    const written = test.cache.write(octoberRows(after));
    expect(written).toMatchObject({ nuevos: 0, bajas: 0, iguales: 3 });
    expect(ids(test.cache)).toEqual(['146', '730', '657']);
  });

  const setAsideAt = (cache: WritableCache, moment: number, raw = '{"id":"2","importe":"x"}') =>
    cache.setAside({ metodo: 'operaciones', crudo: raw, problemas: PROBLEMS, cuando: moment });

  test('a row that a reading sets aside counts as present', () => {
    using test = withOctober('1', '2');
    for (const reading of [NOW, NOW + 2 * HOUR]) {
      setAsideAt(test.cache, reading + 1);
      test.cache.write(octoberRows([anOperacion('1')], { leido: reading }));
    }
    expect(ids(test.cache)).toEqual(['1', '2']);
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(0);
    expect(test.cache.listQuarantined('operaciones', 10)).toHaveLength(1);
    test.cache.write(octoberRows([anOperacion('2')]));
    expect(test.cache.listQuarantined('operaciones', 10)).toHaveLength(0);
  });

  test('a row that an earlier reading set aside is missed like any other', () => {
    using test = withOctober('1', '2');
    setAsideAt(test.cache, NOW + 1);
    test.cache.write(octoberRows([anOperacion('1')], { leido: NOW }));
    test.cache.write(octoberRows([anOperacion('1')], { leido: NOW + HOUR }));
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(1);
    expect(test.cache.write(octoberRows([anOperacion('1')], { leido: NOW + 2 * HOUR }))).toMatchObject({ bajas: 1 });
    expect(ids(test.cache)).toEqual(['1']);
  });

  test('a row that was set aside in several forms counts by the last of them', () => {
    using test = withOctober('1', '2');
    setAsideAt(test.cache, NOW, '{"id":"2","importe":"y"}');
    setAsideAt(test.cache, NOW - HOUR);
    test.cache.write(octoberRows([anOperacion('1')], { leido: NOW }));
    expect(test.cache.count({ metodo: 'operaciones', enDuda: true })).toBe(0);
  });
});

describe('the quarantine', () => {
  test('keeps no whole card number', () => {
    using test = createTestCache();
    const raw = '{"id":"1","nota":"4507 9900 0000 0792","otra":"4507990000000792"}';
    test.cache.setAside({ metodo: 'operaciones', crudo: raw, problemas: PROBLEMS, cuando: NOW });
    const [row] = test.cache.listQuarantined('operaciones', 10);
    expect(row?.crudo).not.toMatch(/9900/);
    expect(row?.crudo).toContain('450799');
  });
});

describe('days of which nothing was understood', () => {
  const setAsideRow = (last: number) => ({
    metodo: 'operaciones' as const,
    crudo: '{"id":"9"}',
    problemas: PROBLEMS,
    cuando: last,
    ventana: { desde: civilDay('2026-10-05'), hasta: civilDay('2026-10-05') },
  });
  const between = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31'), leido: NOW };

  test('are told, until one row of them is', () => {
    using test = createTestCache();
    test.cache.setAside(setAsideRow(NOW));
    expect(test.cache.hasNotUnderstood('operaciones', between)).toBe(true);
    expect(test.cache.hasNotUnderstood('operaciones', { ...between, desde: civilDay('2026-10-06') })).toBe(false);
    test.cache.write(octoberRows([anOperacion('1')]));
    expect(test.cache.hasNotUnderstood('operaciones', between)).toBe(false);
  });

  test('are those by which its rows came last, for each date by which they are read', () => {
    using test = createTestCache();
    test.cache.setAside(setAsideRow(NOW));
    const paid = { desde: civilDay('2026-11-02'), hasta: civilDay('2026-11-02') };
    test.cache.setAside({ ...setAsideRow(NOW + HOUR), ventana: paid });
    expect(test.cache.hasNotUnderstood('operaciones', between)).toBe(true);
    expect(test.cache.hasNotUnderstood('operaciones', { ...between, leido: NOW + HOUR })).toBe(false);
    expect(test.cache.hasNotUnderstood('operaciones', { ...paid, leido: NOW + HOUR })).toBe(true);
    expect(test.cache.countSetAsideIn('operaciones', { leido: NOW })).toBe(1);
    expect(test.cache.countSetAsideIn('operaciones', { ...between, leido: NOW + HOUR })).toBe(0);
    test.cache.setAside(setAsideRow(NOW + 2 * HOUR));
    expect(test.cache.hasNotUnderstood('operaciones', { ...between, leido: NOW + 2 * HOUR })).toBe(true);
  });
});

test('days of which some rows were not understood say how many, though others are there', () => {
  using test = createTestCache();
  const window = { desde: civilDay('2026-10-05'), hasta: civilDay('2026-10-05') };
  for (const raw of ['{"id":"8"}', '{"id":"9"}'])
    test.cache.setAside({ metodo: 'operaciones', crudo: raw, problemas: PROBLEMS, cuando: NOW, ventana: window });
  test.cache.write(octoberRows([anOperacion('1')]));
  const wholeOctober = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };
  expect(test.cache.countSetAsideIn('operaciones', { ...wholeOctober, leido: NOW })).toBe(2);
  expect(test.cache.countSetAsideIn('operaciones', { desde: civilDay('2026-10-06'), leido: NOW })).toBe(0);
  expect(test.cache.countSetAsideIn('liquidaciones', { ...wholeOctober, leido: NOW })).toBe(0);
  const coverage = toCoverageDocument(test.cache, { metodo: 'operaciones', ...wholeOctober, ahora: NOW });
  expect(coverage).toMatchObject({ apartadas: 2 });
  expect(describeCoverage(coverage)).toMatch(/· 2 filas apartadas sin entender$/);
});

describe('coverage', () => {
  test('a later reading takes the place of the days it covers', () => {
    using test = createTestCache();
    test.cache.write(octoberRows([]));
    test.cache.write(
      octoberRows([], {
        desde: civilDay('2026-10-10'),
        hasta: civilDay('2026-10-12'),
        leido: NOW + 5,
        estado: 'inestable',
      }),
    );
    expect(test.cache.readStretches('operaciones', 'fecha_venta')).toMatchObject([
      { desde: '2026-10-01', hasta: '2026-10-09', estado: 'completa', leido: NOW },
      { desde: '2026-10-10', hasta: '2026-10-12', estado: 'inestable', leido: NOW + 5 },
      { desde: '2026-10-13', hasta: '2026-10-31', estado: 'completa' },
    ]);
  });
});

describe('asking', () => {
  const rows = Array.from({ length: 50 }, (_, i) =>
    anOperacion(String(100 + i), {
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
    { campo: 'importe', desc: false },
    { campo: 'fecha_pago', desc: true },
    { campo: 'id', desc: true },
  ])('the first rows are the beginning of all of them, each once (%j)', (order) => {
    using test = createTestCache();
    test.cache.write(octoberRows(rows));
    const query = { metodo: 'operaciones', orden: order } as const;
    const wholeRows = [...test.cache.readAll(query)].map(({ id }) => id);
    expect([...test.cache.readAll(query, 7)].map(({ id }) => id)).toEqual(wholeRows.slice(0, 7));
    expect(new Set(wholeRows).size).toBe(50);
  });

  test('a field may have one of several values', () => {
    using test = createTestCache();
    test.cache.write(octoberRows(rows));
    const query = { metodo: 'operaciones', filtros: [{ campo: 'importe', valores: [0, 100] }] } as const;
    expect(test.cache.count(query)).toBe(10);
    const [sum] = test.cache.group(query, { por: [], sumas: ['importe', 'arancel'] });
    expect(sum?.sumas).toEqual([500n, 22_220n]);
  });
});
