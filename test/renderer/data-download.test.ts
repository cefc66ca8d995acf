import { expect, test } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import type { ErrorCode } from '#contract/errors.ts';
import type { SyncDocument } from '#contract/documents.ts';
import { DownloadState } from '../../src-renderer/shared/task.svelte.ts';
import { Connection } from '../../src-renderer/shared/connection.svelte.ts';
import { Freshness } from '../../src-renderer/shared/freshness.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { failWith, makeApi, COVERAGE } from './double.ts';
import { describeDoubt, describeOtherDate } from '../../src-renderer/features/home/open.ts';
import { describeFailedParts } from '../../src-renderer/shared/sections.ts';
import { describeInvalid, describeTypedDate } from '../../src-renderer/ui/typing.ts';

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
  const connection = new Connection();
  const download = new DownloadState({ api, jobs, freshness, connection }, screen.signal);
  return {
    jobs,
    screen,
    download,
    connection,
    start: () => download.download({ cuenta: 'mía' }, ROUTE, () => 'Bajando'),
  };
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
  expect([download.isBusy, download.rounds]).toEqual([false, 1]);
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

test('a download that did not reach the service says so until the service is back', async () => {
  const { download, connection, start } = build(() => failWith('SIN_CONEXION'));
  await start();
  expect(download.notReached?.code).toBe('SIN_CONEXION');
  connection.returns += 1;
  expect(download.notReached).toBeUndefined();
});

test('stopping a download is no failure', async () => {
  const { download, start } = build((jobs) => {
    jobs.active[0]?.stop();
    return failWith('CANCELADO');
  });
  await start();
  expect(download.failure).toBeUndefined();
});

test('rows in doubt are named by their view, with how many they are and how much, and lead to it', () => {
  const period = { desde: '2026-05-01', hasta: '2026-10-15' };
  const open = { vista: 'liquidaciones', ...period } as const;
  const { words, href } = describeDoubt({ vista: 'liquidaciones', filas: 1200, importe: '1234.50', abrir: open });
  expect(words.replaceAll('\u00a0', ' ')).toBe('Liquidaciones: 1.200, $ 1.234,50');
  expect(href).toMatch(/^#\/liquidaciones\?.*desde=2026-05-01/);
});

test('each reason names its lists once, and no reason stands for another', () => {
  const lines = describeFailedParts([
    { metodo: 'operaciones', codigo: 'TIEMPO_AGOTADO' },
    { metodo: 'operaciones', codigo: 'TIEMPO_AGOTADO' },
    { metodo: 'impuestos', codigo: 'RESPUESTA_INVALIDA' },
    { metodo: 'movimientos', codigo: 'TIEMPO_AGOTADO' },
  ]);
  expect(lines.map((line) => line.split(':')[0])).toEqual(['Operaciones, Movimientos', 'Impuestos']);
  expect(new Set(lines.map((line) => line.split(': ')[1])).size).toBe(2);
});

test('figures of rows that were read by payment date say that some may be missing', () => {
  expect(describeOtherDate({ ...COVERAGE, estado: 'parcial', porOtraFecha: true })).toMatch(
    /fecha de pago: puede faltar/,
  );
  expect(describeOtherDate(COVERAGE)).toBeUndefined();
});

const FINE = { badInput: false, customError: false, rangeOverflow: false, typeMismatch: false, valueMissing: false };

test.each([
  // The browser reports half a date also as a missing value; the person has to finish the date.
  [{ badInput: true, valueMissing: true }, /incompleta/],
  // Our own message comes first.
  [{ customError: true, valueMissing: true }, /^No es una fecha/],
  [{ valueMissing: true }, /^Completá este dato /],
  [{ typeMismatch: true }, /https:\/\//],
  [{ rangeOverflow: true }, /posterior al 21\/11\/2026/],
  [{}, /no sirve/],
])('a field that has %j is told so in our words', (parts, words) => {
  const field = { validity: { ...FINE, ...parts }, max: '2026-11-21', validationMessage: 'No es una fecha.' };
  expect(describeInvalid(field)).toMatch(words);
});

test.each([
  ['', ''],
  ['31/02/2026', 'No es una fecha'],
  ['21/11/2026', 'Ese día ya llegó. Elegí uno posterior al 21/11/2026'],
  ['1/11/2026', 'Ese día ya llegó'],
  ['22/11/2026', ''],
])('the typed day %j, which has to be to come on 21/11/2026, is told “%s”', (text, words) => {
  const said = describeTypedDate(text, { after: '2026-11-21' });
  expect(said.startsWith(words) && (said === '') === (words === '')).toBe(true);
});

test('only the field that says its own message asks the browser to refuse a form', () => {
  const files = globSync('src-renderer/**/*.svelte').filter((file) =>
    /<(?:input|select|textarea)\b(?:=>|[^>])*[\s{]required\b/.test(readFileSync(file, 'utf8')),
  );
  expect(files).toEqual([]);
});
