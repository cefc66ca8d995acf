import { expect, test } from 'vitest';
import { coberturaDe } from '#app/cobertura/cobertura.ts';
import { AHORA, dia, octubre, unaCache, unaOperacion } from '../../storage/cache/apoyo.ts';

const DIA_MS = 86_400_000;

test('what was read on a day that has not come is not up to date: the clock was wrong', () => {
  using prueba = unaCache();
  prueba.cache.escribir(octubre([unaOperacion('1')]));
  const estadoEn = (ahora: number) =>
    coberturaDe(prueba.cache, { metodo: 'operaciones', desde: dia('2026-10-01'), hasta: dia('2026-10-31'), ahora })
      .estado;
  expect(estadoEn(AHORA)).toBe('al_dia');
  expect(estadoEn(AHORA - DIA_MS)).toBe('desactualizada');
});
