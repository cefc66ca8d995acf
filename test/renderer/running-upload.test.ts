import { beforeEach, describe, expect, test } from 'vitest';
import type { FinishedUpload } from '#contract/documents.ts';
import type { Progress } from '#contract/host-events.ts';
import { getPhrase } from '#domain/texts/upload-sentences.ts';
import {
  describeConfirmed,
  describeRunning,
  describeSettled,
  describeTurn,
} from '../../src-renderer/features/sending/core-texts.ts';
import { UploadState } from '../../src-renderer/features/sending/upload.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { stopped, FINISHED } from './finished-uploads.ts';
import { makeApi, failWith, memoryStorage } from './double.ts';
import { Failure } from '../../src-renderer/api/failure.ts';
import { TakenUp } from '../../src-renderer/shared/taken-up.ts';

/** For uploads after which nothing is downloaded. */
const NONE = { updateBehind: async (_account: string | undefined): Promise<void> => undefined };
type Answers = Parameters<typeof makeApi>[0];
let jobs = new Jobs();
let now = 0;
beforeEach(() => {
  jobs = new Jobs();
  now = 0;
});
const uploadOf = (answers: Answers, freshness = NONE, takenUp = new TakenUp(memoryStorage())) =>
  new UploadState({ api: makeApi(answers), jobs, freshness, takenUp }, () => now);
/** An upload that goes on as these answers say. */
const uploadWith = (resume: NonNullable<Answers['cargas.retomar']>) => uploadOf({ 'cargas.retomar': resume });
const C1 = { cuenta: 'mía', carga: 'C1', informe: 'informe-mía.xlsx' };

