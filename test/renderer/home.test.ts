import { describe, expect, test } from 'vitest';
import type { ChecksDocument } from '#contract/checks.ts';
import type { HomeDocument } from '#contract/home.ts';
import { ChecksState } from '../../src-renderer/features/checks/checks.svelte.ts';
import { HomeState } from '../../src-renderer/features/home/home.svelte.ts';
import { apiDe, failWith } from './double.ts';

const signal = new AbortController().signal;
const aHome = (hayDatos: boolean): HomeDocument => ({ hayDatos }) as unknown as HomeDocument; // only this is looked at here

describe('the first page', () => {
  test('a visit with something to see is kept; an empty one is not', async () => {
    const con = apiDe({ 'inicio.ver': () => aHome(true), 'inicio.visto': () => ({ hoy: '2026-11-21' }) });
    await new HomeState(con, 'mía').leer(signal);
    expect(con.pedidos.map(([metodo]) => metodo)).toEqual(['inicio.ver', 'inicio.visto']);
    const sin = apiDe({ 'inicio.ver': () => aHome(false) });
    await new HomeState(sin, 'mía').leer(signal);
    expect(sin.pedidos.map(([metodo]) => metodo)).toEqual(['inicio.ver']);
  });

  test('a visit that cannot be kept, because another program writes, is no failure of the page', async () => {
    const api = apiDe({ 'inicio.ver': () => aHome(true), 'inicio.visto': () => failWith('EN_USO') });
    const estado = new HomeState(api, 'mía');
    await estado.leer(signal);
    expect(estado.falla).toBeUndefined();
    expect(estado.document?.hayDatos).toBe(true);
  });

  test('what was read stays when it cannot be read again', async () => {
    let times = 0;
    const api = apiDe({
      'inicio.ver': () => ((times += 1) === 1 ? aHome(true) : failWith('DATOS_MAS_NUEVOS')),
      'inicio.visto': () => ({ hoy: '2026-11-21' }),
    });
    const estado = new HomeState(api, 'mía');
    await estado.leer(signal);
    await estado.leer(signal);
    expect(estado.falla?.code).toBe('DATOS_MAS_NUEVOS');
    expect(estado.document?.hayDatos).toBe(true);
  });
});

test('what was decided and wants another look comes after the page, and its failure is none of the page', async () => {
  const page = { hayDatos: false, decisiones: { porMirar: 0, contradichos: 0 } } as unknown as HomeDocument; // only this is looked at here
  const listed = { cupones: [], total: 3, porMirar: 1, contradichos: 2 };
  const api = apiDe({ 'inicio.ver': () => page, 'decisiones.listar': () => listed });
  const estado = new HomeState(api, 'mía');
  await estado.leer(signal);
  await expect.poll(() => estado.decided).toBe(listed);
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ solo: 'pendientes' });

  const broken = new HomeState(
    apiDe({ 'inicio.ver': () => page, 'decisiones.listar': () => failWith('INTERNO') }),
    'mía',
  );
  await broken.leer(signal);
  expect([broken.falla, broken.decided]).toEqual([undefined, undefined]);
});

describe('the checks', () => {
  const periodo = { desde: '2026-10-01', hasta: '2026-10-31' };
  const doc = {
    controles: [{ estado: 'difiere' }, { estado: 'coincide' }, { estado: 'sin_datos' }],
  } as unknown as ChecksDocument; // only the states are looked at here

  test('are filtered by their state', async () => {
    const estado = new ChecksState(apiDe({ 'controles.ver': () => doc }), 'mía');
    await estado.leer(periodo, signal);
    expect(estado.shown).toHaveLength(3);
    estado.filtro = 'difiere';
    expect(estado.shown).toEqual([{ estado: 'difiere' }]);
  });

  test('a paper is asked for the period that is seen, under a name without folders', async () => {
    const api = apiDe({ 'papeles.exportar': () => failWith('DISCO_LLENO') });
    const estado = new ChecksState(api, 'mía');
    await estado.writeFile('impuestos', { ...periodo, salida: 'impuestos.xlsx' }, signal);
    expect(api.pedidos).toEqual([
      ['papeles.exportar', { cuenta: 'mía', papel: 'impuestos', ...periodo, salida: 'impuestos.xlsx' }],
    ]);
    expect(estado.falla?.code).toBe('DISCO_LLENO');
    expect(estado.writing).toBeUndefined();
  });
});
