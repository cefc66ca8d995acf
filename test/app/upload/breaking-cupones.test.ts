import { expect, test } from 'vitest';
import { listUploads } from '#app/conciliaciones/listing.ts';
import { countFailures } from '#app/upload/summary.ts';
import type { SendingResponse } from '#domain/conciliacion.ts';
import type { UploadEvent } from '#domain/upload/types.ts';
import { createUploadWorld } from './world.ts';

/** The service fails, with nothing stored, whenever one of these coupons is in a batch. */
function breakOn(server: { apply: (body: string) => SendingResponse }, bad: readonly number[]) {
  const apply = server.apply.bind(server);
  server.apply = (body) => {
    const failure = bad.some((n) => body.includes(`"r ${String(n)}"`));
    return failure ? { kind: 'perdida', motivo: '500', status: 500 } : apply(body);
  };
}

test('a batch that the service fails for stops the upload, which names its rows; smaller ones show the coupon, and a person leaves it out', async () => {
  const { uploads, ledger, draft, server, signal } = createUploadWorld({ porTanda: 50 });
  breakOn(server, [40]);
  const upload = draft(1, 100);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CARGA_INTERRUMPIDA',
    enviados: 1,
    mensaje: expect.stringContaining('falló las 4 veces que recibió los cupones de la fila 3 a la fila 52 de a.'),
    detalle: { veces: 4, cupones: 50, desde: 3, hasta: 52 },
  });
  const [listed] = listUploads({ ledger, kept: undefined, account: 'c', nameOf: () => undefined });
  expect(listed?.detenida).toMatchObject({ codigo: 'CARGA_INTERRUMPIDA', detalle: { veces: 4, desde: 3, hasta: 52 } });
  const asked = {
    estado: 'necesita_decision',
    frase: { codigo: 'cupon_fallido' },
    filas: expect.stringContaining('el cupón de la fila 41 de a.'),
  };
  expect(await uploads.resume(upload, signal, 1)).toMatchObject(asked);
  expect(await uploads.decide(upload, 'reintentar', signal)).toMatchObject(asked);
  expect(await uploads.decide(upload, 'excluir', signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 100, enviados: 99, noInformados: 0, completo: false },
  });
  expect(Array.from(ledger.readCupones(upload, ['rechazado']), ({ fila }) => fila)).toEqual([41]);
  expect([...server.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([99]);
});

test.for([1, 99, 100])('the coupon that opens or closes, left out, leaves the place to another: %i', async (bad) => {
  const { uploads, ledger, draft, server, signal } = createUploadWorld({ porTanda: 98 });
  breakOn(server, [bad]);
  ledger.learn('c', { lista: true, numeros: null, tamano: null });
  const upload = draft(1, 100);
  let result = await uploads.start(upload, { marcador: 'auto' }, signal);
  for (let turn = 0; turn < 6 && result.estado !== 'terminada'; turn += 1) {
    result =
      result.estado === 'necesita_decision'
        ? await uploads.decide(upload, 'excluir', signal)
        : await uploads.resume(upload, signal, 1);
  }
  expect(result).toMatchObject({ estado: 'terminada', resumen: { enviados: 99 } });
  expect(Array.from(ledger.readCupones(upload, ['rechazado']), ({ fila }) => fila)).toEqual([bad + 1]);
  expect(
    [...server.conciliaciones.values()].filter(({ isDying }) => !isDying).map(({ filas }) => filas.length),
  ).toEqual([99]);
});

/** From the second send on, the service fails `times` times, whatever it gets. */
function failWith(server: { apply: (body: string) => SendingResponse }, times: number) {
  const apply = server.apply.bind(server);
  let sendings = 0;
  server.apply = (body) => {
    sendings += 1;
    return sendings > 1 && sendings <= 1 + times ? { kind: 'perdida', motivo: '500', status: 500 } : apply(body);
  };
}

test.for([1, 2, 3, 4, 5, 6])(
  'an outage that ends after %i sends, whatever was left out by then, refuses no coupon',
  async (times) => {
    const { uploads, draft, server, signal } = createUploadWorld({ porTanda: 50 });
    failWith(server, times);
    const upload = draft(1, 100);
    const first = await uploads.start(upload, { marcador: 'auto' }, signal);
    const last = first.estado === 'interrumpida' ? await uploads.resume(upload, signal) : first;
    expect(last).toMatchObject({ estado: 'terminada', resumen: { enviados: 100, noAceptados: 0, completo: true } });
    expect([...server.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([100]);
  },
);

test('a person who is asked about a first send is told its row only where the service failed for it each time', async () => {
  const { uploads, draft, server, signal } = createUploadWorld({ porTanda: 50 });
  breakOn(server, [1]);
  const upload = draft(1, 9);
  const first = await uploads.start(upload, { marcador: 'auto' }, signal);
  expect(first).toMatchObject({ estado: 'necesita_decision', codigo: 'DECISION_NECESARIA' });
  // One failure does not prove a bad row: the service may fail once for any row.
  expect(first).not.toHaveProperty('filas');
  const row = expect.stringContaining('falló las 2 veces que recibió el cupón de la fila 2 de a.');
  const asked = { estado: 'necesita_decision', codigo: 'DECISION_NECESARIA', filas: row };
  expect(await uploads.decide(upload, 'reenviar', signal)).toMatchObject(asked);
  expect(await uploads.resume(upload, signal)).toMatchObject(asked);
});

test('the rows of a batch are not told where the service took it once', async () => {
  const { uploads, ledger, draft, signal } = createUploadWorld({});
  const upload = draft(1, 8);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({ estado: 'terminada' });
  const taken = [...ledger.readEvents(upload)];
  const batch = { desde: 2, hasta: 4 };
  const [attempt] = taken.filter(({ kind }) => kind === 'intento').slice(1);
  if (attempt === undefined) throw new Error('The upload has no second send');
  const failed: UploadEvent[] = [attempt, { kind: 'perdida', motivo: '500', status: 500 }];
  expect(countFailures([...failed, ...failed], batch)).toBe(2);
  expect(countFailures([...failed, ...taken, ...failed], batch)).toBe(0);
  expect(countFailures([attempt, { kind: 'perdida', motivo: 'corte' }, ...failed], batch)).toBe(1);
});
