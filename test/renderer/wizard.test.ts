import { describe, expect, test } from 'vitest';
import type { ReviewDocument } from '#contract/revision.ts';
import { stopped, FINISHED } from './finished-uploads.ts';
import { type makeApi, ACCOUNT, failWith, inTurn } from './double.ts';
import { goBackByKey, goOnByKey } from '../../src-renderer/features/wizard/step-keys.ts';
import { bringFile, CHANGED, fileNamed, READ, recentOf, renderWizard, REVIEW, SENT, SUMMARY } from './review.ts';

describe('the wizard', () => {
  test('keeps the way back to the file under review when another one that was chosen cannot be read', async () => {
    const answers = inTurn(
      () => READ,
      () => failWith('ARCHIVO_ILEGIBLE'),
    );
    const { estado } = await bringFile({ 'revision.empezar': answers });
    await estado.bringOther([fileNamed('b.xlsx')]);
    expect([estado.step, estado.wasLeft, estado.failure?.code]).toEqual(['archivo', true, 'ARCHIVO_ILEGIBLE']);
    estado.continueWithLeft();
    expect(estado.step).toBe('revision');
  });

  test.each(['columnas', 'previa', 'envio'] as const)('comes back to the step %s of its address', async (step) => {
    const { estado } = await renderWizard({ 'revision.ver': () => READ });
    await estado.recover(step);
    expect([estado.step, estado.stepInAddress]).toEqual([step, step]);
  });

  test('comes back to the review when the rows are no longer ready for the step that its address names', async () => {
    const { estado } = await renderWizard({
      'revision.ver': () => ({ ...READ, resumen: { ...SUMMARY, conError: 1 } }),
    });
    await estado.recover('envio');
    expect([estado.step, estado.stepInAddress]).toEqual(['revision', undefined]);
  });

  test('leaves a step without a foot by key, or says why it cannot', async () => {
    const { api, estado } = await bringFile({ 'revision.enviar': () => failWith('SIN_CONEXION') });
    estado.step = 'envio';
    const sent = goOnByKey(estado);
    expect([estado.step, typeof sent, goBackByKey(estado), estado.step]).toEqual([
      'envio',
      'string',
      undefined,
      'previa',
    ]);
    expect(api.pedidos.some(([method]) => method === 'revision.enviar')).toBe(false);
    estado.goBackToFile();
    expect([goBackByKey(estado), estado.step]).toEqual([expect.any(String), 'archivo']);
    expect([goOnByKey(estado), estado.step]).toEqual([undefined, 'revision']);
    estado.startOver();
    expect([goOnByKey(estado), estado.step]).toEqual([expect.any(String), 'archivo']);
    estado.upload.markFound({ carga: 'C1', estado: 'ENVIANDO' });
    estado.step = 'envio';
    expect([goBackByKey(estado), estado.step]).toEqual([expect.any(String), 'envio']);
  });

  test('goes back to any step that is done, until something was sent', async () => {
    const { estado } = await bringFile({
      'revision.enviar': () => failWith('SIN_CONEXION'),
    });
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
    estado.upload.markFound({ carga: 'C1', estado: 'ENVIANDO' });
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
    const damaged = { tabla: null, problema: { codigo: 'ARCHIVO_DANADO', mensaje: '' } } as const;
    const archivos = READ.archivos.map((file) => ({ ...file, ...damaged }));
    const { estado } = await bringFile({ 'revision.empezar': () => ({ ...READ, estado: 'columnas', archivos }) });
    estado.goBackToFile();
    expect(estado.wasLeft).toBe(false);
  });

  test('remembers a template under the name of its file when no other is written', async () => {
    const { api, estado } = await bringFile({
      'revision.empezar': () => ({ ...READ, estado: 'columnas' }),
      'revision.leer': () => REVIEW,
    });
    estado.revision.remember = true;
    estado.revision.nameTemplate();
    expect(estado.revision.template).toBe('ventas de la caja');
    estado.revision.template = '  ';
    await estado.revision.read();
    expect(api.pedidos.at(-1)).toEqual(['revision.leer', expect.objectContaining({ plantilla: 'ventas de la caja' })]);
  });

  test('says what becomes of what was corrected when other columns are chosen', async () => {
    const fixes = { mantenidos: 12, quitados: [{ campo: 'comprobante' as const, celdas: 2 }], incluidas: 0 };
    const { estado } = await bringFile({
      'revision.columnas': () => ({ ...READ, estado: 'columnas', resumen: null, arreglos: fixes }),
    });
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
    first.resolve(REVIEW);
    await reading;
    expect([estado.step, estado.wasRefused]).toEqual(['revision', false]);
    expect(api.pedidos.filter(([method]) => method === 'revision.empezar')).toHaveLength(1);
  });

  test('shows the columns of what is dropped', async () => {
    const { api, estado } = await bringFile({
      'revision.empezar': () => ({ ...REVIEW, estado: 'columnas', resumen: null }),
    });
    expect(estado.step).toBe('columnas');
    expect(api.pedidos.at(-1)).toEqual(['revision.empezar', { cuenta: 'mía', archivos: ['archivo:1/a.xlsx'] }]);
  });

  describe('with a review that cannot be taken up', () => {
    test('says so, and tries again when the person wants', async () => {
      const answers = inTurn(
        () => failWith('DISCO_LLENO'),
        () => REVIEW,
      );
      const { estado } = await renderWizard({ 'revision.ver': answers });
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

  test('names no file in its first step once the person wants another one', async () => {
    const { estado } = await bringFile({});
    estado.goBackToFile();
    expect(estado.shownName).toBe('ventas de la caja.xlsx');
    estado.continueWithLeft();
    estado.startOver();
    expect(estado.shownName).toBe('');
  });
});

/** The account of every call that has one, with its method. */
const accountsOf = (api: ReturnType<typeof makeApi>) =>
  api.pedidos.flatMap(([method, input]) =>
    typeof input === 'object' && input !== null && 'cuenta' in input ? [[method, input.cuenta]] : [],
  );

describe('the wizard, when another account is chosen in the top bar,', () => {
  const OTHER = { ...ACCOUNT, nombre: 'otra', predeterminada: false };
  const both = { 'cuentas.listar': () => [ACCOUNT, OTHER] };

  test('goes on with the account of the file', async () => {
    const { api, estado, session } = await bringFile({
      ...both,
      'revision.enviar': () => stopped({}),
      'revision.deshacer': () => CHANGED,
      'cargas.retomar': () => [FINISHED],
    });
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
    const { estado, session } = await bringFile(both);
    estado.startOver();
    session.choose('otra');
    await estado.bring([fileNamed('b.xlsx')]);
    expect([estado.account, estado.isOfOtherAccount]).toEqual(['otra', false]);
  });

  test('names no step in the address, which would be that of the other account', async () => {
    const { estado, session } = await renderWizard({ ...both, 'revision.ver': () => REVIEW });
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
    const { api, estado, session } = await renderWizard({
      ...both,
      'revision.ver': () => {
        session.choose('otra');
        return SENT;
      },
      'cargas.recientes': () => [recentOf('ENVIANDO')],
    });
    await estado.recover();
    expect([estado.step, estado.account]).toEqual(['envio', 'mía']);
    expect(accountsOf(api)).toEqual([
      ['revision.ver', 'mía'],
      ['cargas.recientes', 'mía'],
    ]);
  });
});
