import { describe, expect, test } from 'vitest';
import { coverageDocument } from '#app/coverage/coverage.ts';
import { writtenFailure } from '#app/coverage/failure.ts';
import { coverageInWords, emptyInWords } from '#app/browse/titles.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { NOW, civilDay, octoberRows, createTestCache, anOperacion } from '../../storage/cache/support.ts';

describe('a method that the service did not give', () => {
  const wholeOctober = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };
  const answeredWith = (code: ErrorCode, state: number) => new AppError(code, { detail: { estado: state } });
  test.for([
    ['TOKEN_RECHAZADO', 403, 'no deja leerlo con el acceso de la cuenta (respondió 403 el '],
    ['PEDIDO_RECHAZADO', 404, 'no lo tiene (respondió 404 el '],
    ['SERVICIO_FALLA', 503, 'no lo pudo dar (respondió 503 el '],
  ] as const)('is not one that nobody asked for: %s %d', ([code, state, says]) => {
    using test = createTestCache();
    test.cache.learn('falla:rechazos', writtenFailure(answeredWith(code, state), NOW) ?? '');
    const never = coverageDocument(test.cache, { metodo: 'rechazos', ...wholeOctober, ahora: NOW });
    expect(never).toMatchObject({ estado: 'nunca', contratado: true, falla: { respuesta: state } });
    expect(coverageInWords(never)).toContain(`No se leyó: el servicio ${says}`);
    expect(emptyInWords(never)).toContain(says);
  });

  test('keeps what was read before, and says so', () => {
    using test = createTestCache();
    test.cache.write(octoberRows([anOperacion('1')]));
    test.cache.learn('falla:operaciones', writtenFailure(answeredWith('PEDIDO_RECHAZADO', 404), NOW) ?? '');
    const coverage = coverageDocument(test.cache, { metodo: 'operaciones', ...wholeOctober, ahora: NOW });
    expect(coverage.estado).toBe('al_dia');
    expect(coverageInWords(coverage)).toMatch(/ · ahora el servicio no lo tiene \(respondió 404 el [^)]+\)$/);
  });

  test('is not one that nobody answered for', () => {
    expect(writtenFailure(new AppError('SIN_CONEXION'), NOW)).toBeUndefined();
  });
});
