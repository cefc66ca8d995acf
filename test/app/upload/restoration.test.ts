import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createUploadWorld } from './world.ts';
import { distinctCupones, createRealWorld } from './service-world.ts';

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

/** An upload that was frozen when the copy was made, and sent whole after it; then the ledger is damaged, and restored. */
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
