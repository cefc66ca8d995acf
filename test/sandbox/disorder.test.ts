import { expect, test } from 'vitest';
import { requireCivilDate } from '#domain/civil-date.ts';
import { createData, InvalidSwitch } from '#sandbox/index.ts';
import { isSpoilt, parseDisorder, SECOND_CUIT } from '#sandbox/disorder.ts';

const createWith = (...texts: string[]) =>
  createData({ semilla: 1, operaciones: 3000, hoy: requireCivilDate('2026-11-21'), disorder: parseDisorder(texts) });
const plain = createWith();
const paymentsOf = ({ movimientos }: typeof plain, row: number) =>
  movimientos.filter(({ liquidacion }) => liquidacion === row);
const spoilt = plain.liquidaciones.filter((l) => isSpoilt(l) && l.tipo === 'L' && paymentsOf(plain, l.fila).length > 0);

test('payments can be missing, short, late or in two parts', () => {
  expect(spoilt.length).toBeGreaterThan(5);
  for (const { fila } of spoilt) {
    const [paid] = paymentsOf(plain, fila);
    expect(paymentsOf(createWith('pagos=faltan'), fila)).toEqual([]);
    expect(paymentsOf(createWith('pagos=cortos'), fila)[0]?.importe).toBeLessThan(paid?.importe ?? 0);
    const parts = paymentsOf(createWith('pagos=partidos'), fila).map(({ importe }) => importe);
    expect(parts).toHaveLength(2);
    expect(parts.reduce((a, b) => a + b)).toBe(paid?.importe);
  }
});

test('two taxpayers share the name of a store', () => {
  const { stores } = createWith('contribuyentes=dos');
  const named = stores.filter(({ nombre }) => nombre === stores[0]?.nombre);
  expect(new Set(named.map(({ cuit }) => cuit)).size).toBe(2);
  expect(stores.some(({ cuit }) => cuit === SECOND_CUIT)).toBe(true);
});

test('a switch that does not exist is refused', () => {
  expect(() => parseDisorder(['pagos=nunca'])).toThrow(InvalidSwitch);
});
