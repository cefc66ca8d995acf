import { describe, expect, test } from 'vitest';
import type { ChecksDocument } from '#contract/checks.ts';
import type { HomeDocument, HomePending } from '#contract/home.ts';
import { ChecksState } from '../../src-renderer/features/checks/checks.svelte.ts';
import { keepKnown } from '../../src-renderer/features/home/open.ts';
import { HomeState } from '../../src-renderer/features/home/home.svelte.ts';
import { makeApi, failWith, ACCOUNT } from './double.ts';
import { LISTED } from './imported-conciliacion.ts';
import { PendingCounts } from '../../src-renderer/shared/pending.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';

const signal = new AbortController().signal;
const aHome = (hasData: boolean): HomeDocument => ({ hayDatos: hasData }) as unknown as HomeDocument; // the code under test reads only this field

async function readHome(answers: Parameters<typeof makeApi>[0]) {
  const api = makeApi(answers);
  const state = new HomeState(api, 'mía');
  await state.read('2026-11-21', signal);
  return { state, called: api.pedidos };
}

describe('the first page', () => {
  test('a visit with something to see is kept; an empty one is not', async () => {
    const answers = { 'inicio.visto': () => ({ hoy: '2026-11-21' }) };
    const [other, without] = [true, false].map((has) => readHome({ ...answers, 'inicio.ver': () => aHome(has) }));
    expect((await other)?.called.map(([method]) => method)).toEqual(['inicio.ver', 'inicio.visto']);
    expect((await without)?.called.map(([method]) => method)).toEqual(['inicio.ver']);
  });

  test('a visit that cannot be kept, because another program writes, is no failure of the page', async () => {
    const { state } = await readHome({ 'inicio.ver': () => aHome(true), 'inicio.visto': () => failWith('EN_USO') });
    expect(state.failure).toBeUndefined();
    expect(state.document?.hayDatos).toBe(true);
  });

  test('months without any share before the first and after the last are not among those of the deductions', () => {
    const totals = [
      [null, null, null, 300, null],
      [null, null, 250, null, null],
    ];
    const costs = totals.map((each, i) => ({
      tarjeta: String(i),
      meses: each.map((total, place) => ({ mes: `2026-0${String(place + 1)}`, total, arancel: null, impuestos: null })),
      abrir: { vista: 'liquidaciones' } as const,
    }));
    const shown = keepKnown(costs).map(({ meses }) => meses.map(({ mes }) => mes));
    expect(shown).toEqual([
      ['2026-03', '2026-04'],
      ['2026-03', '2026-04'],
    ]);
  });
});

const page = { hayDatos: false, decisiones: true } as unknown as HomeDocument; // the code under test reads only this field
const listed = { cupones: [], total: 3 };

test('what was decided and wants another look comes after the page, and its failure is of its section alone', async () => {
  const { state, called } = await readHome({ 'inicio.ver': () => page, 'decisiones.listar': () => listed });
  await expect.poll(() => state.decided).toBe(listed);
  expect(called.at(-1)?.[1]).toMatchObject({ solo: 'pendientes' });

  const broken = await readHome({ 'inicio.ver': () => page, 'decisiones.listar': () => failWith('INTERNO') });
  await expect.poll(() => broken.state.deciding.failure?.code).toBe('INTERNO');
  expect([broken.state.failure, broken.state.decided]).toEqual([undefined, undefined]);
});

const period = { desde: '2026-10-01', hasta: '2026-10-31' };
const doc = {
  controles: [{ estado: 'difiere' }, { estado: 'coincide' }, { estado: 'sin_datos' }],
} as unknown as ChecksDocument; // the code under test reads only the states

async function readChecks(answer: () => ChecksDocument) {
  const taxpayers = { contribuyentes: [], sinDeterminar: [], cerrados: [], reabiertos: [] };
  const state = new ChecksState(makeApi({ 'controles.ver': answer, 'cierre.contribuyentes': () => taxpayers }), 'mía');
  await state.read(period, signal);
  return state;
}

test('the checks are filtered by their state', async () => {
  const state = await readChecks(() => doc);
  expect(state.shown).toHaveLength(3);
  state.filter = 'difiere';
  expect(state.shown).toEqual([{ estado: 'difiere' }]);
});

