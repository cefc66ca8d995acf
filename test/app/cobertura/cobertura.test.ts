import { expect, test } from 'vitest';
import { coberturaEnPalabras } from '#app/browse/titulos.ts';
import { coberturaDe, faltanDias, SIN_COBERTURA } from '#app/cobertura/cobertura.ts';
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

test('days with rows set aside are not up to date, and say that it is only for them', () => {
  using prueba = unaCache();
  const ventana = { desde: dia('2026-10-05'), hasta: dia('2026-10-05') };
  prueba.cache.escribir(octubre([unaOperacion('1')]));
  prueba.cache.apartar({ metodo: 'operaciones', crudo: '{"id":"9"}', motivo: 'm', cuando: AHORA, ventana });
  const cobertura = (desde: string, hasta: string) =>
    coberturaDe(prueba.cache, { metodo: 'operaciones', desde: dia(desde), hasta: dia(hasta), ahora: AHORA });
  const octubreEntero = cobertura('2026-10-01', '2026-10-31');
  expect(octubreEntero).toMatchObject({ estado: 'parcial', apartadas: 1, soloApartadas: true });
  expect(faltanDias(octubreEntero)).toBe(false);
  expect(coberturaEnPalabras(octubreEntero)).toContain(' · incompletos · 1 fila apartada sin entender');
  expect(cobertura('2026-10-06', '2026-10-31').estado).toBe('al_dia');
  const conDiasSinLeer = cobertura('2026-09-01', '2026-10-31');
  expect(conDiasSinLeer).toMatchObject({ estado: 'parcial', apartadas: 1 });
  expect(faltanDias(conDiasSinLeer)).toBe(true);
});

test('rows in doubt are counted in the period that they are of, and said', () => {
  using prueba = unaCache();
  prueba.cache.escribir(octubre([unaOperacion('1'), unaOperacion('2')]));
  prueba.cache.escribir(octubre([unaOperacion('1')]));
  const cobertura = (desde: string) =>
    coberturaDe(prueba.cache, { metodo: 'operaciones', desde: dia(desde), hasta: dia('2026-10-31'), ahora: AHORA });
  expect(cobertura('2026-10-01')).toMatchObject({ estado: 'al_dia', enDuda: 1 });
  expect(coberturaEnPalabras(cobertura('2026-10-01'))).toMatch(/ · al día · 1 en duda$/);
  expect(cobertura('2026-10-06').enDuda).toBe(0);
  expect(coberturaEnPalabras(cobertura('2026-10-06'))).not.toContain('en duda');
});

test('a service that is not contracted any more says when it was asked, because rows of before stay', () => {
  const leido = { desde: '2026-10-01', hasta: '2026-10-31', sincronizado: '2026-11-21 10:32:00' };
  expect(coberturaEnPalabras({ ...SIN_COBERTURA, ...leido, estado: 'al_dia', contratado: false })).toBe(
    'Servicio no contratado del 01/10/2026 al 31/10/2026 · consultado el 21/11/2026 10:32; si hay filas, son de antes',
  );
});
