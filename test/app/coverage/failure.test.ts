import { describe, expect, test } from 'vitest';
import { toCoverageDocument } from '#app/coverage/coverage.ts';
import { writeFailure } from '#app/coverage/failure.ts';
import { describeCoverage, describeEmpty } from '#app/browse/titles.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { NOW, octoberRows, createTestCache, anOperacion } from '../../storage/cache/support.ts';
import { civilDay } from '../../domain/civil-day.ts';

describe('a method that the service did not give', () => {
  const wholeOctober = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };
  const answeredWith = (code: ErrorCode, state: number) => new AppError(code, { detail: { estado: state } });
  test.for([
    ['TOKEN_RECHAZADO', 403, 'no deja leerlo con el acceso de la cuenta (respondió 403 el '],
    ['PEDIDO_RECHAZADO', 404, 'no lo tiene (respondió 404 el '],
    ['SERVICIO_FALLA', 503, 'no lo pudo dar (respondió 503 el '],
  ] as const)('is not one that nobody asked for: %s %d', ([code, state, says]) => {
    using test = createTestCache();
    test.cache.learn('falla:rechazos', writeFailure(answeredWith(code, state), NOW) ?? '');
    const never = toCoverageDocument(test.cache, { metodo: 'rechazos', ...wholeOctober, ahora: NOW });
    expect(never).toMatchObject({ estado: 'nunca', contratado: true, falla: { respuesta: state } });
    expect(describeCoverage(never)).toContain(`No se leyó: el servicio ${says}`);
    expect(describeEmpty(never)).toContain(says);
  });

  test('keeps what was read before, and says so', () => {
    using test = createTestCache();
    test.cache.write(octoberRows([anOperacion('1')]));
    test.cache.learn('falla:operaciones', writeFailure(answeredWith('PEDIDO_RECHAZADO', 404), NOW) ?? '');
    const coverage = toCoverageDocument(test.cache, { metodo: 'operaciones', ...wholeOctober, ahora: NOW });
    expect(coverage.estado).toBe('al_dia');
    expect(describeCoverage(coverage)).toMatch(/ · ahora el servicio no lo tiene \(respondió 404 el [^)]+\)$/);
  });

  test('is not one that nobody answered for', () => {
    expect(writeFailure(new AppError('SIN_CONEXION'), NOW)).toBeUndefined();
  });
});
