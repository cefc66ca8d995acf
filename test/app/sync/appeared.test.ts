import { expect, test } from 'vitest';
import { findNewMatches } from '#app/sync/appeared.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createRealWorld } from '../upload/service-world.ts';

const { signal } = new AbortController();

test('coupons that were matched after their upload ended are told once', async () => {
  const real = await createRealWorld(10, ['demora_ms=100000000', 'demora_forma=sin_conciliar']);
  try {
    const ventas = real.sandbox.truth
      .operaciones()
      .filter(({ billetera }) => billetera === '')
      .slice(-12);
    const carga = real.borrador(
      ventas.map((venta) => ({
        fecha_venta: String(venta['fecha_venta']).slice(0, 10),
        importe: String(venta['importe']),
        comprobante: String(venta['comprobante']),
        tarjeta_nro: String(venta['tarjeta_nro']),
        autorizacion: String(venta['autorizacion']),
      })),
    );
    real.ledger.freeze(carga, { marcador: 'auto', nonce: 'abcdefghij', porTanda: 10 });
    await real.uploads.resume(carga, signal);
    expect(real.ledger.readCounts(carga)).toMatchObject({ conciliado: 0, sin_conciliar: 12 });

    const learnedBefore = new Map<string, string>();
    const search = () =>
      findNewMatches(
        {
          cuenta: 'c',
          ledger: real.ledger,
          cache: { saber: (clave) => learnedBefore.get(clave) },
          writer: { learn: (clave, valor) => Promise.resolve(void learnedBefore.set(clave, valor)) },
          servicio: { conciliaciones: real.servicio },
          ahora: systemClock.now(),
        },
        signal,
      );
    expect(await search()).toEqual([]);
    real.sandbox.changeSwitch('demora_ms', 0);
    const aparecidos = await search();
    expect(aparecidos).toEqual([{ carga, archivos: ['a.xlsx'], cupones: expect.any(Number) }]);
    expect(aparecidos[0]?.cupones).toBeGreaterThan(6);
    expect(await search()).toEqual([]);
    real.sandbox.forgetReceived();
    await search();
    expect(real.sandbox.listReceived('POST /v2/conciliar-operaciones')).toEqual([]);
  } finally {
    await real.close();
  }
});
