import { expect, test } from 'vitest';
import { BackgroundUploads } from '../../src-renderer/features/sending/background.svelte.ts';
import { UploadState } from '../../src-renderer/features/sending/upload.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { TakenUp } from '../../src-renderer/shared/taken-up.ts';
import { stopped, FINISHED } from './finished-uploads.ts';
import { makeApi, failWith, memoryStorage } from './double.ts';
import { LISTED } from './imported-conciliacion.ts';

function world(answers: Parameters<typeof makeApi>[0], takenUp = new TakenUp(memoryStorage())) {
  const api = makeApi(answers);
  const freshness = { updateBehind: async () => undefined };
  const jobs = new Jobs();
  const shared = { api, jobs, takenUp, freshness };
  const background = new BackgroundUploads(shared, () => 0);
  const makeUpload = () => new UploadState(shared, () => 0);
  const resumed = () => api.pedidos.flatMap(([method, input]) => (method === 'cargas.retomar' ? [input] : []));
  return { background, jobs, makeUpload, resumed };
}

test('two uploads of an account go on beside each other, and one that is resumed again is the same', async () => {
  const held = Promise.withResolvers<(typeof FINISHED)[]>();
  const { background } = world({ 'cargas.retomar': () => held.promise });
  const both = ['C1', 'C2'].map((name) => background.resume('mía', name, { file: `${name}.csv` }));
  void background.resume('mía', 'C1', { file: 'C1.csv' });
  expect(background.listOf('mía').map(({ file, isRunning }) => [file, isRunning])).toEqual([
    ['C1.csv', true],
    ['C2.csv', true],
  ]);
  expect(background.listOf('otra')).toEqual([]);
  held.resolve([FINISHED]);
  await Promise.all(both);
  expect(background.all).toEqual([]);
});

test('one that stopped without the service goes on once it is back, on any screen', async () => {
  const answers = [[stopped({ codigo: 'SIN_CONEXION' })], [FINISHED]];
  const { background, resumed } = world({ 'cargas.retomar': () => answers.shift() ?? [] });
  await background.resume('mía', 'C1', { file: 'a.csv' });
  background.find('C1')?.screen?.throwIfAborted();
  background.forgetEnded();
  background.goOnAlone();
  await expect.poll(() => background.all).toEqual([]);
  expect(resumed()).toMatchObject([{ carga: 'C1' }, { carga: 'C1', sinPreguntar: true }]);
});

test('a note names the result of one that ended, where it was followed as well as elsewhere', async () => {
  const { background, jobs } = world({ 'cargas.retomar': () => [FINISHED] });
  const running = background.resume('mía', 'C1', { file: 'a.csv' });
  for (const one of background.all) one.screen = new AbortController().signal;
  await running;
  await background.resume('otra', 'C2', { file: 'b.csv' });
  const [first, second] = [
    { cuenta: 'mía', archivo: 'a.csv', id: '48213' },
    { cuenta: 'otra', archivo: 'b.csv', id: '48213' },
  ];
  expect(jobs.ready).toEqual([first, second]);
  jobs.discardResult(first);
  expect(jobs.ready).toEqual([second]);
});

test('no note names a result that was opened while its upload waited for late coupons', async () => {
  const { background, jobs } = world({ 'cargas.retomar': () => [FINISHED] });
  const running = background.resume('mía', 'C1', { file: 'a.csv' });
  for (const job of jobs.active) job.wasOpened = true;
  await running;
  expect(jobs.ready).toEqual([]);
});

test('one that the wizard left is not of its screen any more: its failure is told over the page', async () => {
  const { background, jobs, makeUpload } = world({ 'revision.enviar': () => failWith('DISCO_LLENO') });
  const upload = makeUpload();
  upload.screen = new AbortController().signal;
  const sending = upload.send({ cuenta: 'mía', revision: 'R1', version: 1 }, 'a.csv');
  background.take(upload);
  await sending;
  expect(jobs.failed).toMatchObject([{ cuenta: 'mía', falla: { code: 'DISCO_LLENO' } }]);
});

test('that the report of one that is followed failed is told beside its result, in its account', async () => {
  const { background, jobs } = world({
    'cargas.retomar': () => [{ ...FINISHED, informe: null, codigo: 'DISCO_LLENO' }],
  });
  const running = background.resume('mía', 'C1', { file: 'a.csv' });
  for (const one of background.all) one.screen = new AbortController().signal;
  await running;
  expect(jobs.failed).toMatchObject([{ cuenta: 'mía', ruta: { id: '48213' }, falla: { code: 'DISCO_LLENO' } }]);
});

test('what stopped stays until its screen is left', async () => {
  const { background } = world({ 'cargas.retomar': () => [stopped({ codigo: 'SERVICIO_FALLA' })] });
  await background.resume('mía', 'C1', { file: 'a.csv' });
  expect(background.find('C1')?.stopped?.codigo).toBe('SERVICIO_FALLA');
  background.forgetEnded();
  expect(background.all).toEqual([]);
});

const KNOWN = { 'conciliaciones.conocidas': () => ({ conciliaciones: [], cargas: [LISTED] }) };
function reloaded(...states: readonly string[]): TakenUp {
  const takenUp = new TakenUp(memoryStorage());
  states.forEach((_, i) => takenUp.begin({ cuenta: 'mía', carga: `C${String(i + 1)}`, seccion: 'conciliaciones' }));
  return takenUp;
}

test('a page that is loaded again goes on with all uploads that only waited, without asking', async () => {
  const states = ['ESPERANDO', 'ENVIANDO', 'ESPERANDO', 'TERMINADA'];
  const cargas = states.map((estado, i) => ({ ...LISTED, estado, carga: `C${String(i + 1)}` }));
  const { background, resumed } = world(
    { 'conciliaciones.conocidas': () => ({ conciliaciones: [], cargas }), 'cargas.retomar': () => [FINISHED] },
    reloaded(...states),
  );
  await background.goOn('otra');
  expect(resumed()).toEqual([]);
  await background.goOn('mía');
  expect(resumed()).toMatchObject([
    { carga: 'C1', sinPreguntar: true },
    { carga: 'C3', sinPreguntar: true },
  ]);
  expect(background.all).toEqual([]);
});

test('does not take up again what waits for the service on a screen', async () => {
  const { background, jobs, resumed } = world({ ...KNOWN, 'cargas.retomar': () => [FINISHED] }, reloaded('ESPERANDO'));
  jobs.findStopped = (name) => (name === 'C1' ? { stopped: undefined, waitsForService: true } : undefined);
  await background.goOn('mía');
  expect(resumed()).toEqual([]);
});

test('leaves to the wizard what the wizard takes up', async () => {
  const takenUp = reloaded();
  takenUp.begin({ cuenta: 'mía', carga: 'C1', seccion: 'conciliar' });
  const { background, resumed } = world({ ...KNOWN, 'cargas.retomar': () => [FINISHED] }, takenUp);
  await background.goOn('mía', 'conciliar');
  expect(resumed()).toEqual([]);
  await background.goOn('mía');
  expect(resumed()).toHaveLength(1);
});

test('waits in the list where the secret would have to be asked for', async () => {
  const { background } = world({ ...KNOWN, 'cargas.retomar': () => failWith('CLAVE_AUSENTE') }, reloaded('ESPERANDO'));
  await background.goOn('mía');
  expect(background.all).toEqual([]);
});
