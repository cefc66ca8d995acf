import { expect, test } from 'vitest';
import { cuponesDistintos, mundoReal } from './servicio-mundo.ts';

test('fifty thousand coupons are stored once each, and every one reported', { timeout: 300_000 }, async () => {
  const { uploads, borrador, guardados, cerrar } = await mundoReal(500);
  const { signal } = new AbortController();
  const resultado = await uploads.iniciar(borrador(cuponesDistintos(50_000)), { marcador: 'auto' }, signal);
  expect(resultado).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 50_000, enviados: 50_000, noInformados: 0 },
  });
  expect(guardados()).toEqual([50_000]);
  await cerrar();
});
