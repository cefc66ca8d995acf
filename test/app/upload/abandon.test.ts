import { expect, test } from 'vitest';
import { uploadsOf } from '#app/uploaded/uploads.ts';
import { createUploadWorld } from './world.ts';

/** The service fails for the closing coupon, after seven were taken. */
async function stoppedAtTheEnd() {
  const world = createUploadWorld({});
  const { uploads, draft, server, signal } = world;
  const apply = server.apply.bind(server);
  server.apply = (body) =>
    body.includes('"subir_mas":"false"') ? { kind: 'perdida', motivo: '500', status: 500 } : apply(body);
  const upload = draft(1);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'necesita_decision',
    enviados: 7,
    filas: expect.stringContaining('fila 9 de a.'),
  });
  return { ...world, upload };
}

/** The first send is lost and the service shows no open reconciliation: a person gives up. The second closes: something is there. */
test('giving up sends nothing more and tells what the service has', async () => {
  const { uploads, ledger, draft, exits, signal } = createUploadWorld({
    sendings: [{ k: 3, luck: { que: 'mitad' } }],
  });
  const upload = draft(1);
  const asked = await uploads.start(upload, { marcador: 'auto' }, signal);
  expect(asked).toMatchObject({ estado: 'necesita_decision' });
  const sent = exits.length;
  const final = await uploads.decide(upload, 'abandonar', signal);
  expect(final).toMatchObject({ estado: 'abandonada', resumen: { estado: 'PENDIENTE', nuevos: 8, filas: 8 } });
  expect(exits).toHaveLength(sent);
  expect(Object.values(ledger.readCounts(upload)).reduce((a, b) => a + b, 0)).toBe(8);
  expect(uploads.listPending()).toEqual([]);
});

test('giving up works while the service does not answer', async () => {
  const { uploads, draft, signal, cut } = createUploadWorld({ sendings: [{ k: 3, luck: { que: 'mitad' } }] });
  const upload = draft(1);
  await uploads.start(upload, { marcador: 'auto' }, signal);
  cut();
  expect(await uploads.decide(upload, 'abandonar', signal)).toMatchObject({
    estado: 'abandonada',
    resumen: { filas: 8 },
  });
});

test('an upload that the service fails for over and over can be given up', async () => {
  const { uploads, ledger, exits, signal, upload } = await stoppedAtTheEnd();
  const sent = exits.length;
  expect(await uploads.decide(upload, 'abandonar', signal)).toMatchObject({
    estado: 'abandonada',
    resumen: { enviados: 7 },
  });
  expect(ledger.readCounts(upload).no_enviado).toBe(1);
  expect(exits).toHaveLength(sent);
  expect(uploads.listPending()).toEqual([]);
  await expect(uploads.decide(upload, 'abandonar', signal)).rejects.toMatchObject({ code: 'DECISION_INVALIDA' });
});

test('one whose last send nobody answered for is not given up before it is known what became of it (I2)', async () => {
  const { uploads, draft, server, signal, cut } = createUploadWorld({});
  const apply = server.apply.bind(server);
  server.apply = (body) => {
    if (!body.includes('"subir_mas":"false"')) return apply(body);
    cut();
    return { kind: 'perdida', motivo: 'nada' };
  };
  const upload = draft(1);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({ estado: 'interrumpida' });
  await expect(uploads.decide(upload, 'abandonar', signal)).rejects.toMatchObject({ code: 'DECISION_INVALIDA' });
});

test('of one whose reconciliation the service has no more, nothing counts as sent', async () => {
  const { uploads, ledger, server, signal, upload } = await stoppedAtTheEnd();
  server.conciliaciones.clear();
  expect(await uploads.decide(upload, 'abandonar', signal)).toMatchObject({ estado: 'abandonada' });
  expect(ledger.readCounts(upload)).toMatchObject({ no_enviado: 8, no_informado: 0 });
});

test('a reconciliation that is not found, nor in a list that did not come whole, may be there: what was sent counts as sent', async () => {
  const { uploads, ledger, service, hideHeader, whileOpen, signal, upload } = await stoppedAtTheEnd();
  hideHeader(() => Promise.resolve(undefined));
  whileOpen(() => Promise.resolve(undefined));
  service.list = () => Promise.resolve({ conciliaciones: [], completa: false });
  expect(await uploads.decide(upload, 'abandonar', signal)).toMatchObject({ estado: 'abandonada' });
  expect(ledger.readCounts(upload)).toMatchObject({ no_enviado: 1, no_informado: 7 });
});

test('a send that may have arrived is not called "not sent"', async () => {
  const { uploads, ledger, draft, whileOpen, signal } = createUploadWorld({
    sendings: [{ k: 0, luck: { que: 'sin_respuesta', ms: 0, como: 'silencio' } }],
  });
  whileOpen(() => Promise.resolve(undefined));
  const upload = draft(1);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({ estado: 'necesita_decision' });
  expect(await uploads.decide(upload, 'abandonar', signal)).toMatchObject({ estado: 'abandonada' });
  expect(ledger.readCounts(upload)).toMatchObject({ no_informado: 1, no_enviado: 7 });
});

test('what was read of a reconciliation that was deleted to begin again is not told of the next one', async () => {
  const { uploads, ledger, draft, server, signal } = createUploadWorld({});
  const rows = server.readResult.bind(server);
  server.readResult = (c) => rows(c)?.flatMap((row, i) => (i === 0 ? [row, row] : [row]));
  const upload = draft(1);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({ codigo: 'DUPLICACION_DETECTADA' });
  expect(uploadsOf({ ledger, results: undefined }, 'c')).toHaveLength(1);
  server.apply = () => ({ kind: 'perdida', motivo: '500', status: 500 });
  expect(await uploads.decide(upload, 'reiniciar', signal)).toMatchObject({ enviados: 0 });
  expect(server.conciliaciones.size).toBe(0);
  expect(uploads.buildReport(upload).conciliacion).toBeNull();
  expect(uploadsOf({ ledger, results: undefined }, 'c')).toEqual([]);
  expect(await uploads.decide(upload, 'abandonar', signal)).toMatchObject({
    estado: 'abandonada',
    resumen: { estado: 'ABANDONADA', nuevos: 0, conciliados: 0, sinConciliar: 0 },
  });
});