test('a state that no check has any more hides nothing', async () => {
  let controles = doc.controles;
  const state = await readChecks(() => ({ ...doc, controles }));
  state.filter = 'difiere';
  controles = controles.slice(1);
  await state.read(period, signal);
  expect([state.filter, state.shown.length]).toEqual(['todos', 2]);
});

const OTHER = { ...ACCOUNT, nombre: 'otra', predeterminada: false };

const workOf = (cupones: number) => ({ cupones, importe: '1.00', total: 99, edades: [] });

async function openPending(
  answers: Parameters<typeof makeApi>[0]['inicio.pendientes'],
  others: Parameters<typeof makeApi>[0] = {},
) {
  const listed = { 'cuentas.listar': () => [ACCOUNT, OTHER], ...others };
  const api = makeApi({ ...listed, ...(answers && { 'inicio.pendientes': answers }) });
  const session = new Session(api);
  await session.read();
  const jobs = new Jobs();
  return { sesion: session, jobs, pendientes: new PendingCounts(api, session, jobs) };
}

test('what one account has to do is never shown under another one', async () => {
  const { sesion, pendientes } = await openPending(() => ({ porHacer: workOf(38), contracargos: 2, envios: [] }));
  expect([pendientes.work, pendientes.contracargos]).toEqual([undefined, 0]);
  await pendientes.read();
  expect([pendientes.work?.cupones, pendientes.contracargos]).toEqual([38, 2]);
  sesion.choose('otra');
  expect([pendientes.work, pendientes.contracargos]).toEqual([undefined, 0]);
});

test('the unfinished uploads of the other accounts are counted, without those that have their result', async () => {
  const leida = { conciliados: 1, sin_conciliar: 1 };
  const cargas = [LISTED, { ...LISTED, carga: 'C2', leida }, { ...LISTED, carga: 'C3', estado: 'TERMINADA' }];
  const { sesion, pendientes } = await openPending(() => ({ porHacer: null, contracargos: 0, envios: [] }), {
    'conciliaciones.conocidas': () => ({ conciliaciones: [], cargas }),
  });
  await pendientes.read();
  expect(pendientes.others).toEqual([{ cuenta: 'otra', envios: 1 }]);
  sesion.choose('otra');
  expect(pendientes.others).toEqual([]);
});

test('a file that waits for the upload before it is among the unfinished ones of its account', async () => {
  const known = [{ carga: 'A', archivos: ['a.csv'] }];
  const { jobs, pendientes } = await openPending(() => ({ porHacer: null, contracargos: 0, envios: known }));
  await pendientes.read();
  const send = (archivo: string, cuenta = 'mía') =>
    void jobs.perform({ seccion: 'conciliar' }, () => new Promise(() => undefined), String, { cuenta, archivo });
  send('b.csv');
  // No other upload runs, so this one does not wait.
  expect(pendientes.waiting).toEqual([]);
  const [first] = jobs.active;
  if (first !== undefined) first.progress = { fase: 'envio', hecho: 0, total: 1, carga: 'B' };
  send('c.csv');
  send('d.csv', 'otra');
  expect([pendientes.waiting, pendientes.envios]).toEqual([['c.csv'], [...known, { archivos: ['c.csv'] }]]);
  // The first upload has its result, and only waits for late coupons.
  if (first !== undefined) first.progress = { fase: 'auditoria', hecho: 0, total: null, carga: 'A' };
  expect(pendientes.envios).toEqual([{ archivos: ['c.csv'] }]);
});

test('what cannot be known is not counted', async () => {
  let answer: HomePending = { porHacer: workOf(3), contracargos: 0, envios: [] };
  const { pendientes } = await openPending(() => (answer.contracargos < 0 ? failWith('DATOS_MAS_NUEVOS') : answer));
  await pendientes.read();
  answer = { porHacer: workOf(3), contracargos: -1, envios: [] };
  await pendientes.read();
  expect(pendientes.work).toBeUndefined();
  answer = { porHacer: null, contracargos: 0, envios: [] };
  await pendientes.read();
  expect(pendientes.work).toBeNull();
});
