import { expect, test } from 'vitest';
import { findRecentReading } from '#app/coverage/coverage.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { NOW, createTestCache, type TestCache } from '../../storage/cache/support.ts';

const DAY_MS = 86_400_000;
const LONG_AFTER = 200 * DAY_MS;

function read({ cache }: TestCache, method: ServiceMethod, field: string, at: number, contracted = true): void {
  cache.write({
    metodo: method, campo: field, desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31'), leido: at,
    estado: 'completa', contratado: contracted, filas: [],
  }); // prettier-ignore
}

test('what is shown is as old as the list that was read first, and a list that fails holds it back', () => {
  using test = createTestCache();
  read(test, 'operaciones', 'fecha_venta', NOW);
  read(test, 'liquidaciones', 'fecha', NOW);
  read(test, 'operaciones', 'fecha_venta', NOW + DAY_MS);
  expect(findRecentReading(test.cache, NOW + DAY_MS)).toBe(NOW);
  read(test, 'liquidaciones', 'fecha', NOW + DAY_MS);
  expect(findRecentReading(test.cache, NOW + DAY_MS)).toBe(NOW + DAY_MS);
});

test('the list of shops alone is no data of any day', () => {
  using test = createTestCache();
  read(test, 'comercios', '', NOW);
  expect(findRecentReading(test.cache, NOW)).toBeUndefined();
});

test('a list that is not contracted holds nothing back', () => {
  using test = createTestCache();
  read(test, 'movimientos', 'fecha', NOW, false);
  read(test, 'operaciones', 'fecha_venta', NOW + DAY_MS);
  expect(findRecentReading(test.cache, NOW + DAY_MS)).toBe(NOW + DAY_MS);
});

test('days of long ago count only where nothing newer was read', () => {
  using test = createTestCache();
  read(test, 'operaciones', 'fecha_venta', NOW);
  expect(findRecentReading(test.cache, NOW + LONG_AFTER)).toBe(NOW);
});
