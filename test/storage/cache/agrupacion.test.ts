import { describe, expect, test } from 'vitest';
import type { FilaServicio } from '#storage/cache/index.ts';
import { AHORA, dia, unaCache, unaLiquidacion, unaOperacion, unMovimiento, type CacheDePrueba } from './apoyo.ts';

const TODO = { desde: dia('2026-01-01'), hasta: dia('2026-12-31'), estado: 'completa', contratado: true } as const;

function conOperaciones(filas: readonly (readonly [id: string, cambios: FilaServicio])[]): CacheDePrueba {
  const prueba = unaCache();
  prueba.cache.escribir({
    metodo: 'operaciones',
    campo: 'fecha_venta',
    leido: AHORA,
    filas: filas.map(([id, cambios]) => unaOperacion(id, cambios)),
    ...TODO,
  });
  return prueba;
}
const venta = (fecha: string) => ({ fecha_venta: { fecha, hora: null } });

describe('groups', () => {
  test('add up by day, month and text, in order, whatever was withdrawn left out', () => {
    using prueba = conOperaciones([
      ['1', { ...venta('2026-10-05'), tarjeta: 'B', importe: 100 }],
      ['2', { ...venta('2026-10-05'), tarjeta: 'A', importe: 20 }],
      ['3', { ...venta('2026-11-01'), tarjeta: 'A', importe: -3 }],
    ]);
    const dias = prueba.cache.agrupar(
      { metodo: 'operaciones' },
      { por: [{ campo: 'fecha_venta' }], sumas: ['importe', 'arancel'] },
    );
    expect(dias.map(({ claves, n, sumas }) => [claves[0], n, sumas[0]])).toEqual([
      ['2026-10-05', 2, 120n],
      ['2026-11-01', 1, -3n],
    ]);
    const meses = prueba.cache.agrupar(
      { metodo: 'operaciones', desde: dia('2026-10-01') },
      { por: [{ campo: 'tarjeta' }, { campo: 'fecha_venta', mes: true }], sumas: ['importe'] },
    );
    expect(meses.map(({ claves, sumas }) => [...claves, sumas[0]])).toEqual([
      ['A', '2026-10', 20n],
      ['A', '2026-11', -3n],
      ['B', '2026-10', 100n],
    ]);
  });

  test('without groups there is one sum of all, also of nothing', () => {
    using prueba = conOperaciones([]);
    expect(prueba.cache.agrupar({ metodo: 'operaciones' }, { por: [], sumas: ['importe'] })).toEqual([
      { claves: [], n: 0, sumas: [0n], faltan: [0] },
    ]);
  });

  test('sums pass 2^53', () => {
    const mucho = Number.MAX_SAFE_INTEGER;
    using prueba = conOperaciones([
      ['1', { importe: mucho }],
      ['2', { importe: mucho }],
    ]);
    const [grupo] = prueba.cache.agrupar({ metodo: 'operaciones' }, { por: [], sumas: ['importe'] });
    expect(grupo?.sumas).toEqual([2n * BigInt(mucho)]);
  });

  test('a field that the view does not have is a bug', () => {
    using prueba = conOperaciones([]);
    expect(() => prueba.cache.agrupar({ metodo: 'operaciones' }, { por: [{ campo: 'inventado' }], sumas: [] })).toThrow(
      'operaciones has no inventado',
    );
  });
});

describe('settlements beside their operations', () => {
  test('each has the sum of its own and the day it is paid', () => {
    using prueba = conOperaciones([
      ['1', { importe: 700, liquidaciones_id: '90', fecha_pago: '2026-10-20' }],
      ['2', { importe: 300, liquidaciones_id: '90', fecha_pago: '2026-10-20' }],
      ['3', { importe: 55, liquidaciones_id: '91', fecha_pago: '2026-10-21' }],
    ]);
    prueba.cache.escribir({
      metodo: 'liquidaciones',
      campo: 'fecha',
      leido: AHORA,
      filas: [
        unaLiquidacion('90', { facturado_credito: 1000, total_facturado: 1000, total_acreditado: 1000 }),
        unaLiquidacion('92', { total_facturado: 5, total_acreditado: 5 }),
      ],
      ...TODO,
    });
    const cotejos = prueba.cache.cotejar(dia('2026-10-01'), dia('2026-10-31'));
    expect(cotejos).toMatchObject([
      { id: '90', importe: 1000n, operaciones: 2, pago: '2026-10-20', facturado_partes: 1000n, conocidas: null },
      { id: '92', importe: null, operaciones: 0, pago: null, facturado_partes: 0n },
    ]);
    expect(prueba.cache.cotejar(dia('2026-11-01'), dia('2026-11-30'))).toEqual([]);
  });
});