describe('an upload that goes on', () => {
  test('sends nothing before the core says something of it', async () => {
    const seen: boolean[] = [];
    const upload = uploadWith((_given, { onProgress }) => {
      seen.push(upload.isActive);
      onProgress?.({ fase: 'envio', hecho: 0, total: 3, carga: 'C1' });
      seen.push(upload.isActive);
      return [FINISHED];
    });
    await upload.resume(C1);
    expect([...seen, upload.isActive]).toEqual([false, true, false]);
  });

  test('is found by its name, and waits while another one of its account goes on', async () => {
    const seen: unknown[] = [];
    const waiting = Promise.withResolvers<FinishedUpload[]>();
    const second = uploadWith(() => waiting.promise);
    const first = uploadWith(async (_given, { onProgress }) => {
      onProgress?.({ fase: 'envio', hecho: 1, total: 3, carga: 'C1' });
      const other = second.resume({ ...C1, carga: 'C2' }, 'b.csv');
      seen.push(
        ...['C1', 'C2', 'C3'].map((name) => jobs.findUpload(name)).map((job) => job && describeRunning(job).word),
      );
      seen.push(jobs.listWaiting('mía').map((job) => job.uploadId));
      waiting.resolve([FINISHED]);
      await other;
      return [FINISHED];
    });
    await first.resume(C1, 'a.csv');
    expect(seen).toEqual(['Enviando', 'En espera', undefined, ['C2']]);
  });

  test('says how much is confirmed now, that it has its result before it ends, and what waits for it meanwhile', async () => {
    const seen: unknown[] = [];
    const upload = uploadWith((_given, { onProgress }) => {
      const look = (): void => {
        const job = jobs.findUpload('C1');
        const ahead = jobs.findSending('mía');
        seen.push([
          job && describeRunning(job).word,
          describeConfirmed({ enviados: 0, cupones: 15 }, job),
          describeTurn(ahead),
        ]);
      };
      look();
      onProgress?.({ fase: 'envio', hecho: 7, total: 15, carga: 'C1' });
      look();
      onProgress?.({ fase: 'espera', hecho: 0, total: null, carga: 'C1' });
      look();
      onProgress?.({ fase: 'auditoria', hecho: 0, total: null, carga: 'C1' });
      look();
      onProgress?.({ fase: 'informe', hecho: 1, total: 15 });
      look();
      expect(upload.uploadId).toBe('C1');
      return [FINISHED];
    });
    await upload.resume(C1, 'a.csv');
    const turn = 'Esperando a que termine el envío de «a»';
    const safety = '«a» ya tiene resultado: este envío sigue cuando pase su espera de seguridad';
    expect(seen).toEqual([
      ['En espera', '0 de 15 cupones confirmados', 'Esperando a que termine el envío anterior'],
      ['Enviando', '7 de 15 cupones confirmados', turn],
      ['Esperando resultado', undefined, turn],
      ['Ya tiene resultado', undefined, safety],
      ['Ya tiene resultado', undefined, safety],
    ]);
  });

  test('keeps the name of the first upload while its report, which has none, is written', async () => {
    const upload = uploadOf({
      'revision.enviar': (_given, { onProgress }) => {
        onProgress?.({ fase: 'envio', hecho: 0, total: 1, carga: 'C9' });
        onProgress?.({ fase: 'informe', hecho: 0, total: 1 });
        expect([upload.uploadId, jobs.active[0]?.uploadId]).toEqual(['C9', 'C9']);
        return FINISHED;
      },
    });
    await upload.send({ cuenta: 'mía', revision: 'R1', version: 1 });
    expect(upload.failure).toBeUndefined();
  });

  test('is named for what it does, and as a whole once it ended', async () => {
    const phases = ['envio', 'espera', 'resultado', 'informe', 'auditoria'] as const;
    const seen: unknown[] = [];
    const upload = uploadWith((_given, { onProgress }) => {
      for (const fase of phases) {
        onProgress?.({ fase, hecho: 1, total: 2, carga: 'C1' });
        seen.push(jobs.active[0]?.title());
      }
      return failWith('DISCO_LLENO');
    });
    upload.screen = AbortSignal.abort();
    await upload.resume(C1, 'a.csv');
    const [sending, result] = ['Envío de «a»', 'Resultado de «a»'];
    expect(seen).toEqual([sending, sending, result, result, 'Espera de seguridad de «a»']);
    expect(jobs.failed.map(({ title }) => title())).toEqual([sending]);
  });

  test('that first checks a tanda of an earlier one sends nothing, and is found by its own name', async () => {
    const anterior = { archivos: ['lunes.csv'], tanda: 3 };
    const upload = uploadOf({
      'revision.enviar': (_given, { onProgress }) => {
        onProgress?.({ fase: 'anterior', hecho: 0, total: null, carga: 'C2', anterior });
        const job = jobs.findUpload('C2');
        expect([job && describeRunning(job).word, job?.percent, upload.isActive]).toEqual([
          'En espera',
          undefined,
          false,
        ]);
        expect(describeConfirmed({ enviados: 0, cupones: 90 }, job)).toBe('0 de 90 cupones confirmados');
        return FINISHED;
      },
    });
    await upload.send({ cuenta: 'mía', revision: 'R1', version: 1 }, 'martes.csv');
    expect(upload.failure).toBeUndefined();
    expect(describeSettled(anterior)).toBe('Antes comprobamos la tanda 3 de «lunes»');
  });

  test('says what is missing at the pace of what was confirmed', async () => {
    const estimates: (number | undefined)[] = [];
    const upload = uploadWith((_given, { onProgress }) => {
      for (const done of [0, 50]) {
        onProgress?.({ fase: 'envio', hecho: done, total: 200 });
        estimates.push(upload.estimateLeft(now));
        now += 10_000;
      }
      estimates.push(upload.estimateLeft(now));
      now += 20_000;
      estimates.push(upload.estimateLeft(now));
      return [FINISHED];
    });
    await upload.resume(C1);
    expect(estimates).toEqual([undefined, 30_000, 20_000, undefined]);
  });

  test('counts down what is left of a wait, and says to screen readers only what kind of wait it is', async () => {
    const seen: unknown[] = [];
    const look = (): void => void seen.push([upload.getSentence(now), upload.spoken]);
    const waits = getPhrase('esperar', { n: 96 });
    const again = getPhrase('esperar', { n: 20 });
    const silent = getPhrase('no_responde', { n: 4 });
    const upload = uploadWith((_given, { onProgress }) => {
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
    });
    await upload.resume(C1);
    expect(seen).toEqual([
      [waits, waits],
      [{ ...waits, n: 66 }, waits],
      [undefined, waits], // the wait is over, and its end was not told yet
      [again, waits],
      [silent, silent],
      [undefined, undefined],
    ]);
  });

  test('stopping it asks the core, which says what was kept', async () => {
    const upload = uploadWith((_given, { signal }) => {
      upload.stop();
      expect(upload.isHalting).toBe(true);
      expect(signal?.aborted).toBe(true);
      return [stopped({})];
    });
    await upload.resume(C1);
    expect(upload.stopped).toMatchObject({ codigo: 'CANCELADO', enviados: 1, pendientes: 2 });
    expect(upload.isPaused).toBe(false);
  });

  test('one that the service was not there for goes on by itself, without asking for the secret, while it gets on', async () => {
    let sent = 0;
    const asked: unknown[] = [];
    const upload = uploadWith(({ sinPreguntar }) => {
      asked.push(sinPreguntar);
      return [stopped({ codigo: 'SIN_CONEXION', enviados: sent })];
    });
    await upload.resume(C1);
    for (const now of [5, 5, 9, 9, 9, 9]) {
      expect(upload.waitsForService).toBe(true);
      sent = now;
      await upload.retake(C1);
    }
    expect(upload.waitsForService).toBe(false);
    expect(asked).toEqual([undefined, true, true, true, true, true, true]);
  });

  test('one that goes on by itself has been running since it began', async () => {
    now = 5000;
    const upload = uploadWith(() => [stopped({ codigo: 'SIN_CONEXION' })]);
    await upload.resume(C1);
    now = 9000;
    await upload.retake(C1);
    expect(upload.startedAt).toBe(5000);
    await upload.resume(C1);
    expect(upload.startedAt).toBe(9000);
  });

  test('one that the service was not there for stays stopped where the secret would be needed', async () => {
    const answers = [() => [stopped({ codigo: 'SIN_CONEXION' })], () => failWith('CLAVE_AUSENTE')];
    const upload = uploadWith(() => answers.shift()?.() ?? []);
    await upload.resume(C1);
    await upload.retake(C1);
    expect([upload.failure, upload.stopped?.codigo]).toEqual([undefined, 'SIN_CONEXION']);
    expect(upload.waitsForService).toBe(false);
  });

  test('one that a person stopped waits for nothing but the person', async () => {
    const upload = uploadWith(() => [stopped({ codigo: 'CANCELADO' })]);
    await upload.resume(C1);
    expect(upload.waitsForService).toBe(false);
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
      const screen = new AbortController();
      const upload = uploadWith(answer);
      upload.screen = screen.signal;
      await upload.resume(C1);
      expect(jobs.failed).toEqual([]);
      screen.abort();
      await upload.resume(C1);
      expect(jobs.failed).toMatchObject([{ ruta: { seccion: 'conciliaciones' }, falla: { code: 'DISCO_LLENO' } }]);
    },
  );

  test.for([
    ['fails without the service', () => failWith('SIN_CONEXION')],
    ['stops without the service', () => [stopped({ codigo: 'SIN_CONEXION' })]],
  ] as const)('one that a person stopped does not go on by itself, although its call %s', async ([, answer]) => {
    const upload = uploadWith(() => {
      upload.stop();
      return answer();
    });
    await upload.resume(C1);
    expect(upload.waitsForService).toBe(false);
    await upload.resume(C1, 'a.csv');
    expect(upload.wasStopped).toBe(true);
  });

  test('keeps the result that it has while it waits for the end of the safety wait, also once it stopped', async () => {
    const seen: unknown[] = [];
    const answers = [
      (onProgress?: (progress: Progress) => void) => {
        onProgress?.({ fase: 'auditoria', hecho: 0, total: null, carga: 'C1', id: '48213' });
        seen.push(jobs.findUpload('C1')?.result);
        return [stopped({ estado: 'ESPERANDO' })];
      },
      () => {
        seen.push(upload.resultSoFar);
        return [FINISHED];
      },
    ];
    const upload = uploadWith((_given, { onProgress }) => answers.shift()?.(onProgress) ?? []);
    await upload.resume(C1);
    seen.push(upload.resultSoFar);
    await upload.resume(C1);
    expect(seen).toEqual(['48213', '48213', '48213']);
    await upload.resume({ ...C1, carga: 'C2' });
    expect(upload.resultSoFar).toBeUndefined();
  });

  test('one that waits for a decision has not failed: it is asked where uploads wait', async () => {
    const decision = { pregunta: '', frase: getPhrase('rechazo'), opciones: [] };
    const asking: FinishedUpload = { ...FINISHED, informe: null, codigo: 'DUPLICACION_DETECTADA', decision };
    const upload = uploadWith(() => [asking]);
    upload.screen = AbortSignal.abort();
    await upload.resume(C1);
    expect(jobs.failed).toEqual([]);
  });

  test('what it ended with is explained: the last days of its account are downloaded behind it', async () => {
    const brought: (string | undefined)[] = [];
    const freshness = { updateBehind: async (account: string | undefined) => void brought.push(account) };
    const answers = [stopped({}), { ...FINISHED, id: null }, FINISHED];
    const upload = uploadOf({ 'cargas.retomar': () => answers.splice(0, 1) }, freshness);
    await upload.resume(C1);
    await upload.resume(C1);
    expect(brought).toEqual([]);
    await upload.resume(C1);
    expect(brought).toEqual(['mía']);
  });

  test('that has no report says why', async () => {
    const answers = [
      FINISHED,
      { ...FINISHED, informe: null, codigo: 'DISCO_LLENO', mensaje: 'No hay lugar.' } as const,
    ];
    const upload = uploadWith(() => answers.splice(0, 1));
    await upload.resume(C1);
    expect(upload.reportFailure).toBeUndefined();
    await upload.resume(C1);
    expect(upload.reportFailure?.code).toBe('DISCO_LLENO');
  });
});

