import { describe, expect, test } from 'vitest';
import { getPhrase } from '#domain/texts/upload-sentences.ts';
import type { UploadQuestionDocument } from '#contract/documents.ts';
import { stopped, FINISHED } from './finished-uploads.ts';
import { failWith, inTurn } from './double.ts';
import { bringFile, CHANGED, fileNamed, recentOf, renderWizard, SENT, SENT_BEFORE } from './review.ts';

const DECISION: UploadQuestionDocument = {
  pregunta: '¿?',
  frase: getPhrase('ya_enviada'),
  opciones: [{ clave: 'nueva', texto: 'Mandarlos otra vez, en un envío nuevo.', frase: getPhrase('op_nueva') }],
};

const rows = { 'revision.filas': () => ({ version: 4, total: 0, desde: 0, filas: [] }) };

describe('the wizard, whose file has coupons that were sent before,', () => {
  type Wizard = Awaited<ReturnType<typeof bringFile>>['estado'];
  const choiceOf = ({ sentBefore }: Wizard) => [sentBefore.shown, sentBefore.made, sentBefore.isChoosing];

  test('takes the choice once it was applied to the rows', async () => {
    const change = Promise.withResolvers<undefined>();
    const { estado } = await bringFile({
      ...rows,
      'revision.omitir': async () => {
        await change.promise;
        return CHANGED;
      },
    });
    estado.sentBefore.mustChoose = true;
    const chosen = estado.sentBefore.choose('omitir');
    expect(choiceOf(estado)).toEqual(['omitir', undefined, true]);
    change.resolve(undefined);
    await chosen;
    expect(choiceOf(estado)).toEqual(['omitir', 'omitir', false]);
    expect(estado.sentBefore.mustChoose).toBe(false);
  });

  test('sends nothing before the choice, however few they are', async () => {
    const resumen = { ...CHANGED.resumen, enviados: [SENT_BEFORE] };
    const { api, estado } = await bringFile({
      ...rows,
      'revision.omitir': () => ({ ...CHANGED, resumen }),
      'revision.enviar': () => FINISHED,
    });
    await estado.sentBefore.choose('mandar');
    estado.sentBefore.made = undefined;
    await estado.send();
    expect([estado.sentBefore.mustChoose, estado.sentBefore.undecided]).toEqual([true, 1]);
    expect(api.pedidos.some(([method]) => method === 'revision.enviar')).toBe(false);
    await estado.sentBefore.choose('mandar');
    await estado.send();
    expect(api.pedidos.at(-1)).toEqual(['revision.enviar', expect.objectContaining({ decidir: 'enviar-todos' })]);
  });

  test('shows why the choice could not be applied, and still asks', async () => {
    const { estado } = await bringFile({
      ...rows,
      'revision.omitir': inTurn(
        () => failWith('DISCO_LLENO'),
        () => CHANGED,
      ),
    });
    estado.sentBefore.mustChoose = true;
    await estado.sentBefore.choose('omitir');
    expect([estado.sentBefore.shown, estado.sentBefore.failure?.code, estado.sentBefore.mustChoose]).toEqual([
      undefined,
      'DISCO_LLENO',
      true,
    ]);
    await estado.sentBefore.choose('mandar');
    expect([estado.sentBefore.shown, estado.sentBefore.failure]).toEqual(['mandar', undefined]);
  });

  test('ends with the last choice when two are made one right after another', async () => {
    const { estado } = await bringFile({ ...rows, 'revision.omitir': () => CHANGED });
    const first = estado.sentBefore.choose('omitir');
    const second = estado.sentBefore.choose('mandar');
    await Promise.all([first, second]);
    expect(choiceOf(estado)).toEqual(['mandar', 'mandar', false]);
  });
});