test('rows that do not say an amount are counted apart from its sum', () => {
  using prueba = unaCache();
  const filas = [
    unaLiquidacion('1', { total_acreditado: 500 }),
    unaLiquidacion('2', { total_acreditado: null, facturado_otro: null, facturado_debito: 7 }),
  ];
  prueba.cache.escribir({ metodo: 'liquidaciones', campo: 'fecha', leido: AHORA, filas, ...TODO });
  const campos = ['total_acreditado', 'facturado_debito'];
  expect(prueba.cache.agrupar({ metodo: 'liquidaciones' }, { por: [], sumas: campos })).toEqual([
    { claves: [], n: 2, sumas: [500n, 7n], faltan: [1, 0] },
  ]);
  expect(prueba.cache.cotejar(dia('2026-10-01'), dia('2026-10-31'))).toMatchObject([
    { total_acreditado: 500n, facturado_faltan: 0 },
    { total_acreditado: null, facturado_partes: 7n, facturado_faltan: 1 },
  ]);
});

describe('bank movements', () => {
  const conMovimientos = (): CacheDePrueba => {
    const prueba = unaCache();
    const filas = [
      unMovimiento('1', { importe: 10_000 }),
      unMovimiento('2', { importe: -2_500 }), // a credit taken back
      unMovimiento('3', { importe: 3_000, debito_credito: 'D' }),
      unMovimiento('4', { importe: -400, debito_credito: 'D' }), // a bank that writes the sign besides
      unMovimiento('5', { importe: 77, debito_credito: 'X' }),
      unMovimiento('6', { importe: 88, debito_credito: null }),
    ];
    prueba.cache.escribir({ metodo: 'movimientos', campo: 'fecha', leido: AHORA, filas, ...TODO });
    return prueba;
  };

  test('have one amount with its sign: a credit as it came, a debit always less, another letter not known', () => {
    using prueba = conMovimientos();
    const filas = [...prueba.cache.todas({ metodo: 'movimientos', orden: { campo: 'id', desc: false } })];
    expect(filas.map((fila) => [fila['importe'], fila['importe_neto']])).toEqual([
      [10_000, 10_000],
      [-2_500, -2_500],
      [3_000, -3_000],
      [-400, -400],
      [77, null],
      [88, null],
    ]);
  });

  test('add up to what came in less what left, with both beside and those of no known sign counted apart', () => {
    using prueba = conMovimientos();
    const sumas = ['importe_neto', 'creditos', 'debitos'];
    expect(prueba.cache.agrupar({ metodo: 'movimientos' }, { por: [], sumas })).toEqual([
      { claves: [], n: 6, sumas: [4_100n, 7_500n, -3_400n], faltan: [2, 0, 0] },
    ]);
  });

  test('are ordered and filtered by it', () => {
    using prueba = conMovimientos();
    const ids = (consulta: Omit<Parameters<typeof prueba.cache.todas>[0], 'metodo'>): unknown[] =>
      [...prueba.cache.todas({ metodo: 'movimientos', ...consulta })].map(({ id }) => id);
    expect(ids({ orden: { campo: 'importe_neto', desc: true } })).toEqual(['1', '4', '2', '3', '6', '5']);
    expect(ids({ filtros: [{ campo: 'importe_neto', op: 'menor', valores: [0] }] })).toEqual(['2', '3', '4']);
  });
});

describe('what is to be credited', () => {
  test('settlements count with what they will pay, other operations with what is left of the sale', () => {
    const suelta = { liquidaciones_id: null, arancel: 10, costo_fin: 5 };
    using prueba = conOperaciones([
      ['1', { importe: 700, liquidaciones_id: '90', fecha_pago: '2026-12-01' }],
      ['2', { importe: 300, liquidaciones_id: '90', fecha_pago: '2026-12-01' }],
      ['3', { importe: 100, fecha_pago: '2026-12-01', ...suelta }],
      ['4', { importe: 200, fecha_pago: '2026-12-03', ...suelta }],
      ['5', { importe: 999, fecha_pago: '2026-11-20', ...suelta }],
    ]);
    prueba.cache.escribir({
      metodo: 'liquidaciones',
      campo: 'fecha',
      leido: AHORA,
      filas: [unaLiquidacion('90', { total_facturado: 1000, total_acreditado: 940 })],
      ...TODO,
    });
    expect(prueba.cache.porAcreditar(dia('2026-11-21'))).toEqual([
      { fecha: '2026-12-01', liquidaciones: 1, operaciones: 3, liquidado: 940n, estimado: 85n },
      { fecha: '2026-12-03', liquidaciones: 0, operaciones: 1, liquidado: 0n, estimado: 185n },
    ]);
  });

  test('a settlement that does not say what it pays is estimated from its operations', () => {
    using prueba = conOperaciones([
      ['1', { importe: 700, arancel: 50, liquidaciones_id: '90', fecha_pago: '2026-12-01' }],
    ]);
    const filas = [unaLiquidacion('90', { total_facturado: 700, total_acreditado: null })];
    prueba.cache.escribir({ metodo: 'liquidaciones', campo: 'fecha', leido: AHORA, filas, ...TODO });
    expect(prueba.cache.porAcreditar(dia('2026-11-21'))).toEqual([
      { fecha: '2026-12-01', liquidaciones: 1, operaciones: 1, liquidado: 0n, estimado: 650n },
    ]);
  });
});
