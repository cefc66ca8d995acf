import { expect, test } from 'vitest';
import type { EnvioRespuesta } from '#domain/conciliacion.ts';
import { mundo } from './mundo.ts';

/** The service fails, with nothing stored, whenever one of these coupons is in a batch. */
function rompe(servidor: { aplicar: (cuerpo: string) => EnvioRespuesta }, malos: readonly number[], siempre = false) {
  const aplicar = servidor.aplicar.bind(servidor);
  const estado = { abierta: false };
  servidor.aplicar = (cuerpo) => {
    const falla = malos.some((n) => cuerpo.includes(`"r ${String(n)}"`)) || (siempre && estado.abierta);
    estado.abierta = true;
    return falla ? { kind: 'perdida', motivo: '500', status: 500 } : aplicar(cuerpo);
  };
}

test.for([[[40]], [[2]], [[99]], [[40, 41]], [[3, 70]]])(
  'coupons that the service fails for, %j, are found and left out, and the others all arrive',
  async ([malos = []]) => {
    const { uploads, ledger, borrador, servidor, signal } = mundo({ porTanda: 50 });
    rompe(servidor, malos);
    const carga = borrador(1, 100);
    expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
      estado: 'terminada',
      resumen: { filas: 100, enviados: 100 - malos.length, noInformados: 0, completo: false },
    });
    expect(ledger.conteos(carga)).toMatchObject({ rechazado: malos.length, no_enviado: 0 });
    expect(ledger.informePagina(carga, ['rechazado'], 0, 9).map(({ fila }) => fila)).toEqual(malos.map((n) => n + 1));
    expect([...servidor.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([100 - malos.length]);
    expect(ledger.aprendido('c').tamano).toBeNull();
  },
);

test('a coupon that the service fails for is found also in batches of one', async () => {
  const { uploads, ledger, borrador, servidor, signal } = mundo({ porTanda: 1 });
  rompe(servidor, [4]);
  const carga = borrador(1, 6);
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 5 },
  });
  expect(ledger.informePagina(carga, ['rechazado'], 0, 9).map(({ fila }) => fila)).toEqual([5]);
});

test('a service that fails for everything leaves no coupon out, and its rows are said', async () => {
  const { uploads, ledger, borrador, servidor, signal } = mundo({ porTanda: 50 });
  const aplicar = servidor.aplicar.bind(servidor);
  rompe(servidor, [], true);
  const carga = borrador(1, 100);
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CARGA_INTERRUMPIDA',
    enviados: 1,
    pendientes: 99,
    mensaje: expect.stringMatching(/fila \d+ de a\./),
  });
  servidor.aplicar = aplicar;
  expect(await uploads.retomar(carga, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 100, enviados: 100, completo: true },
  });
  expect(ledger.conteos(carga).rechazado).toBe(0);
});