describe('an upload of the wizard', () => {
  test('a send that was on its way when the page was closed is there again, in pause', async () => {
    const { api, estado } = await renderWizard({
      'revision.ver': () => SENT,
      'cargas.recientes': () => [recentOf('ENVIANDO')],
      'cargas.retomar': () => [FINISHED],
    });
    await estado.recover();
    expect([estado.step, estado.shownName, estado.upload.isPaused]).toEqual(['envio', 'ventas de la caja.xlsx', true]);
    await estado.keepGoing();
    expect(api.pedidos.at(-1)).toEqual(['cargas.retomar', expect.objectContaining({ cuenta: 'mía', carga: 'C1' })]);
    expect(estado.step).toBe('resultado');
  });

  test.for([
    ['whose upload ended', 'C1'],
    ['that has no upload', null],
  ] as const)('a review that was sent, %s, is not taken up again', async ([, carga]) => {
    const { estado } = await renderWizard({
      'revision.ver': () => ({ ...SENT, carga }),
      'cargas.recientes': () => [recentOf('TERMINADA')],
    });
    await estado.recover();
    expect([estado.step, estado.shownName]).toEqual(['archivo', '']);
  });

  test.for([
    ['TERMINADA', 'ended from the list of reconciliations leaves the wizard at its beginning', 'archivo', undefined],
    ['ENVIANDO', 'can go on is still there', 'envio', 'CREDENCIALES_RECHAZADAS'],
  ] as const)('one that stopped here, %s: %s', async ([state, , step, code]) => {
    const { estado } = await bringFile({
      'revision.enviar': () => stopped({ codigo: 'CREDENCIALES_RECHAZADAS' }),
      'cargas.recientes': () => [recentOf(state)],
    });
    await estado.send();
    await estado.recover();
    expect([estado.step, estado.upload.stopped?.codigo]).toEqual([step, code]);
  });

  describe('whose coupons are all confirmed, when the page was closed', () => {
    const waiting = { 'revision.ver': () => SENT, 'cargas.recientes': () => [recentOf('ESPERANDO')] };

    test('goes on by itself to its result', async () => {
      const { api, estado } = await renderWizard({ ...waiting, 'cargas.retomar': () => [FINISHED] });
      await estado.recover();
      expect(api.pedidos.at(-1)).toEqual([
        'cargas.retomar',
        expect.objectContaining({ carga: 'C1', sinPreguntar: true }),
      ]);
      expect(estado.step).toBe('resultado');
    });

    test('waits for the person where the secret would have to be asked for', async () => {
      const { estado } = await renderWizard({ ...waiting, 'cargas.retomar': () => failWith('CLAVE_AUSENTE') });
      await estado.recover();
      expect([estado.step, estado.upload.isPaused, estado.upload.failure]).toEqual(['envio', true, undefined]);
    });
  });

  test('sends the version that was seen, with the consent to the mark', async () => {
    const { api, estado } = await bringFile({ 'revision.enviar': () => FINISHED });
    estado.marca = false;
    await estado.send();
    expect(api.pedidos.at(-1)).toEqual([
      'revision.enviar',
      { cuenta: 'mía', revision: 'R1', version: 4, marcador: 'ninguno', informe: 'informe-mía.xlsx' },
    ]);
    expect(estado.step).toBe('resultado');
    expect(estado.upload.finished).toEqual(FINISHED);
  });

  test('the same file again is sent with the answer, not resumed', async () => {
    const { api, estado } = await bringFile({
      'revision.enviar': ({ decidir }) =>
        decidir === 'nueva' ? FINISHED : stopped({ codigo: 'YA_ENVIADO', decision: DECISION }),
    });
    await estado.send();
    // With a single option, the page asks without a dialog.
    expect([estado.upload.repeatedDecision, estado.upload.decision]).toEqual([DECISION, undefined]);
    await estado.decide('nueva');
    expect(api.pedidos.at(-1)?.[0]).toBe('revision.enviar');
    expect(estado.step).toBe('resultado');
  });

  test('the same file again is sent at once when the person chose that in the review', async () => {
    const { api, estado } = await bringFile({
      ...rows,
      'revision.omitir': () => CHANGED,
      'revision.enviar': ({ decidir }) =>
        decidir === 'nueva' ? FINISHED : stopped({ codigo: 'YA_ENVIADO', decision: DECISION }),
    });
    await estado.sentBefore.choose('mandar');
    await estado.send();
    expect(api.pedidos.slice(-2)).toMatchObject([
      ['revision.enviar', { decidir: 'enviar-todos' }],
      ['revision.enviar', { decidir: 'nueva' }],
    ]);
    expect(estado.step).toBe('resultado');
  });

  test('the same file again is not sent when the person stopped the call that asked', async () => {
    const { api, estado } = await bringFile({
      ...rows,
      'revision.omitir': () => CHANGED,
      'revision.enviar': () => {
        estado.upload.stop();
        return stopped({ codigo: 'YA_ENVIADO', decision: DECISION });
      },
    });
    await estado.sentBefore.choose('mandar');
    await estado.send();
    expect(api.pedidos.filter(([method]) => method === 'revision.enviar')).toHaveLength(1);
    expect([estado.step, estado.upload.repeatedDecision]).toEqual(['envio', DECISION]);
  });

  test('that ended while another screen was open is told of there', async () => {
    const screen = new AbortController();
    const { estado, settled } = await bringFile({
      'revision.enviar': () => {
        screen.abort();
        return FINISHED;
      },
    });
    estado.screen = screen.signal;
    await estado.send();
    expect([estado.step, settled]).toEqual(['resultado', [estado.upload]]);
  });

  test('that is left for another file goes on, and its end changes nothing of the other', async () => {
    const held = Promise.withResolvers<typeof FINISHED>();
    const { estado, jobs, left, settled } = await bringFile({
      'revision.enviar': (_given, { onProgress }) => {
        expect(estado.canLeaveUpload).toBe(false); // the upload has no id yet
        onProgress?.({ fase: 'espera', hecho: 0, total: null, carga: 'C1' });
        return held.promise;
      },
    });
    const first = estado.upload;
    const sending = estado.send();
    expect(estado.canLeaveUpload).toBe(true);
    estado.leaveUpload();
    expect([estado.step, left, jobs.findUpload('C1') !== undefined]).toEqual(['archivo', [first], true]);
    await estado.bring([fileNamed('b.xlsx')]);
    expect([estado.step, settled]).toEqual(['revision', []]);
    held.resolve(FINISHED);
    await sending;
    expect([estado.step, settled, estado.upload.document]).toEqual(['revision', [first], undefined]);
  });

  describe('that the service is not there for as it begins', () => {
    const unreachable = (answer: () => typeof FINISHED) =>
      bringFile({ 'revision.enviar': inTurn(() => failWith('SIN_CONEXION'), answer) });

    test('is sent by itself, as it was asked for, once the service is back', async () => {
      const { api, estado, jobs } = await unreachable(() => FINISHED);
      estado.marca = false;
      estado.upload.screen = AbortSignal.abort();
      await estado.send();
      expect([estado.step, estado.upload.waitsForService, jobs.failed]).toEqual(['envio', true, []]);
      estado.marca = true;
      await estado.goOnAlone();
      expect(api.pedidos.at(-1)).toEqual([
        'revision.enviar',
        expect.objectContaining({ revision: 'R1', version: 4, marcador: 'ninguno', sinPreguntar: true }),
      ]);
      expect(estado.step).toBe('resultado');
    });

    test('is tried three times, then by the person', async () => {
      const { estado } = await unreachable(() => failWith('SIN_CONEXION'));
      await estado.send();
      for (let times = 0; times < 3; times++) {
        expect(estado.upload.waitsForService).toBe(true);
        await estado.goOnAlone();
      }
      expect([estado.upload.waitsForService, estado.upload.failure?.code]).toEqual([false, 'SIN_CONEXION']);
      await estado.send();
      expect(estado.upload.waitsForService).toBe(true);
    });

    test('is not sent while the person looks at its rows again', async () => {
      const { api, estado } = await unreachable(() => FINISHED);
      await estado.send();
      estado.goTo('revision');
      await estado.goOnAlone();
      expect(api.pedidos.filter(([method]) => method === 'revision.enviar')).toHaveLength(1);
      expect(estado.step).toBe('revision');
    });
  });

  test('one that cannot be resumed without the service is resumed, not sent again, once it is back', async () => {
    const fail = () => failWith('SIN_CONEXION');
    const { api, estado } = await bringFile({
      'revision.enviar': () => stopped({}),
      'cargas.retomar': inTurn(fail, fail, () => [FINISHED]),
    });
    await estado.send();
    await estado.keepGoing();
    expect(estado.upload.waitsForService).toBe(true);
    await estado.retry();
    await estado.goOnAlone();
    expect(api.pedidos.slice(-3)).toMatchObject([
      ['cargas.retomar', { carga: 'C1' }],
      ['cargas.retomar', { carga: 'C1' }],
      ['cargas.retomar', { carga: 'C1', sinPreguntar: true }],
    ]);
    expect(estado.step).toBe('resultado');
  });

  test('what an upload asks in the middle is answered to that upload', async () => {
    const { api, estado } = await bringFile({
      'revision.enviar': () => stopped({ codigo: 'DECISION_NECESARIA', decision: DECISION }),
      'cargas.retomar': () => [FINISHED],
    });
    await estado.send();
    await estado.decide('nueva');
    expect(api.pedidos.at(-1)).toEqual([
      'cargas.retomar',
      { cuenta: 'mía', carga: 'C1', informe: 'informe-mía.xlsx', decidir: 'nueva' },
    ]);
  });

  test('a decision that is put off is asked again when the person wants', async () => {
    const { estado } = await bringFile({
      'revision.enviar': () => stopped({ codigo: 'DECISION_NECESARIA', decision: DECISION }),
    });
    await estado.send();
    estado.upload.postpone();
    expect(estado.upload.decision).toBeUndefined();
    expect(estado.upload.stopped?.decision).toEqual(DECISION);
    estado.upload.resumeDecision();
    expect(estado.upload.decision).toEqual(DECISION);
  });
});
