import { expect, test } from 'vitest';
import { buscarAparecidos } from '#app/sync/aparecidos.ts';
import { systemClock } from '#platform/system-clock.ts';
import { mundoReal } from '../upload/servicio-mundo.ts';

const { signal } = new AbortController();

test('coupons that were matched after their upload ended are told once', async () => {
  const real = await mundoReal(10, ['demora_ms=100000000', 'demora_forma=sin_conciliar']);
  try {
    const ventas = real.sandbox.verdad
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
    real.ledger.congelar(carga, { marcador: 'auto', nonce: 'abcdefghij', porTanda: 10 });
    await real.uploads.retomar(carga, signal);
    expect(real.ledger.conteos(carga)).toMatchObject({ conciliado: 0, sin_conciliar: 12 });

    const sabido = new Map<string, string>();
    const buscar = () =>
      buscarAparecidos(
        {
          cuenta: 'c',
          libro: real.ledger,
          cache: { saber: (clave) => sabido.get(clave) },
          escritor: { aprender: (clave, valor) => Promise.resolve(void sabido.set(clave, valor)) },
          servicio: { conciliaciones: real.servicio },
          ahora: systemClock.now(),
        },
        signal,
      );
    expect(await buscar()).toEqual([]);
    real.sandbox.cambiarRasgo('demora_ms', 0);
    const aparecidos = await buscar();
    expect(aparecidos).toEqual([{ carga, archivos: ['a.xlsx'], cupones: expect.any(Number) }]);
    expect(aparecidos[0]?.cupones).toBeGreaterThan(6);
    expect(await buscar()).toEqual([]);
    real.sandbox.olvidarRecibidos();
    await buscar();
    expect(real.sandbox.recibidos('POST /v2/conciliar-operaciones')).toEqual([]);
  } finally {
    await real.cerrar();
  }
});
