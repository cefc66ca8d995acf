import { expect, test } from 'vitest';
import { readResult } from '#app/conciliaciones/read-result.ts';
import { findNewMatches } from '#app/sync/appeared.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createRealWorld } from '../upload/service-world.ts';

const { signal } = new AbortController();

test('coupons that were matched after their upload ended are told once', async () => {
  const real = await createRealWorld(10, ['demora_ms=100000000', 'demora_forma=sin_conciliar']);
  try {
    const sales = real.sandbox.truth
      .operaciones()
      .filter(({ billetera }) => billetera === '')
      .slice(-12);
    const upload = real.borrador(
      sales.map((sale) => ({
        fecha_venta: String(sale['fecha_venta']).slice(0, 10),
        importe: String(sale['importe']),
        comprobante: String(sale['comprobante']),
        tarjeta_nro: String(sale['tarjeta_nro']),
        autorizacion: String(sale['autorizacion']),
      })),
    );
    real.ledger.freeze(upload, { marcador: 'auto', nonce: 'abcdefghij', porTanda: 10 });
    await real.uploads.resume(upload, signal);
    expect(real.ledger.readCounts(upload)).toMatchObject({ conciliado: 0, sin_conciliar: 12 });

    const learnedBefore = new Map<string, string>();
    const search = () =>
      findNewMatches(
        {
          account: 'c',
          ledger: real.ledger,
          cache: { readFact: (key) => learnedBefore.get(key) },
          writer: { learn: (key, value) => Promise.resolve(void learnedBefore.set(key, value)) },
          service: { conciliaciones: real.servicio },
          results: real.results,
          readResult: (id) =>
            readResult(
              {
                id,
                servicio: real.servicio,
                results: real.results,
                ledger: real.ledger,
                carga: upload,
                clock: systemClock,
              },
              { signal, onProgress: () => undefined },
            ),
          now: systemClock.now(),
        },
        signal,
      );
    // The result that the upload kept has the same header: it is not read again.
    real.sandbox.forgetReceived();
    expect(await search()).toEqual([]);
    expect(real.sandbox.listReceived('resultado')).toEqual([]);
    real.sandbox.changeSwitch('demora_ms', 0);
    const appeared = await search();
    expect(appeared).toEqual([{ carga: upload, archivos: ['a.xlsx'], cupones: expect.any(Number) }]);
    expect(appeared[0]?.cupones).toBeGreaterThan(6);
    // What was read is kept, and says what is new in it.
    const id = real.uploads.statusOf(upload).id ?? '';
    expect(real.results.show(id)).toMatchObject({
      grupos: { conciliados: { cupones: appeared[0]?.cupones } },
      novedades: { cupones: appeared[0]?.cupones },
    });
    expect(await search()).toEqual([]);
    real.sandbox.forgetReceived();
    await search();
    expect(real.sandbox.listReceived('resultado')).toEqual([]);
    expect(real.sandbox.listReceived('POST /v2/conciliar-operaciones')).toEqual([]);
  } finally {
    await real.close();
  }
});