test('the uploads that run on a page are found by the page that is loaded after it, of their account', async () => {
  const storage = memoryStorage();
  const seen: unknown[] = [];
  const list = (account = 'mía') => new TakenUp(storage).listOf(account).map(({ carga, seccion }) => [carga, seccion]);
  const resume = (): FinishedUpload[] => {
    seen.push(list(), list('otra'));
    upload.moveTo('conciliar');
    seen.push(list());
    return [FINISHED];
  };
  const upload = uploadOf({ 'cargas.retomar': resume }, NONE, new TakenUp(storage));
  await upload.resume(C1);
  expect(seen).toEqual([[['C1', 'conciliaciones']], [], [['C1', 'conciliar']]]);
  expect(list()).toEqual([]);
});

test.for([
  ['that lost the service', { failure: new Failure({ code: 'SIN_CONEXION', message: '' }) }, 1],
  ['whose page lost the program', { failure: new Failure({ code: 'INTERNO', message: 'Failed to fetch' }) }, 1],
  ['that its page cut on the way out', { stopped: stopped({ codigo: 'CANCELADO' }) }, 1],
  ['that a person stopped', { stopped: stopped({ codigo: 'CANCELADO' }), wasStopped: true }, 0],
  ['that the service let nobody into', { failure: new Failure({ code: 'CREDENCIALES_RECHAZADAS', message: '' }) }, 0],
  ['that ended', {}, 0],
] as const)('an upload %s', ([, how, found]) => {
  const takenUp = new TakenUp(memoryStorage());
  takenUp.begin({ cuenta: 'mía', carga: 'C1', seccion: 'conciliaciones' });
  takenUp.begin({ cuenta: 'mía', carga: 'C2', seccion: 'conciliaciones' });
  takenUp.end('C2', { failure: undefined, stopped: undefined, wasStopped: true });
  takenUp.end('C1', { failure: undefined, stopped: undefined, wasStopped: false, ...how });
  expect(takenUp.listOf('mía')).toHaveLength(found);
});
