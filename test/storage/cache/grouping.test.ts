import { describe, expect, test } from 'vitest';
import type { ServiceRow } from '#storage/cache/index.ts';
import { NOW, createTestCache, aLiquidacion, anOperacion, aMovimiento, type TestCache } from './support.ts';
import { civilDay } from '../../domain/civil-day.ts';

const ALL = {
  desde: civilDay('2026-01-01'),
  hasta: civilDay('2026-12-31'),
  estado: 'completa',
  contratado: true,
} as const;

function withOperaciones(rows: readonly (readonly [id: string, cambios: ServiceRow])[]): TestCache {
  const test = createTestCache();
  const filas = rows.map(([id, changes]) => anOperacion(id, changes));
  test.cache.write({ metodo: 'operaciones', campo: 'fecha_venta', leido: NOW, filas, ...ALL });
  return test;
}
const writeLiquidaciones = ({ cache }: TestCache, ...filas: readonly ReturnType<typeof aLiquidacion>[]) =>
  cache.write({ metodo: 'liquidaciones', campo: 'fecha', leido: NOW, filas, ...ALL });
const saleOf = (date: string) => ({ fecha_venta: { fecha: date, hora: null } });

describe('groups', () => {
  test('add up by day, month and text, in order, whatever was withdrawn left out', () => {
    using test = withOperaciones([
      ['1', { ...saleOf('2026-10-05'), tarjeta: 'B', importe: 100 }],
      ['2', { ...saleOf('2026-10-05'), tarjeta: 'A', importe: 20 }],
      ['3', { ...saleOf('2026-11-01'), tarjeta: 'A', importe: -3 }],
    ]);
    const days = test.cache.group(
      { metodo: 'operaciones' },
      { por: [{ campo: 'fecha_venta' }], sumas: ['importe', 'arancel'] },
    );
    expect(days.map(({ keys, n, sumas: sums }) => [keys[0], n, sums[0]])).toEqual([
      ['2026-10-05', 2, 120n],
      ['2026-11-01', 1, -3n],
    ]);
    const months = test.cache.group(
      { metodo: 'operaciones', desde: civilDay('2026-10-01') },
      { por: [{ campo: 'tarjeta' }, { campo: 'fecha_venta', mes: true }], sumas: ['importe'] },
    );
    expect(months.map(({ keys, sumas: sums }) => [...keys, sums[0]])).toEqual([
      ['A', '2026-10', 20n],
      ['A', '2026-11', -3n],
      ['B', '2026-10', 100n],
    ]);
  });

  test('without groups there is one sum of all, also of nothing', () => {
    using test = withOperaciones([]);
    expect(test.cache.group({ metodo: 'operaciones' }, { por: [], sumas: ['importe'] })).toEqual([
      { keys: [], n: 0, sumas: [0n], faltan: [0] },
    ]);
  });

  test('sums pass 2^53', () => {
    const tooMuch = Number.MAX_SAFE_INTEGER;
    using test = withOperaciones([
      ['1', { importe: tooMuch }],
      ['2', { importe: tooMuch }],
    ]);
    const [group] = test.cache.group({ metodo: 'operaciones' }, { por: [], sumas: ['importe'] });
    expect(group?.sumas).toEqual([2n * BigInt(tooMuch)]);
  });
});

test('each settlement beside its operations has the sum of its own and the day it is paid', () => {
  using test = withOperaciones([
    ['1', { importe: 700, liquidaciones_id: '90', fecha_pago: '2026-10-20' }],
    ['2', { importe: 300, liquidaciones_id: '90', fecha_pago: '2026-10-20' }],
    ['3', { importe: 55, liquidaciones_id: '91', fecha_pago: '2026-10-21' }],
  ]);
  writeLiquidaciones(
    test,
    aLiquidacion('90', { facturado_credito: 1000, total_facturado: 1000, total_acreditado: 1000 }),
    aLiquidacion('92', { total_facturado: 5, total_acreditado: 5 }),
  );
  const crossChecks = test.cache.crossCheck(civilDay('2026-10-01'), civilDay('2026-10-31'));
  expect(crossChecks).toMatchObject([
    { id: '90', importe: 1000n, operaciones: 2, pago: '2026-10-20', facturado_partes: 1000n, conocidas: null },
    { id: '92', importe: null, operaciones: 0, pago: null, facturado_partes: 0n },
  ]);
  expect(test.cache.crossCheck(civilDay('2026-11-01'), civilDay('2026-11-30'))).toEqual([]);
});

