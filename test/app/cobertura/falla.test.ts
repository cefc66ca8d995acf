import { describe, expect, test } from 'vitest';
import { coberturaDe } from '#app/cobertura/cobertura.ts';
import { fallaEscrita } from '#app/cobertura/falla.ts';
import { coberturaEnPalabras, vacioEnPalabras } from '#app/browse/titulos.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { AHORA, dia, octubre, unaCache, unaOperacion } from '../../storage/cache/apoyo.ts';

describe('a method that the service did not give', () => {
  const octubreEntero = { desde: dia('2026-10-01'), hasta: dia('2026-10-31') };
  const respondio = (codigo: ErrorCode, estado: number) => new AppError(codigo, { detail: { estado } });
  test.for([
    ['TOKEN_RECHAZADO', 403, 'no deja leerlo con el acceso de la cuenta (respondió 403 el '],
    ['PEDIDO_RECHAZADO', 404, 'no lo tiene (respondió 404 el '],
    ['SERVICIO_FALLA', 503, 'no lo pudo dar (respondió 503 el '],
  ] as const)('is not one that nobody asked for: %s %d', ([codigo, estado, dice]) => {
    using prueba = unaCache();
    prueba.cache.aprender('falla:rechazos', fallaEscrita(respondio(codigo, estado), AHORA) ?? '');
    const nunca = coberturaDe(prueba.cache, { metodo: 'rechazos', ...octubreEntero, ahora: AHORA });
    expect(nunca).toMatchObject({ estado: 'nunca', contratado: true, falla: { respuesta: estado } });
    expect(coberturaEnPalabras(nunca)).toContain(`No se leyó: el servicio ${dice}`);
    expect(vacioEnPalabras(nunca)).toContain(dice);
  });

  test('keeps what was read before, and says so', () => {
    using prueba = unaCache();
    prueba.cache.escribir(octubre([unaOperacion('1')]));
    prueba.cache.aprender('falla:operaciones', fallaEscrita(respondio('PEDIDO_RECHAZADO', 404), AHORA) ?? '');
    const cobertura = coberturaDe(prueba.cache, { metodo: 'operaciones', ...octubreEntero, ahora: AHORA });
    expect(cobertura.estado).toBe('al_dia');
    expect(coberturaEnPalabras(cobertura)).toMatch(/ · ahora el servicio no lo tiene \(respondió 404 el [^)]+\)$/);
  });

  test('is not one that nobody answered for', () => {
    expect(fallaEscrita(new AppError('SIN_CONEXION'), AHORA)).toBeUndefined();
  });
});
