import { createHash } from 'node:crypto';
import { EXAMPLE, getExampleSandbox } from '#app/demo/example.ts';
import { fc, forAllOf } from '../for-all.ts';
import { expect, test } from 'vitest';
import { addDays, parseDmyDate, parseIsoDate, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { createData } from '#sandbox/index.ts';
import { cuponOfOperacion } from '../../scripts/sample-cupones.ts';
import { openSandbox, centavos, rowOf, rowsOf, ALL, type Row } from './support.ts';

const sumOf = (rows: readonly Row[], field: string): number => rows.reduce((n, row) => n + centavos(row[field]), 0);
const civilDay = (text: string): CivilDate => {
  const date = parseIsoDate(text) ?? parseDmyDate(text);
  if (date === undefined) throw new Error(`Not a date: ${text}`);
  return date;
};
const group = (rows: readonly Row[], field: string) => Map.groupBy(rows, (row) => String(row[field]));

// test/app/checks and test/app/cierre compare totals, taxes, payments and the calendar.
test('what the API answers agrees with itself for any seed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }), async (seed, days) => {
      const today = addDays(civilDay('2026-11-15'), days);
      const { readAll } = await openSandbox({ semilla: seed, hoy: today });
      const operaciones = await readAll('/v1/operaciones', 'operaciones', { ...ALL, reg_pagina: '1000' });
      const page = { ...ALL, reg_pagina: '50', detalle: 'true' };
      const liquidaciones = await readAll('/v1/liquidaciones', 'liquidaciones', page);
      const impuestos = await readAll('/v1/impuestos', 'liquidaciones', page);
      const movimientos = await readAll('/v1/movimientos', 'movimientos', { ...ALL, reg_pagina: '1000' });
      const rechazos = await readAll('/v1/rechazos', 'operaciones', { ...ALL, reg_pagina: '100' });
      const reconciled = await readAll('/v1/liquidaciones/conciliadas', 'liquidaciones', { ...ALL, reg_pagina: '100' });

      expect(operaciones).toHaveLength(1000);
      expect(new Set(operaciones.map((o) => o.id)).size).toBe(1000);
      expect(new Set(liquidaciones.map((l) => l.id)).size).toBe(liquidaciones.length);
      expect(new Set(liquidaciones.map((l) => l.numero)).size).toBe(liquidaciones.length);

      const byLiquidacion = group(operaciones, 'liquidaciones_id');
      for (const l of liquidaciones) {
        const own = byLiquidacion.get(String(l.id)) ?? [];
        expect(centavos(l.descontado_arancel)).toBe(sumOf(own, 'arancel'));
        expect(centavos(l.descontado_cuota)).toBe(sumOf(own, 'costo_fin'));
        expect(own.every((o) => o.nro_liquidacion === l.numero && o.comercio === l.comercio)).toBe(true);
        expect(own.every((o) => o.marca === l.marca && o.tarjeta === l.tarjeta)).toBe(true);
        const { ventas, descuentos } = rowOf(l.detalle);
        expect(sumOf(rowsOf(ventas), 'importe')).toBe(centavos(l.total_facturado));
        expect(sumOf(rowsOf(descuentos), 'importe')).toBe(centavos(l.total_descontado));
        expect(rowsOf(ventas).reduce((n, v) => n + Number(v.transacciones), 0)).toBe(own.length);
      }
      const ids = new Set(liquidaciones.map((l) => l.id));
      expect([...byLiquidacion.keys()].filter((id) => id !== '' && !ids.has(id))).toEqual([]);
      expect(reconciled.map((l) => l.id)).toEqual(
        liquidaciones.filter((l) => byLiquidacion.has(String(l.id))).map((l) => l.id),
      );
      for (const l of reconciled) expect(l.operaciones).toBe(String(byLiquidacion.get(String(l.id))?.length));

      expect(impuestos.map((i) => i.id)).toEqual(liquidaciones.map((l) => l.id));
      for (const [n, { detalle }] of impuestos.entries())
        expect(sumOf(rowsOf(detalle), 'importe')).toBe(centavos(liquidaciones[n]?.descontado_impuesto));

      expect(movimientos.filter((m) => String(m.fecha).slice(0, 10) > today)).toEqual([]);
      const byId = new Map(liquidaciones.map((l) => [l.id, l]));
      const paymentDates = new Map(operaciones.map((o) => [o.liquidaciones_id, o.fecha_pago]));
      const payments = movimientos.filter((m) => m.liquidaciones_id !== '');
      for (const m of payments) {
        const l = byId.get(m.liquidaciones_id);
        const sign = m.debito_credito === 'C' ? 1 : -1;
        expect(centavos(m.importe) * sign).toBe(centavos(l?.total_acreditado));
        expect(m.marca).toBe(l?.marca);
        const pago = paymentDates.get(m.liquidaciones_id);
        if (pago !== undefined) expect(String(m.fecha).slice(0, 10)).toBe(pago);
      }
      expect(new Set(payments.map((m) => m.liquidaciones_id))).toEqual(
        new Set(liquidaciones.filter((l) => l.acreditada === true).map((l) => l.id)),
      );
      const byOperacion = new Map(operaciones.map((o) => [o.id, o]));
      for (const m of movimientos.filter((m) => m.transacciones_id !== '')) {
        expect(byOperacion.get(m.transacciones_id)?.importe).toBeDefined();
        expect(centavos(byOperacion.get(m.transacciones_id)?.importe)).toBe(centavos(m.importe));
      }
      const keys = new Set(
        operaciones.map((o) => `${String(o.autorizacion)}/${String(o.comprobante)}/${String(o.tarjeta_nro)}`),
      );
      for (const r of rechazos) {
        expect(keys.has(`${String(r.autorizacion)}/${String(r.comprobante)}/${String(r.tarjeta_nro)}`)).toBe(true);
      }
    }),
    { numRuns: 3 },
  );
});

