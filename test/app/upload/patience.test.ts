import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { withPatience } from '../../../src-main/app/upload/execute.ts';
import { createTestClock } from '../../service/fixtures.ts';
import { createUploadWorld } from './world.ts';

const signal = new AbortController().signal;
const nothing = (): void => undefined;

describe('a read that goes on failing', () => {
  test.each([
    [false, 10_000],
    [true, 60_000],
  ])('is given up in time, with something sent: %s', async (hasBegun, limit) => {
    const clock = createTestClock();
    const work = (): Promise<never> => Promise.reject(new AppError('SIN_CONEXION'));
    await expect(withPatience({ clock, signal, onRetry: nothing }, hasBegun, work)).rejects.toThrow(AppError);
    expect(clock.monotonic()).toBeLessThanOrEqual(limit);
    expect(clock.monotonic()).toBeGreaterThan(limit / 3);
  });

  test('because of a wrong certificate is said at once', async () => {
    const clock = createTestClock();
    const work = () => Promise.reject(new AppError('SIN_CONEXION', { detail: { motivo: 'certificado_ajeno' } }));
    await expect(withPatience({ clock, signal, onRetry: nothing }, true, work)).rejects.toThrow(AppError);
    expect(clock.monotonic()).toBe(0);
  });
});

test('a send that the service refuses for too many requests is told as the wait that it asked for', async () => {
  const { start, told } = createUploadWorld({
    sendings: [{ k: 1, luck: { que: 'rechazo', status: 429 } }],
  });
  await start();
  const waits = told.flatMap(({ fase, texto }) => (fase === 'envio' && texto !== undefined ? [texto] : []));
  expect(waits).toEqual(['el servicio pidió que esperemos, seguimos en 2 s. No hace falta que hagas nada']);
});

test('a list with rows that are never understood stops the upload, and says what is not understood', async () => {
  const { start, server, service } = createUploadWorld({ porTanda: 3 });
  const listOriginal = service.list.bind(service);
  service.list = async (...request) => ({
    ...(await listOriginal(...request)),
    completa: false,
    ilegible: [{ campo: 'estado', forma: 'codigo' }],
  });
  expect(await start()).toMatchObject({
    estado: 'interrumpida',
    codigo: 'RESPUESTA_INVALIDA',
    mensaje: expect.stringContaining('(estado: un código)'),
    enviados: 0,
  });
  expect(server.conciliaciones.size).toBe(0);
});

const D_MS = 120_000;
const PATIENCE_MS = 60_000;

/** A service that shows no rows of an open reconciliation, and loses the answer to the first send. */
function lostFirstSend(showsRows: (sinceMs: number) => boolean = () => false) {
  const other = createUploadWorld({ sendings: [{ k: 0, luck: { que: 'sin_respuesta', ms: 0, como: 'silencio' } }] });
  const { server, service, clock } = other;
  const rows = server.readResult.bind(server);
  server.readResult = (c) => (c.estado === 'PENDIENTE' && !showsRows(clock.t - c.createdAt) ? [] : rows(c));
  const reads: number[] = [];
  const listOriginal = service.list.bind(service);
  service.list = (...request) => {
    reads.push(clock.t);
    return listOriginal(...request);
  };
  /** A signal that stops an upload when the test clock is `ms` later than now. */
  const stopIn = (ms: number): AbortSignal => {
    const control = new AbortController();
    clock.schedule(ms, () => void control.abort());
    return control.signal;
  };
  return { ...other, reads, stopIn };
}

test('rows that are not shown are waited for a minute past D, then a person decides', async () => {
  const { start, server, clock } = lostFirstSend();
  const asked = await start();
  const [made] = server.conciliaciones.values();
  expect(asked).toMatchObject({
    estado: 'necesita_decision',
    opciones: expect.arrayContaining([expect.objectContaining({ clave: `adoptar:${made?.id ?? ''}` })]),
  });
  const waited = clock.t - (made?.createdAt ?? 0);
  expect(waited).toBeGreaterThanOrEqual(D_MS + PATIENCE_MS);
  // The answer is waited for half a minute, then counts as lost.
  expect(waited).toBeLessThan(30_000 + D_MS + PATIENCE_MS + 2_000);
});

test('past D they are read less and less often', async () => {
  const { start, reads, clock } = lostFirstSend();
  await start();
  const last = reads.filter((at) => at >= clock.t - PATIENCE_MS - 1_000);
  const pauses = last.slice(1).map((at, i) => Math.round((at - (last[i] ?? 0)) / 1_000));
  // The last pause ends with the minute.
  expect(pauses).toEqual([10, 20, 20, 10]);
});

test('rows that come within the minute are adopted, and nobody is asked', async () => {
  const { start, server } = lostFirstSend((sinceMs) => sinceMs > 30_000 + D_MS + 40_000);
  expect(await start()).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 8, enviados: 8, completo: true },
  });
  expect(server.conciliaciones.size).toBe(1);
});

test('what was waited counts after the program is started again: it asks in what is left of the minute', async () => {
  const { uploads, draft, clock, stopIn, signal } = lostFirstSend();
  const upload = draft(1);
  const stopped = await uploads.start(upload, { marcador: 'auto' }, stopIn(30_000 + D_MS + 45_000));
  expect(stopped).toMatchObject({ estado: 'interrumpida', codigo: 'CANCELADO' });
  clock.advance(3_600_000);
  // Another process has another monotonic origin.
  clock.origin = clock.t - 777;
  const again = clock.t;
  expect(await uploads.resume(upload, signal)).toMatchObject({ estado: 'necesita_decision' });
  const waited = clock.t - again;
  // D begins again with the process (docs/upload.md, "D"); of the minute, what had been waited by the last reading is done.
  expect(waited).toBeGreaterThanOrEqual(D_MS + 5_000);
  expect(waited).toBeLessThan(D_MS + 35_000);
});

test('a wait says how long it may last, and that it began again with the program', async () => {
  const { uploads, draft, told, stopIn } = lostFirstSend();
  const waits = () => told.splice(0).flatMap(({ frase }) => frase ?? []);
  const upload = draft(1);
  await uploads.start(upload, { marcador: 'auto' }, stopIn(30_000 + 25_000));
  expect(waits().map(({ codigo, n }) => [codigo, n])).toEqual([
    ['esperar', 120],
    ['esperar', 110],
    ['esperar', 100],
  ]);
  await uploads.resume(upload, stopIn(15_000));
  expect(waits().map(({ codigo, n }) => [codigo, n])).toEqual([
    ['esperar_de_nuevo', 120],
    ['esperar_de_nuevo', 110],
  ]);
});
