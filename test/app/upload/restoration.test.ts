import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createUploadWorld } from './world.ts';
import { distinctCupones, createRealWorld } from './service-world.ts';
import { uploadsOf } from '#app/uploaded/uploads.ts';

const YESTERDAY = Date.UTC(2026, 10, 2);

test('after a restoration, what the service has that the ledger does not know is told before anything is sent', async () => {
  const notices: string[] = [];
  const { start, server, exits } = createUploadWorld({}, (ledgerDb) => ({
    ...ledgerDb,
    getRestoration: () => (notices.length === 0 ? { hasta: YESTERDAY } : null),
    markRestorationReviewed: (notice) => {
      expect(exits).toHaveLength(0);
      notices.push(notice);
    },
  }));
  const id = server.foreign([{ fecha_venta: '2026-10-01', importe: '1.00' }], false);
  expect((await start()).estado).toBe('terminada');
  expect(notices).toHaveLength(1);
  expect(notices[0]).toContain(
    `tiene una conciliación que el registro recuperado no conoce: ${id} (03/11/2026, un cupón`,
  );
});

test('a list that fails says nothing: it is compared at the next upload', async () => {
  const notices: string[] = [];
  const { start, uploads, draft, signal } = createUploadWorld(
    { readings: [{ k: 0, falla: 'parcial' }] },
    (ledgerDb) => ({
      ...ledgerDb,
      getRestoration: () => (notices.length === 0 ? { hasta: YESTERDAY } : null),
      markRestorationReviewed: (notice) => notices.push(notice),
    }),
  );
  await start();
  expect(notices).toEqual([]);
  await uploads.start(draft(101), { marcador: 'auto' }, signal);
  expect(notices[0]).toMatch(/tiene todas sus conciliaciones/);
});

const { signal } = new AbortController();

/** An upload frozen before the copy and sent whole after the copy; then the ledger is damaged and restored. */
async function sentAfterCopy(marker: 'auto' | 'ninguno') {
  const real = await createRealWorld(10);
  const upload = real.draft(distinctCupones(25));
  real.ledger.freeze(upload, { marcador: marker, nonce: 'abcdefghij', porTanda: 10 });
  real.ledger.close();
  const { ledger, uploads } = await real.reopen(); // opening it makes the copy
  expect(await uploads.resume(upload, signal)).toMatchObject({ estado: 'terminada' });
  ledger.close();
  writeFileSync(real.ruta, Buffer.alloc(40_000, 7));
  const after = await real.reopen();
  return {
    ...real,
    carga: upload,
    uploads: after.uploads,
    ledger: after.ledger,
    async [Symbol.asyncDispose](): Promise<void> {
      after.ledger.close();
      await real[Symbol.asyncDispose]();
    },
  };
}

test('an upload that a restored ledger does not know was sent asks before it sends again', async () => {
  await using sent = await sentAfterCopy('auto');
  const { uploads, carga, avisos, stored, sandbox } = sent;
  sandbox.forgetReceived();
  const asked = await uploads.resume(carga, signal);
  const [one] = sandbox.truth.conciliaciones();
  expect(asked).toMatchObject({
    estado: 'necesita_decision',
    pregunta: expect.stringContaining(
      `la conciliación ${String(one?.id)} que falta en él. Es de este mismo envío`,
    ) as string,
    opciones: [{ clave: 'rehacer' }, { clave: 'dejar' }, { clave: 'abandonar' }],
  });
  expect(avisos).toEqual([
    expect.stringMatching(/estaba dañado.*Se recuperó el respaldo/),
    expect.stringMatching(/tiene una conciliación que el registro recuperado no conoce/),
  ]);
  expect(sandbox.listReceived('POST /v2/conciliar-operaciones')).toEqual([]);
  expect(await uploads.decide(carga, 'rehacer', signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 25, noInformados: 0 },
  });
  expect(stored()).toEqual([25]);
});

test('without a marker it asks too, and giving up leaves what the service has', async () => {
  await using sent = await sentAfterCopy('ninguno');
  const { uploads, carga, stored } = sent;
  expect(await uploads.resume(carga, signal)).toMatchObject({
    estado: 'necesita_decision',
    pregunta: expect.stringContaining('Puede ser de este mismo envío') as string,
    opciones: [{ clave: 'dejar' }, { clave: 'abandonar' }],
  });
  expect(await uploads.decide(carga, 'abandonar', signal)).toMatchObject({ estado: 'abandonada' });
  expect(stored()).toEqual([25]);
});

test('nothing goes on while a restored ledger cannot be compared with the service', async () => {
  const { uploads, ledger, draft, exits } = createUploadWorld(
    { readings: [{ k: 0, falla: 'parcial' }] },
    (ledgerDb) => ({
      ...ledgerDb,
      getRestoration: () => ({ hasta: YESTERDAY }),
    }),
  );
  const upload = draft(1);
  ledger.freeze(upload, { marcador: 'auto', nonce: 'abcdefghij', porTanda: 3 });
  expect(await uploads.resume(upload, signal)).toMatchObject({ estado: 'interrumpida', codigo: 'LECTURA_INESTABLE' });
  expect(exits).toEqual([]);
  expect(await uploads.resume(upload, signal)).toMatchObject({ estado: 'terminada' });
});

/** The service takes seven coupons and fails for the closing one. */
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
  await expect(uploads.decide(upload, 'abandonar', signal)).rejects.toMatchObject({ code: 'DECISION_INVALIDA' });
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
