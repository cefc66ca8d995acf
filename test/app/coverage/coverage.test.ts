import { describe, expect, test } from 'vitest';
import { describeCoverage, describeEmpty } from '#app/browse/titles.ts';
import { toCoverageDocument, isMissingDays, NO_COVERAGE, findRecentReading } from '#app/coverage/coverage.ts';
import { NOW, octoberRows, createTestCache, anOperacion, type TestCache } from '../../storage/cache/support.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { writeFailure } from '#app/coverage/failure.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import type { ServiceMethod } from '#domain/views/index.ts';

const DAY_MS = 86_400_000;

const coverageOf = (
  { cache }: TestCache,
  [from, to]: readonly [from: string, to: string],
  { metodo = 'operaciones', ahora = NOW }: { metodo?: ServiceMethod; ahora?: number } = {},
) => toCoverageDocument(cache, { metodo, desde: civilDay(from), hasta: civilDay(to), ahora });
const OCTOBER = ['2026-10-01', '2026-10-31'] as const;

test('what was read on a day that has not come is not up to date: the clock was wrong', () => {
  using test = createTestCache();
  test.cache.write(octoberRows([anOperacion('1')]));
  expect(coverageOf(test, OCTOBER).estado).toBe('al_dia');
  expect(coverageOf(test, OCTOBER, { ahora: NOW - DAY_MS }).estado).toBe('desactualizada');
});

test('days with rows set aside are not up to date, and say that it is only for them', () => {
  using test = createTestCache();
  const window = { desde: civilDay('2026-10-05'), hasta: civilDay('2026-10-05') };
  test.cache.write(octoberRows([anOperacion('1')]));
  test.cache.setAside({ metodo: 'operaciones', crudo: '{"id":"9"}', problemas: [], cuando: NOW, ventana: window });
  const wholeOctober = coverageOf(test, OCTOBER);
  expect(wholeOctober).toMatchObject({ estado: 'parcial', apartadas: 1, soloApartadas: true });
  expect(isMissingDays(wholeOctober)).toBe(false);
  expect(describeCoverage(wholeOctober)).toContain(' · incompletos · 1 fila apartada sin entender');
  expect(coverageOf(test, ['2026-10-06', '2026-10-31']).estado).toBe('al_dia');
  const withUnreadDays = coverageOf(test, ['2026-09-01', '2026-10-31']);
  expect(withUnreadDays).toMatchObject({ estado: 'parcial', apartadas: 1 });
  expect(isMissingDays(withUnreadDays)).toBe(true);
});

test('rows in doubt are counted in the period that they are of, and said', () => {
  using test = createTestCache();
  test.cache.write(octoberRows([anOperacion('1'), anOperacion('2')]));
  test.cache.write(octoberRows([anOperacion('1')]));
  const [whole, without] = [coverageOf(test, OCTOBER), coverageOf(test, ['2026-10-06', '2026-10-31'])];
  expect(whole).toMatchObject({ estado: 'al_dia', enDuda: 1 });
  expect(describeCoverage(whole)).toMatch(/ · al día · 1 en duda$/);
  expect(without.enDuda).toBe(0);
  expect(describeCoverage(without)).not.toContain('en duda');
});

test('data without days says when it was read, and days that were never read are named where nothing else does', () => {
  const comercios = { ...NO_COVERAGE, estado: 'al_dia' as const, sincronizado: '2026-11-21 10:32:00' };
  expect(describeCoverage(comercios)).toBe('Leídos el 21/11/2026 10:32 · al día');
  expect(describeCoverage(NO_COVERAGE)).toBe('Todavía no se bajó nada');
  expect(describeCoverage(NO_COVERAGE, { desde: '2026-10-01', hasta: '2026-10-31' })).toBe(
    'Todavía no se bajó nada del 01/10/2026 al 31/10/2026',
  );
});

test('a service that is not contracted any more says when it was asked, because rows of before stay', () => {
  const reading = { desde: '2026-10-01', hasta: '2026-10-31', sincronizado: '2026-11-21 10:32:00' };
  expect(describeCoverage({ ...NO_COVERAGE, ...reading, estado: 'al_dia', contratado: false })).toBe(
    'Servicio no contratado del 01/10/2026 al 31/10/2026 · consultado el 21/11/2026 10:32; si hay filas, son de antes',
  );
});

test('a service that was contracted since is contracted, and the days read before were not read', () => {
  using test = createTestCache();
  const readDays = (from: string, to: string, changes: object) =>
    test.cache.write(octoberRows([], { desde: civilDay(from), hasta: civilDay(to), ...changes }));
  readDays('2026-09-01', '2026-10-20', { contratado: false, leido: NOW - DAY_MS });
  expect(coverageOf(test, ['2026-09-01', '2026-10-20'])).toMatchObject({ estado: 'al_dia', contratado: false });
  readDays('2026-10-01', '2026-10-31', { leido: NOW });
  expect(coverageOf(test, OCTOBER)).toMatchObject({ estado: 'al_dia', contratado: true });
  expect(coverageOf(test, ['2026-09-15', '2026-10-31'])).toMatchObject({ estado: 'parcial', contratado: true });
  expect(coverageOf(test, ['2026-09-01', '2026-09-30'])).toMatchObject({ estado: 'nunca', contratado: true });
  // The account lost the list; days read before that stay read.
  readDays('2026-11-01', '2026-11-20', { contratado: false, leido: NOW + 1 });
  expect(coverageOf(test, OCTOBER)).toMatchObject({ estado: 'al_dia', contratado: true });
  expect(coverageOf(test, ['2026-10-01', '2026-11-20'])).toMatchObject({ contratado: false });
});

