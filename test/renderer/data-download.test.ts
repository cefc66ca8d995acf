import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { SyncDocument } from '#contract/documents.ts';
import { DownloadState } from '../../src-renderer/shared/data-download.svelte.ts';
import { Freshness } from '../../src-renderer/shared/freshness.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { failWith, makeApi } from './double.ts';

const ROUTE = { seccion: 'controles' } as const;
const failureWith = (code: ErrorCode): SyncDocument['fallas'][number] => ({
  metodo: 'operaciones',
  ventana: '2026-11-01..2026-11-21',
  codigo: code,
  mensaje: code,
});
const endWith = (...codes: ErrorCode[]): SyncDocument => ({ metodos: [], fallas: codes.map(failureWith) });

function build(synchronise: (jobs: Jobs) => SyncDocument | Promise<SyncDocument>) {
  const jobs = new Jobs();
  const api = makeApi({ 'datos.sincronizar': () => synchronise(jobs) });
  const freshness = new Freshness({ api, session: new Session(api), jobs }, () => 'x');
  const screen = new AbortController();
  const download = new DownloadState({ api, jobs, freshness }, screen.signal);
  return { jobs, screen, download, start: () => download.download({ cuenta: 'mía' }, ROUTE, () => 'Bajando') };
}

test('a download that fails after its screen was closed is told in the top bar', async () => {
  const open = Promise.withResolvers<SyncDocument>();
  const { jobs, screen, start } = build(() => open.promise);
  const done = start();
  screen.abort();
  open.resolve(endWith('INTERNO'));
  await done;
  expect(jobs.failed.map(({ ruta, title, falla }) => [ruta, title(), falla.code])).toEqual([
    [ROUTE, 'Bajando', 'INTERNO'],
  ]);
});

test('a download that fails while its screen is open is told there alone', async () => {
  const { jobs, download, start } = build(() => failWith('INTERNO'));
  await start();
  expect([download.failure?.code, jobs.failed]).toEqual(['INTERNO', []]);
  expect([download.isRunning, download.rounds]).toEqual([false, 1]);
});

test('every part that failed is counted', async () => {
  const { download, start } = build(() => endWith('PEDIDO_RECHAZADO', 'INTERNO'));
  await start();
  expect([download.failedParts, download.failure?.code]).toEqual([2, 'PEDIDO_RECHAZADO']);
});

test('a part that failed for another reason than the network is told before those that the top bar tells', async () => {
  const { download, start } = build(() => endWith('SIN_CONEXION', 'INTERNO'));
  await start();
  expect(download.failure?.code).toBe('INTERNO');
});

test('stopping a download is no failure', async () => {
  const { download, start } = build((jobs) => {
    jobs.active[0]?.stop();
    return failWith('CANCELADO');
  });
  await start();
  expect(download.failure).toBeUndefined();
});
