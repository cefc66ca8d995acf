import { expect, test } from 'vitest';
import { coberturaEnPalabras } from '#app/browse/titulos.ts';
import { coberturaDe, SIN_COBERTURA } from '#app/cobertura/cobertura.ts';
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

test('a service that is not contracted any more says when it was asked, because rows of before stay', () => {
  const leido = { desde: '2026-10-01', hasta: '2026-10-31', sincronizado: '2026-11-21 10:32:00' };
  expect(coberturaEnPalabras({ ...SIN_COBERTURA, ...leido, estado: 'al_dia', contratado: false })).toBe(
    'Servicio no contratado del 01/10/2026 al 31/10/2026 · consultado el 21/11/2026 10:32; si hay filas, son de antes',
  );
});
