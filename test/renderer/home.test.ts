import { describe, expect, test } from 'vitest';
import type { ChecksDocument } from '#contract/checks.ts';
import type { HomeDocument } from '#contract/home.ts';
import { ChecksState } from '../../src-renderer/features/checks/checks.svelte.ts';
import { HomeState } from '../../src-renderer/features/home/home.svelte.ts';
import { makeApi, failWith } from './double.ts';

const signal = new AbortController().signal;
const aHome = (hasData: boolean): HomeDocument => ({ hayDatos: hasData }) as unknown as HomeDocument; // only this is looked at here

describe('the first page', () => {
  test('a visit with something to see is kept; an empty one is not', async () => {
    const other = makeApi({ 'inicio.ver': () => aHome(true), 'inicio.visto': () => ({ hoy: '2026-11-21' }) });
    await new HomeState(other, 'mía').read(signal);
    expect(other.pedidos.map(([method]) => method)).toEqual(['inicio.ver', 'inicio.visto']);
    const without = makeApi({ 'inicio.ver': () => aHome(false) });
    await new HomeState(without, 'mía').read(signal);
    expect(without.pedidos.map(([method]) => method)).toEqual(['inicio.ver']);
  });

  test('a visit that cannot be kept, because another program writes, is no failure of the page', async () => {
    const api = makeApi({ 'inicio.ver': () => aHome(true), 'inicio.visto': () => failWith('EN_USO') });
    const state = new HomeState(api, 'mía');
    await state.read(signal);
    expect(state.failure).toBeUndefined();
    expect(state.document?.hayDatos).toBe(true);
  });

  test('what was read stays when it cannot be read again', async () => {
    let times = 0;
    const api = makeApi({
      'inicio.ver': () => ((times += 1) === 1 ? aHome(true) : failWith('DATOS_MAS_NUEVOS')),
      'inicio.visto': () => ({ hoy: '2026-11-21' }),
    });
    const state = new HomeState(api, 'mía');
    await state.read(signal);
    await state.read(signal);
    expect(state.failure?.code).toBe('DATOS_MAS_NUEVOS');
    expect(state.document?.hayDatos).toBe(true);
  });
});

test('what was decided and wants another look comes after the page, and its failure is none of the page', async () => {
  const page = { hayDatos: false, decisiones: { porMirar: 0, contradichos: 0 } } as unknown as HomeDocument; // only this is looked at here
  const listed = { cupones: [], total: 3, porMirar: 1, contradichos: 2 };
  const api = makeApi({ 'inicio.ver': () => page, 'decisiones.listar': () => listed });
  const state = new HomeState(api, 'mía');
  await state.read(signal);
  await expect.poll(() => state.decided).toBe(listed);
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ solo: 'pendientes' });

  const broken = new HomeState(
    makeApi({ 'inicio.ver': () => page, 'decisiones.listar': () => failWith('INTERNO') }),
    'mía',
  );
  await broken.read(signal);
  expect([broken.failure, broken.decided]).toEqual([undefined, undefined]);
});

test('decisions that are shown stay when the reading of others is given up, as when the data changes', async () => {
  const page = { hayDatos: false, decisiones: { porMirar: 0, contradichos: 0 } } as unknown as HomeDocument; // only this is looked at here
  const listed = { cupones: [], total: 3, porMirar: 1, contradichos: 2 };
  const first = Promise.withResolvers<typeof listed>();
  let times = 0;
  const api = makeApi({
    'inicio.ver': () => page,
    'decisiones.listar': () => ((times += 1) === 1 ? first.promise : listed),
  });
  const state = new HomeState(api, 'mía');
  const round = new AbortController();
  await state.read(round.signal);
  round.abort();
  await state.read(signal);
  await expect.poll(() => state.decided).toBe(listed);
  first.reject(new Error('given up'));
  await first.promise.catch(() => undefined);
  await Promise.resolve();
  expect(state.decided).toBe(listed);
});

describe('the checks', () => {
  const period = { desde: '2026-10-01', hasta: '2026-10-31' };
  const doc = {
    controles: [{ estado: 'difiere' }, { estado: 'coincide' }, { estado: 'sin_datos' }],
  } as unknown as ChecksDocument; // only the states are looked at here

  test('are filtered by their state', async () => {
    const state = new ChecksState(makeApi({ 'controles.ver': () => doc }), 'mía');
    await state.read(period, signal);
    expect(state.shown).toHaveLength(3);
    state.filter = 'difiere';
    expect(state.shown).toEqual([{ estado: 'difiere' }]);
  });

  test('a paper is asked for the period that is seen, under a name without folders', async () => {
    const api = makeApi({ 'papeles.exportar': () => failWith('DISCO_LLENO') });
    const state = new ChecksState(api, 'mía');
    const request = { papel: 'impuestos', ...period, salida: 'impuestos.xlsx' } as const;
    await state.writeFile(request, signal);
    expect(api.pedidos).toEqual([['papeles.exportar', { cuenta: 'mía', ...request }]]);
    expect(state.failedPaper?.failure.code).toBe('DISCO_LLENO');
    expect(state.writing).toEqual([]);
  });

  test('a paper that could not be written is repeated as it was asked for, after the checks were read too', async () => {
    const api = makeApi({ 'papeles.exportar': () => failWith('DISCO_LLENO'), 'controles.ver': () => doc });
    const state = new ChecksState(api, 'mía');
    const request = { papel: 'impuestos', ...period, salida: 'impuestos.xlsx' } as const;
    await state.writeFile(request, signal);
    await state.read({ desde: '2026-11-01', hasta: '2026-11-30' }, signal);
    expect([state.failedPaper?.request, state.failure]).toEqual([request, undefined]);
  });
});