test('the operations of a day are the same whatever today is', () => {
  const today = civilDay('2026-11-21');
  const item = createData({ semilla: 5, operaciones: 5000, hoy: today });
  const other = createData({ semilla: 5, operaciones: 5000, hoy: addDays(today, 200) });
  const number = toDayNumber(today) - 30;
  const salesOf = (data: typeof item): string[] =>
    Array.from({ length: data.getDayStart(number + 1) - data.getDayStart(number) }, (_, n) => {
      const i = data.getDayStart(number) + n;
      const { ops } = data;
      return [ops.importe[i], ops.comprobante[i], ops.tarjetaNro[i], ops.paid[i], ops.autorizacion[i]].join('/');
    });
  expect(salesOf(other)).toEqual(salesOf(item));
  expect(salesOf(item).length).toBeGreaterThan(5);
});

test('the data set has exactly as many operations as were asked for', () => {
  forAllOf(10, fc.integer({ min: 1000, max: 20_000 }), fc.integer({ min: 0, max: 2000 }), (operaciones, days) => {
    const data = createData({ semilla: 1, operaciones, hoy: addDays(civilDay('2026-01-01'), days) });
    expect(data.fixed).toBe(operaciones);
  });
});

test('the operations of a seed never change: the sample workbook was made from these', () => {
  const data = createData(EXAMPLE.sandbox);
  const fingerprint = createHash('sha256');
  for (let i = 0; i < data.fixed; i++) fingerprint.update(JSON.stringify(cuponOfOperacion(data, i)));
  expect(fingerprint.digest('hex').slice(0, 16)).toBe('decd2044292c6cd3');
});

test('the example is of today, and has what its workbook was made from, for a year and more', () => {
  const cupones = (today: string): readonly string[] => {
    const data = createData(getExampleSandbox(Date.parse(`${today}T15:00:00Z`)));
    const [from, end] = [toDayNumber(civilDay('2026-10-01')), toDayNumber(civilDay('2026-11-15')) + 1];
    const [first, last] = [data.getDayStart(from), data.getDayStart(end)];
    return Array.from({ length: last - first }, (_, i) => JSON.stringify(cuponOfOperacion(data, first + i)));
  };
  const ledgerCupones = cupones('2026-11-21');
  expect(ledgerCupones.length).toBeGreaterThan(300);
  for (const today of ['2020-01-01', '2027-02-28', '2027-12-16', '2029-07-01'])
    expect(cupones(today)).toEqual(ledgerCupones);
  expect(getExampleSandbox(Date.parse('2027-03-01T15:00:00Z')).hoy).toBe('2027-03-01');
});
