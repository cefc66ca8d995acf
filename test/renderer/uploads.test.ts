import { describe, expect, test, vi } from 'vitest';
import { getPhrase } from '#domain/texts/upload-sentences.ts';
import type { UploadQuestionDocument } from '#contract/documents.ts';
import type { ReviewDocument, ReviewSummary } from '#contract/revision.ts';
import { ConciliarState } from '../../src-renderer/features/wizard/conciliar.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { stopped, FINISHED } from './finished-uploads.ts';
import { makeApi, ACCOUNT, failWith } from './double.ts';

const DECISION: UploadQuestionDocument = {
  pregunta: '¿?',
  frase: getPhrase('ya_enviada'),
  opciones: [{ clave: 'nueva', texto: 'Mandarlos otra vez, en un envío nuevo.', frase: getPhrase('op_nueva') }],
};
const SUMMARY: ReviewSummary = {
  version: 4,
  filas: 4,
  listas: 3,
  conError: 0,
  conAviso: 1,
  importe: '0.00',
  omitidas: 1,
  ignoradas: 0,
  lineasDeTotal: 0,
  campos: ['fecha_venta', 'importe'],
  fechas: [],
  enviados: [],
  yaEnviado: { cupones: 0, de: 3, mayoria: false, conciliacion: null },
  deshacer: false,
  rehacer: false,
};
const REVISION: ReviewDocument = {
  revision: 'R1',
  estado: 'filas',
  archivos: [],
  conProblema: [],
  resumen: SUMMARY,
  arreglos: null,
  carga: null,
};

async function renderWizard(answers: Parameters<typeof makeApi>[0]) {
  const api = makeApi({ 'cuentas.listar': () => [ACCOUNT], 'revision.empezar': () => REVISION, ...answers });
  const session = new Session(api);
  await session.read();
  let now = 0;
  const freshness = { updateBehind: async () => undefined };
  const state = new ConciliarState(
    { api, session, jobs: new Jobs(), freshness, period: { today: '2026-11-24' } },
    () => (now += 1000),
  );
  return { api, estado: state, session };
}

/** The account of every call that has one, with its method. */
const accountsOf = (api: ReturnType<typeof makeApi>) =>
  api.pedidos.flatMap(([method, input]) =>
    typeof input === 'object' && input !== null && 'cuenta' in input ? [[method, input.cuenta]] : [],
  );

const fileNamed = (name: string): File => new File(['x'], name);
const LEGIBLE: ReviewDocument['archivos'][number] = {
  nombre: 'ventas de la caja.xlsx',
  origen: 0,
  conCupones: [],
  hojas: [],
  problema: null,
  tabla: {
    hoja: null,
    hojas: [],
    encabezado: 1,
    filas: 4,
    plantilla: null,
    columnas: [],
    vista: [],
    dudas: [],
  },
  avisos: [],
};