describe('days that had not come when they were read', () => {
  const DAY_20 = Date.UTC(2026, 9, 20, 15);

  test.each([
    ['operaciones', 'fecha_venta'],
    ['calendario', 'fecha'],
  ] as const)('are not read: %s', (method, field) => {
    using test = createTestCache();
    test.cache.write(octoberRows([], { metodo: method, campo: field, leido: DAY_20 }));
    const statusOf = (from: string, to: string, ahora: number) => {
      const { estado, hasta } = coverageOf(test, [`2026-10-${from}`, `2026-10-${to}`], { metodo: method, ahora });
      return [estado, hasta];
    };
    expect(statusOf('01', '31', DAY_20)).toEqual(['al_dia', '2026-10-20']);
    expect(statusOf('20', '20', DAY_20)).toEqual(['al_dia', '2026-10-20']);
    expect(statusOf('01', '21', DAY_20 + DAY_MS)).toEqual(['parcial', '2026-10-20']);
    expect(statusOf('01', '31', DAY_20 + DAY_MS)[0]).toBe('parcial');
    expect(statusOf('21', '21', DAY_20 + DAY_MS)[0]).toBe('nunca');
  });

  test('are no days between two readings that are known', () => {
    using test = createTestCache();
    test.cache.write(octoberRows([], { leido: DAY_20 }));
    const november = { desde: civilDay('2026-11-01'), hasta: civilDay('2026-11-30') };
    test.cache.write(octoberRows([], { ...november, leido: NOW }));
    expect(toCoverageDocument(test.cache, { metodo: 'operaciones', ahora: NOW })).toMatchObject({
      estado: 'parcial',
      hasta: '2026-11-21',
    });
  });

  test('are read by payment date: they say what will be paid on them', () => {
    using test = createTestCache();
    test.cache.write(octoberRows([], { campo: 'fecha_pago', leido: DAY_20 }));
    const days = { campoFecha: 'fecha_pago', desde: civilDay('2026-10-21'), hasta: civilDay('2026-10-31') };
    expect(toCoverageDocument(test.cache, { metodo: 'operaciones', ...days, ahora: DAY_20 })).toMatchObject({
      estado: 'al_dia',
      hasta: '2026-10-31',
    });
  });

  test('are of the totals of their whole month, which were not read to the end', () => {
    using test = createTestCache();
    test.cache.write(octoberRows([], { metodo: 'impuestos-totales', campo: 'desde', leido: DAY_20 }));
    const coverageAt = (ahora: number, days: readonly [string, string] = ['2026-10-25', '2026-10-31']) =>
      coverageOf(test, days, { metodo: 'impuestos-totales', ahora });
    const readToThe20th = { estado: 'al_dia', desde: '2026-10-01', hasta: '2026-10-20' };
    expect(coverageAt(DAY_20)).toMatchObject(readToThe20th);
    expect(coverageAt(DAY_20, ['2026-10-10', '2026-10-15'])).toMatchObject(readToThe20th);
    expect(coverageAt(NOW).estado).toBe('parcial');
  });
});

describe('a method that the service did not give', () => {
  const answeredWith = (code: ErrorCode, state: number) => new AppError(code, { detail: { estado: state } });
  test.for([
    ['TOKEN_RECHAZADO', 403, 'no deja leerlo con el acceso de la cuenta (respondió 403 el '],
    ['PEDIDO_RECHAZADO', 404, 'no lo tiene (respondió 404 el '],
    ['SERVICIO_FALLA', 503, 'no lo pudo dar (respondió 503 el '],
  ] as const)('is not one that nobody asked for: %s %d', ([code, state, says]) => {
    using test = createTestCache();
    test.cache.learn('falla:rechazos', writeFailure(answeredWith(code, state), NOW) ?? '');
    const never = coverageOf(test, OCTOBER, { metodo: 'rechazos' });
    expect(never).toMatchObject({ estado: 'nunca', contratado: true, falla: { respuesta: state } });
    expect(describeCoverage(never)).toContain(`No se leyó: el servicio ${says}`);
    expect(describeEmpty(never)).toContain(says);
  });

  test('keeps what was read before, and says so', () => {
    using test = createTestCache();
    test.cache.write(octoberRows([anOperacion('1')]));
    test.cache.learn('falla:operaciones', writeFailure(answeredWith('PEDIDO_RECHAZADO', 404), NOW) ?? '');
    const coverage = coverageOf(test, OCTOBER);
    expect(coverage.estado).toBe('al_dia');
    expect(describeCoverage(coverage)).toMatch(/ · ahora el servicio no lo tiene \(respondió 404 el [^)]+\)$/);
  });

  test('is not one that nobody answered for', () => {
    expect(writeFailure(new AppError('SIN_CONEXION'), NOW)).toBeUndefined();
  });
});

const LONG_AFTER = 200 * DAY_MS;

const read = ({ cache }: TestCache, metodo: ServiceMethod, campo: string, leido: number, contratado = true) =>
  cache.write(octoberRows([], { metodo, campo, leido, contratado }));

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
