import { fc, forAll } from '../../for-all.ts';
import { expect, test } from 'vitest';
import {
  createCandidateFinder,
  CANDIDATE_KEY_NAMES,
  CANDIDATE_KEYS,
  type CandidateKey,
  createOperacionIndex,
} from '#domain/matching/candidates.ts';
import { fromDayNumber, toDayNumber } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { toCentavos } from '#domain/money.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { aCupon, anOperacion, codesOf, pesos, tableOf } from './builders.ts';
import { civilDay } from '../civil-day.ts';

function candidatesOf(cupon: Cupon, operaciones: readonly Operacion[]): Map<string, readonly CandidateKey[]> {
  const table = tableOf(operaciones);
  const index = createOperacionIndex(table);
  const finder = createCandidateFinder(table, index);
  const sought = finder.seek(codesOf(cupon));
  const { size, rows } = finder.find(sought);
  const found = new Map<string, CandidateKey[]>(Array.from(rows.subarray(0, size), (row) => [table.idOf(row), []]));
  for (const key of CANDIDATE_KEY_NAMES) {
    const visited = new Set<string>();
    CANDIDATE_KEYS[key](sought, { index, table, visit: (row) => visited.add(table.idOf(row)) });
    for (const id of visited) found.get(id)?.push(key);
  }
  return found;
}

const stranger = (id: string, fields: Partial<Operacion> = {}): Operacion =>
  anOperacion({
    id,
    fecha_venta: { fecha: civilDay('2026-03-20'), hora: null },
    fecha_presentacion: null,
    comprobante: '555',
    tarjeta_nro: '0001',
    importe: pesos(3.33),
    lote: '9',
    terminal: '8',
    establecimiento: '7',
    autorizacion: '666',
    bin: '111111',
    ...fields,
  });

const saleDay = { fecha_venta: { fecha: civilDay('2026-10-06'), hora: null } };

test.each<[CandidateKey, Cupon, Partial<Operacion>]>([
  ['comprobante', {}, { comprobante: '0166657', importe: pesos(-17_580) }],
  ['comprobante', {}, { comprobante: '0166657', fecha_venta: { fecha: civilDay('2026-06-10'), hora: null } }],
  ['comprobante', {}, { comprobante: '0166657', fecha_venta: { fecha: civilDay('2025-10-06'), hora: null } }],
  ['ultimos_importe', {}, { tarjeta_nro: '4777', importe: pesos(-17_580) }],
  [
    'establecimiento_fecha_importe',
    { establecimiento: '30012345' },
    { establecimiento: '30012345', importe: pesos(17_000), ...saleDay },
  ],
  ['billetera', { wallet_referencia: '60000000001' }, { referencia: '60000000001' }],
  ['importe_por_100', {}, { importe: pesos(1_758_000), ...saleDay }],
  ['importe_por_100', {}, { importe: pesos(175.8), tarjeta_nro: '4777' }],
])('a candidate is found by %s: coupon %o', (key, cupon, operacion) => {
  const found = candidatesOf(aCupon(cupon), [stranger('1'), stranger('2', operacion), stranger('3')]);
  expect([...found.keys()]).toEqual(['2']);
  expect(found.get('2')).toContain(key);
});

test('an operation without an identifier in the field is not found by its lack', () => {
  const nothing = stranger('1', { comprobante: '', autorizacion: null, bin: null, referencia: '', tarjeta_nro: null });
  expect(candidatesOf({ fecha_venta: '2026-10-06', importe: '5.00' }, [nothing]).size).toBe(0);
});

test('the four keys of the required fields find exactly the rows that agree in them', () => {
  const few = fc.record({
    amount: fc.constantFrom(100, 150, 15_000),
    day: fc.integer({ min: 20_000, max: 20_012 }),
    card: fc.integer({ min: 0, max: 3 }),
    voucher: fc.integer({ min: 1, max: 5 }),
  });
  forAll(fc.array(few, { maxLength: 40 }), few, (sales, sought) => {
    const operaciones = sales.map((sale, i) =>
      stranger(String(i), {
        importe: toCentavos(sale.amount),
        fecha_venta: { fecha: fromDayNumber(sale.day), hora: null },
        tarjeta_nro: String(sale.card),
        comprobante: String(sale.voucher),
      }),
    );
    const found = candidatesOf(
      {
        importe: (sought.amount / 100).toFixed(2),
        fecha_venta: fromDayNumber(sought.day),
        tarjeta_nro: String(sought.card),
        comprobante: String(sought.voucher),
      },
      operaciones,
    );
    const swapped = toDayNumber(fromDayNumber(sought.day));
    for (const [i, sale] of sales.entries()) {
      const keys = found.get(String(i)) ?? [];
      const same = {
        amount: sale.amount === sought.amount,
        card: sale.card === sought.card,
        day: sale.day === swapped,
      };
      const other = same.amount || same.card || Math.abs(sale.day - sought.day) <= 3;
      expect(keys.includes('comprobante')).toBe(sale.voucher === sought.voucher && other);
      expect(keys.includes('ultimos_importe')).toBe(same.amount && same.card);
      expect(keys.includes('ultimos_fecha')).toBe(same.day && same.card);
      expect(keys.includes('importe_fecha')).toBe(same.amount && Math.abs(sale.day - sought.day) <= 3);
    }
  });
});