describe('the wizard', () => {
  test('goes back to the first step without losing the file under review', async () => {
    const { estado } = await renderWizard({ 'revision.empezar': () => ({ ...REVISION, archivos: [LEGIBLE] }) });
    await estado.bring([fileNamed('a.xlsx')]);
    estado.goBackToFile();
    expect([estado.step, estado.wasLeft]).toEqual(['archivo', true]);
    estado.continueWithLeft();
    expect([estado.step, estado.wasLeft]).toEqual(['revision', false]);
  });

  test('keeps the way back to the file under review when another one that was chosen cannot be read', async () => {
    let times = 0;
    const { estado } = await renderWizard({
      'revision.empezar': () => (++times === 1 ? { ...REVISION, archivos: [LEGIBLE] } : failWith('ARCHIVO_ILEGIBLE')),
    });
    await estado.bring([fileNamed('a.xlsx')]);
    await estado.bringOther([fileNamed('b.xlsx')]);
    expect([estado.step, estado.wasLeft, estado.failure?.code]).toEqual(['archivo', true, 'ARCHIVO_ILEGIBLE']);
    estado.continueWithLeft();
    expect(estado.step).toBe('revision');
  });

  test.each(['columnas', 'previa', 'envio'] as const)(
    'comes back to the step %s that its address names',
    async (step) => {
      const { estado } = await renderWizard({ 'revision.ver': () => ({ ...REVISION, archivos: [LEGIBLE] }) });
      await estado.recover(step);
      expect([estado.step, estado.stepInAddress]).toEqual([step, step]);
    },
  );

  test('comes back to the review when the rows are no longer ready for the step that its address names', async () => {
    const faulty: ReviewDocument = { ...REVISION, archivos: [LEGIBLE], resumen: { ...SUMMARY, conError: 1 } };
    const { estado } = await renderWizard({ 'revision.ver': () => faulty });
    await estado.recover('envio');
    expect([estado.step, estado.stepInAddress]).toEqual(['revision', undefined]);
  });

  describe('when another account is chosen in the top bar', () => {
    const OTHER = { ...ACCOUNT, nombre: 'otra', predeterminada: false };
    const both = { 'cuentas.listar': () => [ACCOUNT, OTHER] };

    test('goes on with the account of the file', async () => {
      const { api, estado, session } = await renderWizard({
        ...both,
        'revision.enviar': () => stopped({}),
        'revision.deshacer': () => ({ resumen: SUMMARY, cambiadas: 1, fila: null }),
        'cargas.retomar': () => [FINISHED],
      });
      await estado.bring([fileNamed('a.xlsx')]);
      session.choose('otra');
      await estado.revision.undo();
      await estado.send();
      await estado.keepGoing();
      expect([estado.account, estado.isOfOtherAccount, estado.upload.account]).toEqual(['mía', true, 'mía']);
      expect(accountsOf(api)).toEqual(
        ['revision.empezar', 'revision.deshacer', 'revision.enviar', 'cargas.retomar'].map((method) => [method, 'mía']),
      );
      expect(api.pedidos.at(-1)?.[1]).toMatchObject({ informe: 'informe-mía.xlsx' });
      expect([estado.result, estado.resultInAddress]).toEqual(['48213', undefined]);
      estado.showAccount();
      expect([session.actual?.nombre, estado.resultInAddress]).toEqual(['mía', '48213']);
    });

    test('brings the next file for it', async () => {
      const { estado, session } = await renderWizard(both);
      await estado.bring([fileNamed('a.xlsx')]);
      estado.startOver();
      session.choose('otra');
      await estado.bring([fileNamed('b.xlsx')]);
      expect([estado.account, estado.isOfOtherAccount]).toEqual(['otra', false]);
    });

    test('names no step in the address, which would be that of the other account', async () => {
      const { estado, session } = await renderWizard({ ...both, 'revision.ver': () => REVISION });
      await estado.recover('previa');
      session.choose('otra');
      expect([estado.step, estado.stepInAddress]).toEqual(['previa', undefined]);
    });

    test('keeps showing the result that its address named, of the account of then', async () => {
      const { estado, session } = await renderWizard(both);
      estado.openResult('5001');
      session.choose('otra');
      expect(estado.account).toBe('mía');
    });

    test('takes up an upload of the account that was asked for it', async () => {
      const recent = { carga: 'C1', archivos: [], at: 0, cupones: 3, estado: 'ENVIANDO', id: '48213' };
      const { api, estado, session } = await renderWizard({
        ...both,
        'revision.ver': () => {
          session.choose('otra');
          return { ...REVISION, estado: 'enviada', archivos: [LEGIBLE], carga: 'C1' };
        },
        'cargas.recientes': () => [recent],
      });
      await estado.recover();
      expect([estado.step, estado.account]).toEqual(['envio', 'mía']);
      expect(accountsOf(api)).toEqual([
        ['revision.ver', 'mía'],
        ['cargas.recientes', 'mía'],
      ]);
    });
  });

  describe('whose file has coupons that were sent before', () => {
    const rows = { 'revision.filas': () => ({ version: 4, total: 0, desde: 0, filas: [] }) };

    test('takes the choice once it was applied to the rows', async () => {
      const change = Promise.withResolvers<undefined>();
      const { estado } = await renderWizard({
        ...rows,
        'revision.omitir': async () => {
          await change.promise;
          return { resumen: SUMMARY, cambiadas: 1, fila: null };
        },
      });
      await estado.bring([fileNamed('a.xlsx')]);
      estado.mustChoose = true;
      const chosen = estado.chooseAlreadySent('omitir');
      expect([estado.shownChoice, estado.alreadySent, estado.isChoosing]).toEqual(['omitir', undefined, true]);
      change.resolve(undefined);
      await chosen;
      expect([estado.shownChoice, estado.alreadySent, estado.isChoosing]).toEqual(['omitir', 'omitir', false]);
      expect(estado.mustChoose).toBe(false);
    });

    test('shows why the choice could not be applied, and still asks', async () => {
      let times = 0;
      const { estado } = await renderWizard({
        ...rows,
        'revision.omitir': () => {
          times += 1;
          return times === 1 ? failWith('DISCO_LLENO') : { resumen: SUMMARY, cambiadas: 1, fila: null };
        },
      });
      await estado.bring([fileNamed('a.xlsx')]);
      estado.mustChoose = true;
      await estado.chooseAlreadySent('omitir');
      expect([estado.shownChoice, estado.choiceFailure?.code, estado.mustChoose]).toEqual([
        undefined,
        'DISCO_LLENO',
        true,
      ]);
      await estado.chooseAlreadySent('mandar');
      expect([estado.shownChoice, estado.choiceFailure]).toEqual(['mandar', undefined]);
    });

    test('ends with the last choice when two are made one right after another', async () => {
      const { estado } = await renderWizard({
        ...rows,
        'revision.omitir': () => ({ resumen: SUMMARY, cambiadas: 1, fila: null }),
      });
      await estado.bring([fileNamed('a.xlsx')]);
      const first = estado.chooseAlreadySent('omitir');
      const second = estado.chooseAlreadySent('mandar');
      await Promise.all([first, second]);
      expect([estado.shownChoice, estado.alreadySent, estado.isChoosing]).toEqual(['mandar', 'mandar', false]);
    });
  });

  describe('with files that were opened with the program', () => {
    const filesOf = (api: Awaited<ReturnType<typeof renderWizard>>['api']) =>
      api.pedidos.flatMap(([method, input]) =>
        method === 'revision.empezar' ? [(input as { archivos: readonly string[] }).archivos] : [],
      );
    const readable = { 'revision.ver': () => null, 'revision.empezar': () => ({ ...REVISION, archivos: [LEGIBLE] }) };

    test('reads them at once where nothing was begun', async () => {
      const { api, estado } = await renderWizard(readable);
      await estado.openWith(['archivo:1/a.xlsx', 'archivo:2/b.xlsx']);
      expect(filesOf(api)).toEqual([['archivo:1/a.xlsx', 'archivo:2/b.xlsx']]);
      expect([estado.step, estado.opened, estado.isReading]).toEqual(['revision', [], false]);
    });

    test('reads those that come meanwhile together with the first', async () => {
      const first = Promise.withResolvers<undefined>();
      let times = 0;
      const { api, estado } = await renderWizard({
        ...readable,
        'revision.empezar': async () => {
          times += 1;
          if (times === 1) await first.promise;
          return { ...REVISION, archivos: [LEGIBLE] };
        },
      });
      const reading = estado.openWith(['archivo:1/a.xlsx']);
      await vi.waitUntil(() => times === 1);
      await estado.openWith(['archivo:2/b.xlsx']);
      first.resolve(undefined);
      await reading;
      expect(filesOf(api).at(-1)).toEqual(['archivo:1/a.xlsx', 'archivo:2/b.xlsx']);
      expect([estado.step, estado.opened, estado.isReading]).toEqual(['revision', [], false]);
    });

    test('asks before they take the place of what is under review', async () => {
      const { api, estado } = await renderWizard(readable);
      await estado.bring([fileNamed('mía.xlsx')]);
      await estado.openWith(['archivo:1/a.xlsx']);
      expect([filesOf(api).length, estado.step, estado.openedName]).toEqual([1, 'revision', 'a.xlsx']);
      expect(estado.canReadOpened).toBe(true);
      await estado.readOpened();
      expect(filesOf(api).at(-1)).toEqual(['archivo:1/a.xlsx']);
      await estado.openWith(['archivo:2/b.xlsx']);
      estado.discardOpened();
      expect([filesOf(api).length, estado.opened]).toEqual([2, []]);
    });

    test('takes those that were dropped on another screen as well', async () => {
      const { api, estado } = await renderWizard(readable);
      await estado.bring([fileNamed('mía.xlsx')]);
      await estado.openWith([fileNamed('b.xlsx'), 'archivo:2/c.xlsx']);
      expect([estado.step, estado.openedName]).toEqual(['revision', 'b.xlsx']);
      await estado.readOpened();
      expect(filesOf(api).at(-1)).toEqual(['archivo:1/b.xlsx', 'archivo:2/c.xlsx']);
    });

    test('asks too for one that was under review when the program was closed', async () => {
      const { api, estado } = await renderWizard({
        ...readable,
        'revision.ver': () => ({ ...REVISION, archivos: [LEGIBLE] }),
      });
      await estado.openWith(['archivo:1/a.xlsx']);
      expect([filesOf(api), estado.step, estado.opened]).toEqual([[], 'revision', ['archivo:1/a.xlsx']]);
    });

    test.each([
      [null, 'revision', 1],
      [{ ...REVISION, archivos: [LEGIBLE] }, 'revision', 0],
    ] as const)(
      'treats so those that are brought before it is known what was under review (%o)',
      async (found, step, reads) => {
        const held = Promise.withResolvers<ReviewDocument | null>();
        const { api, estado } = await renderWizard({ ...readable, 'revision.ver': () => held.promise });
        const recovering = estado.recover();
        const file = fileNamed('b.xlsx');
        const bringing = estado.bring([file]);
        held.resolve(found);
        await Promise.all([recovering, bringing]);
        expect([estado.step, filesOf(api).length, estado.opened]).toEqual([step, reads, found === null ? [] : [file]]);
      },
    );

    test('leaves what is being sent alone', async () => {
      const { api, estado } = await renderWizard(readable);
      estado.upload.markFound('C1', 'ENVIANDO');
      estado.step = 'envio';
      await estado.openWith(['archivo:1/a.xlsx']);
      expect(estado.canReadOpened).toBe(false);
      await estado.readOpened();
      expect([filesOf(api), estado.step, estado.opened]).toEqual([[], 'envio', ['archivo:1/a.xlsx']]);
    });
  });

  test('goes back to any step that is done, until something was sent', async () => {
    const { estado } = await renderWizard({
      'revision.empezar': () => ({ ...REVISION, archivos: [LEGIBLE] }),
      'revision.enviar': () => failWith('SIN_CONEXION'),
    });
    await estado.bring([fileNamed('a.xlsx')]);
    expect((['archivo', 'columnas', 'revision', 'envio'] as const).map((step) => estado.canGoTo(step))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    estado.goTo('columnas');
    expect(estado.step).toBe('columnas');
    estado.goTo('envio'); // not yet
    expect(estado.step).toBe('columnas');
    estado.goTo('archivo');
    expect([estado.step, estado.wasLeft]).toEqual(['archivo', true]);
    estado.upload.markFound('C1', 'ENVIANDO');
    estado.step = 'envio';
    expect(estado.canGoTo('columnas')).toBe(false);
  });

  test('shows the result that its address names, but not over what was begun', async () => {
    const { estado } = await renderWizard({});
    estado.openResult('5001');
    expect([estado.step, estado.result]).toEqual(['resultado', '5001']);
    estado.startOver();
    expect([estado.step, estado.result]).toEqual(['archivo', undefined]);
    await estado.bring([fileNamed('a.xlsx')]);
    estado.openResult('5001');
    expect([estado.step, estado.result]).toEqual(['revision', undefined]);
  });

  test('has nothing to go on with when the file could not be read', async () => {
    const problem = { codigo: 'ARCHIVO_DANADO' as const, mensaje: '' };
    const { estado } = await renderWizard({
      'revision.empezar': () => ({
        ...REVISION,
        estado: 'columnas',
        archivos: [{ ...LEGIBLE, tabla: null, problema: problem }],
      }),
    });
    await estado.bring([fileNamed('a.xlsx')]);
    estado.goBackToFile();
    expect(estado.wasLeft).toBe(false);
  });

  test('remembers a template under the name of its file when no other is written', async () => {
    const { api, estado } = await renderWizard({
      'revision.empezar': () => ({ ...REVISION, estado: 'columnas', archivos: [LEGIBLE] }),
      'revision.leer': () => REVISION,
    });
    await estado.bring([fileNamed('a.xlsx')]);
    estado.revision.remember = true;
    estado.revision.nameTemplate();
    expect(estado.revision.template).toBe('ventas de la caja');
    estado.revision.template = '  ';
    await estado.revision.read();
    expect(api.pedidos.at(-1)).toEqual(['revision.leer', expect.objectContaining({ plantilla: 'ventas de la caja' })]);
  });

  test('says what becomes of what was corrected when other columns are chosen', async () => {
    const fixes = { mantenidos: 12, quitados: [{ campo: 'comprobante' as const, celdas: 2 }], incluidas: 0 };
    const { estado } = await renderWizard({
      'revision.empezar': () => ({ ...REVISION, archivos: [LEGIBLE] }),
      'revision.columnas': () => ({
        ...REVISION,
        estado: 'columnas',
        archivos: [LEGIBLE],
        resumen: null,
        arreglos: fixes,
      }),
    });
    await estado.bring([fileNamed('a.xlsx')]);
    expect(estado.revision.document?.arreglos).toBeNull();
    await estado.revision.readColumns(0, { mapear: { comprobante: 'Ticket' } });
    expect(estado.revision.document?.arreglos).toEqual(fixes);
  });

  test('says that it does not take a file while it reads another', async () => {
    const first = Promise.withResolvers<ReviewDocument>();
    const { api, estado } = await renderWizard({ 'revision.empezar': () => first.promise });
    const reading = estado.bring([fileNamed('a.xlsx')]);
    await estado.bring([fileNamed('b.xlsx')]);
    expect([estado.isReading, estado.wasRefused]).toEqual([true, true]);
    first.resolve(REVISION);
    await reading;
    expect([estado.step, estado.wasRefused]).toEqual(['revision', false]);
    expect(api.pedidos.filter(([method]) => method === 'revision.empezar')).toHaveLength(1);
  });

  test('shows the columns of what is dropped', async () => {
    const { api, estado } = await renderWizard({
      'revision.empezar': () => ({ ...REVISION, estado: 'columnas', resumen: null }),
    });
    await estado.bring([fileNamed('a.xlsx')]);
    expect(estado.step).toBe('columnas');
    expect(api.pedidos.at(-1)).toEqual(['revision.empezar', { cuenta: 'mía', archivos: ['archivo:1/a.xlsx'] }]);
  });

  test('a corrected file of errors leads back to the rows', async () => {
    const { estado } = await renderWizard({});
    await estado.bring([fileNamed('errores.xlsx')]);
    expect(estado.step).toBe('revision');
    expect(estado.revision.summary).toMatchObject({ filas: 4, omitidas: 1 });
    expect(estado.validCount).toBe(3);
  });

  test('goes on where the application was closed', async () => {
    const { estado } = await renderWizard({ 'revision.ver': () => REVISION });
    await estado.recover();
    expect(estado.step).toBe('revision');
  });

  describe('with a review that cannot be taken up', () => {
    test('says so, and tries again when the person wants', async () => {
      let times = 0;
      const { estado } = await renderWizard({
        'revision.ver': () => {
          times += 1;
          return times === 1 ? failWith('DISCO_LLENO') : REVISION;
        },
      });
      await estado.recover();
      expect([estado.step, estado.notTakenUp?.code]).toEqual(['archivo', 'DISCO_LLENO']);
      await estado.recover();
      expect([estado.step, estado.notTakenUp]).toEqual(['revision', undefined]);
    });

    test('asks before a file that was opened with the program takes its place', async () => {
      const { api, estado } = await renderWizard({ 'revision.ver': () => failWith('DISCO_LLENO') });
      await estado.openWith(['archivo:1/a.xlsx']);
      expect([estado.step, estado.opened]).toEqual(['archivo', ['archivo:1/a.xlsx']]);
      await estado.readOpened();
      expect(api.pedidos.at(-1)?.[0]).toBe('revision.empezar');
      expect([estado.step, estado.notTakenUp]).toEqual(['revision', undefined]);
    });
  });

  test('a revision that was sent is not taken up again', async () => {
    const { estado } = await renderWizard({ 'revision.ver': () => ({ ...REVISION, estado: 'enviada' }) });
    await estado.recover();
    expect(estado.step).toBe('archivo');
  });

  test('a send that was on its way when the page was closed is there again, in pause', async () => {
    const sent = { ...REVISION, estado: 'enviada' as const, archivos: [LEGIBLE], carga: 'C1' };
    const recent = { carga: 'C1', archivos: [], at: 0, cupones: 3, estado: 'ENVIANDO', id: '48213' };
    const { api, estado } = await renderWizard({
      'revision.ver': () => sent,
      'cargas.recientes': () => [recent],
      'cargas.retomar': () => [FINISHED],
    });
    await estado.recover();
    expect([estado.step, estado.shownName, estado.upload.isPaused]).toEqual(['envio', LEGIBLE.nombre, true]);
    await estado.keepGoing();
    expect(api.pedidos.at(-1)).toEqual(['cargas.retomar', expect.objectContaining({ cuenta: 'mía', carga: 'C1' })]);
    expect(estado.step).toBe('resultado');
  });

  test('names no file in its first step once the person wants another one', async () => {
    const { estado } = await renderWizard({ 'revision.empezar': () => ({ ...REVISION, archivos: [LEGIBLE] }) });
    await estado.bring([fileNamed('a.xlsx')]);
    estado.goBackToFile();
    expect(estado.shownName).toBe(LEGIBLE.nombre);
    estado.continueWithLeft();
    estado.startOver();
    expect(estado.shownName).toBe('');
  });

  describe('one that stopped here', () => {
    const recent = (state: string) => ({ carga: 'C1', archivos: [], at: 0, cupones: 3, estado: state, id: '48213' });
    const stop = { 'revision.enviar': () => stopped({ codigo: 'CREDENCIALES_RECHAZADAS' }) };

    test('and ended from the list of reconciliations leaves the wizard at its beginning', async () => {
      const { estado } = await renderWizard({ ...stop, 'cargas.recientes': () => [recent('TERMINADA')] });
      await estado.bring([fileNamed('a.xlsx')]);
      await estado.send();
      await estado.recover();
      expect([estado.step, estado.upload.stopped]).toEqual(['archivo', undefined]);
    });

    test('and can go on is still there', async () => {
      const { estado } = await renderWizard({ ...stop, 'cargas.recientes': () => [recent('ENVIANDO')] });
      await estado.bring([fileNamed('a.xlsx')]);
      await estado.send();
      await estado.recover();
      expect([estado.step, estado.upload.stopped?.codigo]).toEqual(['envio', 'CREDENCIALES_RECHAZADAS']);
    });
  });

  describe('whose coupons are all confirmed, when the page was closed', () => {
    const sent = { ...REVISION, estado: 'enviada' as const, archivos: [LEGIBLE], carga: 'C1' };
    const recent = { carga: 'C1', archivos: [], at: 0, cupones: 3, estado: 'ESPERANDO', id: '48213' };
    const waiting = { 'revision.ver': () => sent, 'cargas.recientes': () => [recent] };

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

  test('a send that had ended is not', async () => {
    const recent = { carga: 'C1', archivos: [], at: 0, cupones: 3, estado: 'TERMINADA', id: '48213' };
    const { estado } = await renderWizard({
      'revision.ver': () => ({ ...REVISION, estado: 'enviada', carga: 'C1' }),
      'cargas.recientes': () => [recent],
    });
    await estado.recover();
    expect([estado.step, estado.shownName]).toEqual(['archivo', '']);
  });

  test('a file that cannot be read stays in the first step, with why', async () => {
    const { estado } = await renderWizard({ 'revision.empezar': () => failWith('SIN_CONEXION') });
    await estado.bring([fileNamed('a.xlsx')]);
    expect(estado.step).toBe('archivo');
    expect(estado.failure?.code).toBe('SIN_CONEXION');
  });

  test('sends the version that was seen, with the consent to the mark', async () => {
    const { api, estado } = await renderWizard({ 'revision.enviar': () => FINISHED });
    await estado.bring([fileNamed('a.xlsx')]);
    estado.marca = false;
    await estado.send();
    expect(api.pedidos.at(-1)).toEqual([
      'revision.enviar',
      {
        cuenta: 'mía',
        revision: 'R1',
        version: 4,
        marcador: 'ninguno',
        informe: 'informe-mía.xlsx',
      },
    ]);
    expect(estado.step).toBe('resultado');
    expect(estado.upload.finished).toEqual(FINISHED);
  });

  test('the same file again is sent with the answer, not resumed', async () => {
    const { api, estado } = await renderWizard({
      'revision.enviar': ({ decidir }) =>
        decidir === 'nueva' ? FINISHED : stopped({ codigo: 'YA_ENVIADO', decision: DECISION }),
    });
    await estado.bring([fileNamed('a.xlsx')]);
    await estado.send();
    // There is nothing to choose among: it is asked on the page, without a dialog.
    expect([estado.upload.repeatedDecision, estado.upload.decision]).toEqual([DECISION, undefined]);
    await estado.decide('nueva');
    expect(api.pedidos.at(-1)?.[0]).toBe('revision.enviar');
    expect(estado.step).toBe('resultado');
  });

  test('what an upload asks in the middle is answered to that upload', async () => {
    const { api, estado } = await renderWizard({
      'revision.enviar': () => stopped({ codigo: 'DECISION_NECESARIA', decision: DECISION }),
      'cargas.retomar': () => [FINISHED],
    });
    await estado.bring([fileNamed('a.xlsx')]);
    await estado.send();
    await estado.decide('nueva');
    expect(api.pedidos.at(-1)).toEqual([
      'cargas.retomar',
      { cuenta: 'mía', carga: 'C1', informe: 'informe-mía.xlsx', decidir: 'nueva' },
    ]);
  });

  test('a decision that is put off is asked again when the person wants', async () => {
    const { estado } = await renderWizard({
      'revision.enviar': () => stopped({ codigo: 'DECISION_NECESARIA', decision: DECISION }),
    });
    await estado.bring([fileNamed('a.xlsx')]);
    await estado.send();
    estado.upload.postpone();
    expect(estado.upload.decision).toBeUndefined();
    expect(estado.upload.stopped?.decision).toEqual(DECISION);
    estado.upload.resumeDecision();
    expect(estado.upload.decision).toEqual(DECISION);
  });
});
