import { expect, test } from 'vitest';
import { DEFAULTS } from '#app/upload/index.ts';
import type { SendingResponse } from '#domain/conciliacion.ts';
import { fold, tandasDe } from '#domain/upload/index.ts';
import { createUploadWorld } from './world.ts';

/** The service fails, with nothing stored, whenever one of these coupons is in a batch. */
function breakOn(server: { apply: (cuerpo: string) => SendingResponse }, bad: readonly number[], siempre = false) {
  const apply = server.apply.bind(server);
  const estado = { abierta: false };
  server.apply = (cuerpo) => {
    const falla = bad.some((n) => cuerpo.includes(`"r ${String(n)}"`)) || (siempre && estado.abierta);
    estado.abierta = true;
    return falla ? { kind: 'perdida', motivo: '500', status: 500 } : apply(cuerpo);
  };
}

test.for([[[40]], [[2]], [[99]], [[40, 41]], [[3, 70]]])(
  'coupons that the service fails for, %j, are found and left out, and the others all arrive',
  async ([bad = []]) => {
    const { uploads, ledger, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
    breakOn(server, bad);
    const carga = draft(1, 100);
    expect(await uploads.start(carga, { marcador: 'auto' }, signal)).toMatchObject({
      estado: 'terminada',
      resumen: { filas: 100, enviados: 100 - bad.length, noInformados: 0, completo: false },
    });
    expect(ledger.readCounts(carga)).toMatchObject({ rechazado: bad.length, no_enviado: 0 });
    expect(ledger.readReportPage(carga, ['rechazado'], 0, 9).map(({ fila }) => fila)).toEqual(bad.map((n) => n + 1));
    expect([...server.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([100 - bad.length]);
    expect(ledger.readLearned('c').tamano).toBeNull();
  },
);

test('a coupon that the service fails for is found also in batches of one', async () => {
  const { uploads, ledger, borrador: draft, server, signal } = createUploadWorld({ porTanda: 1 });
  breakOn(server, [4]);
  const carga = draft(1, 6);
  expect(await uploads.start(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 5 },
  });
  expect(ledger.readReportPage(carga, ['rechazado'], 0, 9).map(({ fila }) => fila)).toEqual([5]);
});

test('a service that fails for everything leaves no coupon out, and its rows are said', async () => {
  const { uploads, ledger, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
  const apply = server.apply.bind(server);
  breakOn(server, [], true);
  const carga = draft(1, 100);
  expect(await uploads.start(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CARGA_INTERRUMPIDA',
    enviados: 1,
    pendientes: 99,
    mensaje: expect.stringMatching(/fila \d+ de a\./),
  });
  server.apply = apply;
  expect(await uploads.resume(carga, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 100, enviados: 100, completo: true },
  });
  expect(ledger.readCounts(carga).rechazado).toBe(0);
});

/** The service fails for whatever it gets from the second send on, so many times. */
function failWith(server: { apply: (cuerpo: string) => SendingResponse }, times: number) {
  const apply = server.apply.bind(server);
  let sendings = 0;
  server.apply = (cuerpo) => {
    sendings += 1;
    return sendings > 1 && sendings <= 1 + times ? { kind: 'perdida', motivo: '500', status: 500 } : apply(cuerpo);
  };
}

test.for([1, 2, 3, 4, 5, 6])(
  'an outage that ends after %i sends, whatever was left out by then, refuses no coupon',
  async (times) => {
    const { uploads, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
    failWith(server, times);
    const carga = draft(1, 100);
    const primera = await uploads.start(carga, { marcador: 'auto' }, signal);
    const ultima = primera.estado === 'interrumpida' ? await uploads.resume(carga, signal) : primera;
    expect(ultima).toMatchObject({ estado: 'terminada', resumen: { enviados: 100, noAceptados: 0, completo: true } });
    expect([...server.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([100]);
  },
);

test('what is sent once more is sent after everything else and before the close, and shown as waiting until then', async () => {
  const { uploads, ledger, borrador: draft, server, exits, signal } = createUploadWorld({ porTanda: 50 });
  failWith(server, 4);
  const carga = draft(1, 60);
  const vistas: string[] = [];
  const apply = server.apply.bind(server);
  server.apply = (cuerpo) => {
    const m = fold(ledger.readEvents(carga), { ajustes: DEFAULTS, aprendido: ledger.readLearned('c'), mono: 0 });
    const tandas = tandasDe(ledger.readHistory(carga), m);
    vistas.push(tandas.map(({ desde, hasta, estado }) => `${String(desde)}-${String(hasta)} ${estado}`).join(', '));
    return apply(cuerpo);
  };
  await uploads.start(carga, { marcador: 'auto' }, signal);
  const starts = exits.map((datum) => /"r (\d+)"/.exec(datum)?.[1]);
  expect(starts).toEqual(['1', '2', '2', '2', '2', '3', '4', '12', '2', '60']);
  // While the third is sent alone, and while the second is sent once more.
  expect(vistas[5]).toMatch(/^1-1 confirmada, 3-3 enviando, .*, 2-2 en_espera, 60-60 en_espera$/);
  expect(vistas[8]).toMatch(/-59 confirmada, 2-2 enviando, 60-60 en_espera$/);
});

test('one that is refused in words when it is sent once more is refused', async () => {
  const { uploads, ledger, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
  const apply = server.apply.bind(server);
  let times = 0;
  server.apply = (cuerpo) => {
    if (!cuerpo.includes('"r 5"')) return apply(cuerpo);
    times += 1;
    return times < 5
      ? { kind: 'perdida', motivo: '500', status: 500 }
      : { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: 'cupón' };
  };
  const carga = draft(1, 30);
  expect(await uploads.start(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 29, noAceptados: 1 },
  });
  expect(ledger.readReportPage(carga, ['rechazado'], 0, 9).map(({ fila }) => fila)).toEqual([6]);
});

test('what was left out when the service failed again, for everything, is sent once more when it goes on', async () => {
  const { uploads, ledger, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
  const apply = server.apply.bind(server);
  const estado = { roto: true, isDown: false };
  server.apply = (cuerpo) => {
    if (cuerpo.includes('"r 29"')) estado.isDown = estado.roto;
    const falla = estado.isDown || (estado.roto && cuerpo.includes('"r 5"'));
    return falla ? { kind: 'perdida', motivo: '500', status: 500 } : apply(cuerpo);
  };
  const carga = draft(1, 30);
  expect(await uploads.start(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CARGA_INTERRUMPIDA',
  });
  Object.assign(estado, { roto: false, isDown: false });
  expect(await uploads.resume(carga, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 30, noAceptados: 0, completo: true },
  });
  expect(ledger.readCounts(carga).rechazado).toBe(0);
});

test('a person who is asked about a first send that the service failed for is told its row', async () => {
  const { uploads, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
  breakOn(server, [1]);
  const carga = draft(1, 9);
  const fila = expect.stringContaining('el cupón de la fila 2 de a.');
  const asked = { estado: 'necesita_decision', codigo: 'DECISION_NECESARIA', filas: fila };
  expect(await uploads.start(carga, { marcador: 'auto' }, signal)).toMatchObject(asked);
  expect(await uploads.resume(carga, signal)).toMatchObject(asked);
});
