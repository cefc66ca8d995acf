import { expect, test } from 'vitest';
import { countFailures } from '#app/upload/rows-in-words.ts';
import { DEFAULTS } from '#domain/upload/settings.js';
import type { SendingResponse } from '#domain/conciliacion.ts';
import { fold, listTandas, type UploadEvent } from '#domain/upload/index.ts';
import { createUploadWorld } from './world.ts';

/** The service fails, with nothing stored, whenever one of these coupons is in a batch. */
function breakOn(server: { apply: (body: string) => SendingResponse }, bad: readonly number[], always = false) {
  const apply = server.apply.bind(server);
  const state = { abierta: false };
  server.apply = (body) => {
    const failure = bad.some((n) => body.includes(`"r ${String(n)}"`)) || (always && state.abierta);
    state.abierta = true;
    return failure ? { kind: 'perdida', motivo: '500', status: 500 } : apply(body);
  };
}

test.for([[[40]], [[2]], [[99]], [[40, 41]], [[3, 70]]])(
  'coupons that the service fails for, %j, are found and left out, and the others all arrive',
  async ([bad = []]) => {
    const { uploads, ledger, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
    breakOn(server, bad);
    const upload = draft(1, 100);
    expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
      estado: 'terminada',
      resumen: { filas: 100, enviados: 100 - bad.length, noInformados: 0, completo: false },
    });
    expect(ledger.readCounts(upload)).toMatchObject({ rechazado: bad.length, no_enviado: 0 });
    expect(Array.from(ledger.readCupones(upload, ['rechazado']), ({ fila }) => fila)).toEqual(bad.map((n) => n + 1));
    expect([...server.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([100 - bad.length]);
    expect(ledger.readLearned('c').tamano).toBeNull();
  },
);

test('a coupon that the service fails for is found also in batches of one', async () => {
  const { uploads, ledger, borrador: draft, server, signal } = createUploadWorld({ porTanda: 1 });
  breakOn(server, [4]);
  const upload = draft(1, 6);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 5 },
  });
  expect(Array.from(ledger.readCupones(upload, ['rechazado']), ({ fila }) => fila)).toEqual([5]);
});

test('a service that fails for everything leaves no coupon out, and its rows are said', async () => {
  const { uploads, ledger, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
  const apply = server.apply.bind(server);
  breakOn(server, [], true);
  const upload = draft(1, 100);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CARGA_INTERRUMPIDA',
    enviados: 1,
    pendientes: 99,
    mensaje: expect.stringMatching(/fila \d+ de a\./),
  });
  server.apply = apply;
  expect(await uploads.resume(upload, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 100, enviados: 100, completo: true },
  });
  expect(ledger.readCounts(upload).rechazado).toBe(0);
});

/** The service fails for whatever it gets from the second send on, so many times. */
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
    const { uploads, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
    failWith(server, times);
    const upload = draft(1, 100);
    const first = await uploads.start(upload, { marcador: 'auto' }, signal);
    const last = first.estado === 'interrumpida' ? await uploads.resume(upload, signal) : first;
    expect(last).toMatchObject({ estado: 'terminada', resumen: { enviados: 100, noAceptados: 0, completo: true } });
    expect([...server.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([100]);
  },
);

test('what is sent once more is sent after everything else and before the close, and shown as waiting until then', async () => {
  const { uploads, ledger, borrador: draft, server, exits, signal } = createUploadWorld({ porTanda: 50 });
  failWith(server, 4);
  const upload = draft(1, 60);
  const vistas: string[] = [];
  const apply = server.apply.bind(server);
  server.apply = (body) => {
    const m = fold(ledger.readEvents(upload), { ajustes: DEFAULTS, aprendido: ledger.readLearned('c'), mono: 0 });
    const tandas = listTandas(ledger.readHistory(upload), m);
    vistas.push(tandas.map(({ desde, hasta, estado }) => `${String(desde)}-${String(hasta)} ${estado}`).join(', '));
    return apply(body);
  };
  await uploads.start(upload, { marcador: 'auto' }, signal);
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
  server.apply = (body) => {
    if (!body.includes('"r 5"')) return apply(body);
    times += 1;
    return times < 5
      ? { kind: 'perdida', motivo: '500', status: 500 }
      : { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: 'cupón' };
  };
  const upload = draft(1, 30);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 29, noAceptados: 1 },
  });
  expect(Array.from(ledger.readCupones(upload, ['rechazado']), ({ fila }) => fila)).toEqual([6]);
});

test('what was left out when the service failed again, for everything, is sent once more when it goes on', async () => {
  const { uploads, ledger, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
  const apply = server.apply.bind(server);
  const state = { roto: true, isDown: false };
  server.apply = (body) => {
    if (body.includes('"r 29"')) state.isDown = state.roto;
    const failure = state.isDown || (state.roto && body.includes('"r 5"'));
    return failure ? { kind: 'perdida', motivo: '500', status: 500 } : apply(body);
  };
  const upload = draft(1, 30);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CARGA_INTERRUMPIDA',
  });
  Object.assign(state, { roto: false, isDown: false });
  expect(await uploads.resume(upload, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 30, noAceptados: 0, completo: true },
  });
  expect(ledger.readCounts(upload).rechazado).toBe(0);
});

test('a person who is asked about a first send is told its row only where the service failed for it each time', async () => {
  const { uploads, borrador: draft, server, signal } = createUploadWorld({ porTanda: 50 });
  breakOn(server, [1]);
  const upload = draft(1, 9);
  const first = await uploads.start(upload, { marcador: 'auto' }, signal);
  expect(first).toMatchObject({ estado: 'necesita_decision', codigo: 'DECISION_NECESARIA' });
  // One failure says nothing of the row: the service may fail once for any.
  expect(first).not.toHaveProperty('filas');
  const row = expect.stringContaining('falló las 2 veces que recibió el cupón de la fila 2 de a.');
  const asked = { estado: 'necesita_decision', codigo: 'DECISION_NECESARIA', filas: row };
  expect(await uploads.decide(upload, 'reenviar', signal)).toMatchObject(asked);
  expect(await uploads.resume(upload, signal)).toMatchObject(asked);
});

test('the rows of a batch are not told where the service took it once', async () => {
  const { uploads, ledger, borrador: draft, signal } = createUploadWorld({});
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