test('rows that do not say an amount are counted apart from its sum', () => {
  using test = createTestCache();
  writeLiquidaciones(
    test,
    aLiquidacion('1', { total_acreditado: 500 }),
    aLiquidacion('2', { total_acreditado: null, facturado_otro: null, facturado_debito: 7 }),
  );
  const fields = ['total_acreditado', 'facturado_debito'];
  expect(test.cache.group({ metodo: 'liquidaciones' }, { por: [], sumas: fields })).toEqual([
    { keys: [], n: 2, sumas: [500n, 7n], faltan: [1, 0] },
  ]);
  expect(test.cache.crossCheck(civilDay('2026-10-01'), civilDay('2026-10-31'))).toMatchObject([
    { total_acreditado: 500n, facturado_faltan: 0 },
    { total_acreditado: null, facturado_partes: 7n, facturado_faltan: 1 },
  ]);
});

describe('bank movements', () => {
  const withMovimientos = (): TestCache => {
    const test = createTestCache();
    const rows = [
      aMovimiento('1', { importe: 10_000 }),
      aMovimiento('2', { importe: -2_500 }), // a credit taken back
      aMovimiento('3', { importe: 3_000, debito_credito: 'D' }),
      aMovimiento('4', { importe: -400, debito_credito: 'D' }), // a bank that also writes the sign
      aMovimiento('5', { importe: 77, debito_credito: 'X' }),
      aMovimiento('6', { importe: 88, debito_credito: null }),
    ];
    test.cache.write({ metodo: 'movimientos', campo: 'fecha', leido: NOW, filas: rows, ...ALL });
    return test;
  };

  test('have one amount with its sign: a credit as it came, a debit always less, another letter not known', () => {
    using test = withMovimientos();
    const rows = [...test.cache.readAll({ metodo: 'movimientos', orden: { campo: 'id', desc: false } })];
    expect(rows.map((row) => [row['importe'], row['importe_neto']])).toEqual([
      [10_000, 10_000],
      [-2_500, -2_500],
      [3_000, -3_000],
      [-400, -400],
      [77, null],
      [88, null],
    ]);
  });

  test('add up to what came in less what left, with both beside and those of no known sign counted apart', () => {
    using test = withMovimientos();
    const sums = ['importe_neto', 'creditos', 'debitos'];
    expect(test.cache.group({ metodo: 'movimientos' }, { por: [], sumas: sums })).toEqual([
      { keys: [], n: 6, sumas: [4_100n, 7_500n, -3_400n], faltan: [2, 0, 0] },
    ]);
  });

  test('are ordered and filtered by it', () => {
    using test = withMovimientos();
    const ids = (query: Omit<Parameters<typeof test.cache.readAll>[0], 'metodo'>): unknown[] =>
      [...test.cache.readAll({ metodo: 'movimientos', ...query })].map(({ id }) => id);
    expect(ids({ orden: { campo: 'importe_neto', desc: true } })).toEqual(['1', '4', '2', '3', '6', '5']);
    expect(ids({ filtros: [{ campo: 'importe_neto', op: 'menor', valores: [0] }] })).toEqual(['2', '3', '4']);
  });
});

describe('what is to be credited', () => {
  test('settlements count with what they will pay, other operations with what is left of the sale', () => {
    const loose = { liquidaciones_id: null, arancel: 10, costo_fin: 5 };
    using test = withOperaciones([
      ['1', { importe: 700, liquidaciones_id: '90', fecha_pago: '2026-12-01' }],
      ['2', { importe: 300, liquidaciones_id: '90', fecha_pago: '2026-12-01' }],
      ['3', { importe: 100, fecha_pago: '2026-12-01', ...loose }],
      ['4', { importe: 200, fecha_pago: '2026-12-03', ...loose }],
      ['5', { importe: 999, fecha_pago: '2026-11-20', ...loose }],
    ]);
    writeLiquidaciones(test, aLiquidacion('90', { total_facturado: 1000, total_acreditado: 940 }));
    expect(test.cache.getUpcomingCredits(civilDay('2026-11-21'))).toEqual([
      { fecha: '2026-12-01', liquidaciones: 1, operaciones: 3, ventas: 1100n, liquidado: 940n, estimado: 85n },
      { fecha: '2026-12-03', liquidaciones: 0, operaciones: 1, ventas: 200n, liquidado: 0n, estimado: 185n },
    ]);
  });

  test('a settlement that does not say what it pays is estimated from its operations', () => {
    using test = withOperaciones([
      ['1', { importe: 700, arancel: 50, liquidaciones_id: '90', fecha_pago: '2026-12-01' }],
    ]);
    writeLiquidaciones(test, aLiquidacion('90', { total_facturado: 700, total_acreditado: null }));
    expect(test.cache.getUpcomingCredits(civilDay('2026-11-21'))).toEqual([
      { fecha: '2026-12-01', liquidaciones: 1, operaciones: 1, ventas: 700n, liquidado: 0n, estimado: 650n },
    ]);
  });
});
