import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDispatch, type MethodContext, type MethodTable } from '#app/dispatch/dispatch.ts';
import { AppError } from '#contract/errors.ts';
import { INPUTS, type Method } from '#contract/inputs.ts';

const context = (signal: AbortSignal = new AbortController().signal): MethodContext => ({
  signal,
  onProgress: () => undefined,
});

/** A table whose every method is `run`, except `replaced`. */
function aTable(run: () => Promise<never>, replaced: Partial<MethodTable> = {}): MethodTable {
  const table = Object.fromEntries(Object.keys(INPUTS).map((method) => [method, { writes: false, run }]));
  return { ...table, ...replaced } as MethodTable;
}

function aDispatch(methods: MethodTable) {
  const seen: { method: Method; error: unknown }[] = [];
  let locked = 0;
  const dispatch = createDispatch({
    methods,
    asWriter: (work) => {
      locked += 1;
      return work();
    },
    onError: (method, error) => seen.push({ method, error }),
  });
  return { dispatch, seen, lockedTimes: () => locked };
}

describe('the gate', () => {
  test('answers a bug as INTERNO without its text, and tells it whole to the log', async () => {
    const bug = new TypeError('secret inside');
    const { dispatch, seen } = aDispatch(aTable(() => Promise.reject(bug)));
    const answer = await dispatch('cuentas.listar', {}, context());
    expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNO' } });
    expect(JSON.stringify(answer)).not.toContain('secret inside');
    expect(seen).toEqual([{ method: 'cuentas.listar', error: bug }]);
  });

  test.each([
    ['ENOSPC', 'DISCO_LLENO'],
    ['SQLITE_FULL', 'DISCO_LLENO'],
    ['EROFS', 'CARPETA_SIN_PERMISO'],
    ['SQLITE_READONLY_DBMOVED', 'CARPETA_SIN_PERMISO'],
    ['ENOTDIR', 'CARPETA_SIN_PERMISO'],
    ['EEXIST', 'CARPETA_SIN_PERMISO'],
    ['EIO', 'DISCO_FALLA'],
    ['SQLITE_IOERR_WRITE', 'DISCO_FALLA'],
    ['ELOOP', 'CARPETA_SIN_PERMISO'],
    ['ENOENT', 'CARPETA_SIN_PERMISO'],
    ['EBUSY', 'ARCHIVO_TOMADO'],
    ['SQLITE_BUSY', 'ARCHIVO_TOMADO'],
    ['SQLITE_CORRUPT', 'GUARDADO_ILEGIBLE'],
    ['SQLITE_NOTADB', 'GUARDADO_ILEGIBLE'],
  ])('answers %s of the system as %s', async (code, expected) => {
    const error = Object.assign(new Error('of the system'), { code });
    const { dispatch } = aDispatch(aTable(() => Promise.reject(error)));
    expect(await dispatch('cuentas.listar', {}, context())).toMatchObject({ ok: false, error: { code: expected } });
  });

  test('calls what fails after a stop a stop, not a bug', async () => {
    const { dispatch } = aDispatch(aTable(() => Promise.reject(new Error('cut'))));
    const answer = await dispatch('cuentas.listar', {}, context(AbortSignal.abort()));
    expect(answer).toMatchObject({ ok: false, error: { code: 'CANCELADO' } });
  });

  test('takes the lock for a method that writes, and only for it', async () => {
    const run = () => Promise.resolve({ nombre: 'a' });
    const { dispatch, lockedTimes } = aDispatch(
      aTable(() => Promise.reject(new AppError('SIN_CUENTA')), { 'cuentas.usar': { writes: true, run } }),
    );
    await dispatch('cuentas.listar', {}, context());
    expect(lockedTimes()).toBe(0);
    await dispatch('cuentas.usar', { nombre: 'a' }, context());
    expect(lockedTimes()).toBe(1);
  });

  test('never runs a method with an input that is not of its form, whatever it is', async () => {
    const methods = Object.keys(INPUTS) as Method[];
    const { dispatch } = aDispatch(aTable(() => Promise.reject(new Error('it ran'))));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), fc.anything(), async (method, input) => {
        fc.pre(!INPUTS[method].safeParse(input).success);
        const answer = await dispatch(method, input as never, context());
        expect(answer).toMatchObject({ ok: false, error: { code: 'ENTRADA_INVALIDA' } });
      }),
    );
  });

  test('says of a text that is empty, as of a variable of a script that was not set, that it is missing', async () => {
    const { dispatch } = aDispatch(aTable(() => Promise.reject(new Error('it ran'))));
    expect(await dispatch('archivos.validar', { archivos: [''], cupones: false }, context())).toMatchObject({
      error: { code: 'ENTRADA_INVALIDA', detail: { entrada: 'archivos.0: falta' } },
    });
  });

  test('says what is wrong with an input without repeating its values', async () => {
    const { dispatch } = aDispatch(aTable(() => Promise.reject(new Error('it ran'))));
    const credential = { tipo: 'api', apiKey: 'k', secreto: 'muy-secreto', otra: 1 } as never;
    const answer = await dispatch('cuentas.agregar', { nombre: 'a', url: 'u', credencial: credential }, context());
    expect(JSON.stringify(answer)).toContain('credencial');
    expect(JSON.stringify(answer)).not.toContain('muy-secreto');
  });
});
