import { describe, expect, test } from 'vitest';
import type { FinishedUpload } from '#contract/documents.ts';
import { getPhrase } from '#domain/texts/upload-sentences.ts';
import { UploadState } from '../../src-renderer/features/sending/upload.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { stopped, FINISHED } from './finished-uploads.ts';
import { makeApi, failWith } from './double.ts';

/** For uploads after which nothing is downloaded. */
const NONE = { updateBehind: async () => undefined };
const C1 = { cuenta: 'mía', carga: 'C1', informe: 'informe-mía.xlsx' };

describe('an upload that goes on', () => {
  test('is work in progress until it ends, however it ends', async () => {
    const jobs = new Jobs();
    const during: number[] = [];
    const api = makeApi({
      'cargas.retomar': () => {
        during.push(jobs.active.length);
        return failWith('SIN_CONEXION');
      },
    });
    const upload = new UploadState({ api, jobs, freshness: NONE }, () => 0);
    expect(await upload.resume(C1)).toBeUndefined();
    expect(during).toEqual([1]);
    expect(jobs.active).toEqual([]);
    expect(upload.failure?.code).toBe('SIN_CONEXION');
    expect(upload.isRunning).toBe(false);
  });

  test('says what is missing at the pace of what was confirmed', async () => {
    let now = 0;
    const estimates: (number | undefined)[] = [];
    const api = makeApi({
      'cargas.retomar': (_given, { onProgress }) => {
        for (const done of [0, 50]) {
          onProgress?.({ fase: 'envio', hecho: done, total: 200 });
          estimates.push(upload.estimateLeft(now));
          now += 10_000;
        }
        estimates.push(upload.estimateLeft(now));
        now += 20_000;
        estimates.push(upload.estimateLeft(now));
        return [FINISHED];
      },
    });
    const upload = new UploadState({ api, jobs: new Jobs(), freshness: NONE }, () => now);
    await upload.resume(C1);
    expect(estimates).toEqual([undefined, 30_000, 20_000, undefined]);
  });

  test('counts down what is left of a wait, and says to screen readers only what kind of wait it is', async () => {
    let now = 0;
    const seen: unknown[] = [];
    const look = (): void => {
      seen.push([upload.getSentence(now), upload.spoken]);
    };
    const waits = getPhrase('esperar', { n: 96 });
    const again = getPhrase('esperar', { n: 20 });
    const silent = getPhrase('no_responde', { n: 4 });
    const api = makeApi({
      'cargas.retomar': (_given, { onProgress }) => {
        const tell = (said: typeof waits): void => onProgress?.({ fase: 'envio', hecho: 0, total: 200, frase: said });
        tell(waits);
        look();
        now += 30_500;
        look();
        now += 90_000;
        look();
        tell(again);
        look();
        tell(silent);
        look();
        onProgress?.({ fase: 'envio', hecho: 50, total: 200 });
        look();
        return [FINISHED];
      },
    });
    const upload = new UploadState({ api, jobs: new Jobs(), freshness: NONE }, () => now);
    await upload.resume(C1);
    expect(seen).toEqual([
      [waits, waits],
      [{ ...waits, n: 66 }, waits],
      [{ ...waits, n: 1 }, waits], // the wait is over, and its end was not told yet
      [again, waits],
      [silent, silent],
      [undefined, undefined],
    ]);
  });

  test('one that is taken up has its name before the service says anything', async () => {
    const names: (string | undefined)[] = [];
    const api = makeApi({
      'cargas.retomar': () => {
        names.push(upload.uploadId);
        return [FINISHED];
      },
    });
    const upload = new UploadState({ api, jobs: new Jobs(), freshness: NONE }, () => 0);
    await upload.resume(C1);
    expect(names).toEqual(['C1']);
  });

  test('stopping it asks the core, which says what was kept', async () => {
    const api = makeApi({
      'cargas.retomar': (_given, { signal }) => {
        upload.stop();
        expect(signal?.aborted).toBe(true);
        return [stopped({})];
      },
    });
    const upload = new UploadState({ api, jobs: new Jobs(), freshness: NONE }, () => 0);
    await upload.resume(C1);
    expect(upload.stopped).toMatchObject({ codigo: 'CANCELADO', enviados: 1, pendientes: 2 });
    expect(upload.isPaused).toBe(false);
  });

  test.for([
    [
      'whose report could not be written',
      (): FinishedUpload[] => [{ ...FINISHED, informe: null, codigo: 'DISCO_LLENO' }],
    ],
    ['that could not go on', (): FinishedUpload[] => failWith('DISCO_LLENO')],
  ] as const)(
    'one %s once its screen was left is told in the top bar, and on its own otherwise',
    async ([, answer]) => {
      const jobs = new Jobs();
      const screen = new AbortController();
      const upload = new UploadState({ api: makeApi({ 'cargas.retomar': answer }), jobs, freshness: NONE }, () => 0);
      upload.screen = screen.signal;
      await upload.resume(C1);
      expect(jobs.failed).toEqual([]);
      screen.abort();
      await upload.resume(C1);
      expect(jobs.failed).toMatchObject([{ ruta: { seccion: 'conciliaciones' }, falla: { code: 'DISCO_LLENO' } }]);
    },
  );

  test('one that waits for a decision has not failed: it is asked where uploads wait', async () => {
    const jobs = new Jobs();
    const decision = { pregunta: '', frase: getPhrase('rechazo'), opciones: [] };
    const asking: FinishedUpload = { ...FINISHED, informe: null, codigo: 'DUPLICACION_DETECTADA', decision };
    const upload = new UploadState(
      { api: makeApi({ 'cargas.retomar': () => [asking] }), jobs, freshness: NONE },
      () => 0,
    );
    upload.screen = AbortSignal.abort();
    await upload.resume(C1);
    expect(jobs.failed).toEqual([]);
  });

  test('pausing it is stopping it to go on from where it is', async () => {
    const api = makeApi({
      'cargas.retomar': (_given, { signal }) => {
        upload.pause();
        return [signal?.aborted === true ? stopped({}) : FINISHED];
      },
    });
    const upload = new UploadState({ api, jobs: new Jobs(), freshness: NONE }, () => 0);
    await upload.resume(C1);
    expect([upload.isPaused, upload.isPausing, upload.isRunning]).toEqual([true, false, false]);
    upload.leavePaused();
    expect(upload.isPaused).toBe(false);
  });

  test('what it ended with is explained: the last days of its account are downloaded behind it', async () => {
    const brought: (string | undefined)[] = [];
    const freshness = { updateBehind: async (account: string | undefined) => void brought.push(account) };
    const answers = [stopped({}), { ...FINISHED, id: null }, FINISHED];
    const api = makeApi({ 'cargas.retomar': () => answers.splice(0, 1) });
    const upload = new UploadState({ api, jobs: new Jobs(), freshness }, () => 0);
    await upload.resume(C1);
    await upload.resume(C1);
    expect(brought).toEqual([]);
    await upload.resume(C1);
    expect(brought).toEqual(['mía']);
  });

  test('opens its result where it was followed, and moves nobody from another screen', async () => {
    const screen = new AbortController();
    const api = makeApi({ 'cargas.retomar': () => [FINISHED] });
    const upload = new UploadState({ api, jobs: new Jobs(), freshness: NONE }, () => 0);
    upload.screen = screen.signal;
    await upload.resume(C1);
    expect(upload.resultToOpen).toBe('48213');
    screen.abort();
    await upload.resume(C1);
    expect(upload.resultToOpen).toBeUndefined();
  });

  test('that has no report says why', async () => {
    const answers = [
      FINISHED,
      { ...FINISHED, informe: null, codigo: 'DISCO_LLENO', mensaje: 'No hay lugar.' } as const,
    ];
    const api = makeApi({ 'cargas.retomar': () => answers.splice(0, 1) });
    const upload = new UploadState({ api, jobs: new Jobs(), freshness: NONE }, () => 0);
    await upload.resume(C1);
    expect(upload.reportFailure).toBeUndefined();
    await upload.resume(C1);
    expect(upload.reportFailure?.code).toBe('DISCO_LLENO');
  });
});
