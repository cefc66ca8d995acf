import { describe, expect, test } from 'vitest';
import type { ListedUpload } from '#contract/documents.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import {
  ConciliacionesState,
  listStoredOnly,
} from '../../src-renderer/features/conciliaciones/conciliaciones.svelte.ts';
import {
  describeState,
  daysOf,
  getConciliacionName,
  countMatchedSince,
  countsOf,
} from '../../src-renderer/features/sending/core-texts.ts';
import { CONCILIACION, LISTED } from './imported-conciliacion.ts';
import { makeApi, failWith } from './double.ts';

const never = new AbortController().signal;
const stateOf = (answers: Parameters<typeof makeApi>[0]) => new ConciliacionesState(makeApi(answers), 'mía');
const anUpload = (state: string): ListedUpload => ({ ...LISTED, carga: state, estado: state, enviados: 0, id: null });
const uploadRead = (de: string, id: string, matched: number, sin_conciliar: number): ListedUpload => ({
  ...anUpload('TERMINADA'),
  carga: de,
  id,
  leida: { conciliados: matched, sin_conciliar },
});

describe('what was read of uploads that the service does not list', () => {
  test('is listed with what is known of them', () => {
    const stored = listStoredOnly({
      conciliaciones: [],
      cargas: [uploadRead('a', '5001', 373, 43), anUpload('TERMINADA')],
    });
    expect(stored.map(({ carga: one, suId, leida: theirs }) => [one, suId, theirs.sin_conciliar])).toEqual([
      ['a', '5001', 43],
    ]);
  });

  test('leaves out what the service lists, and what was deleted from here', () => {
    const conciliaciones = [{ ...CONCILIACION, carga: 'a' }];
    const uploads = [uploadRead('a', CONCILIACION.id, 1, 2), { ...uploadRead('b', '9', 1, 2), borrada: true as const }];
    expect(listStoredOnly({ conciliaciones, cargas: uploads })).toEqual([]);
  });

  test('has no page of its own where a later upload was given its number', () => {
    const conciliaciones = [{ ...CONCILIACION, id: '5001', carga: 'nueva' }];
    const uploads = [
      uploadRead('nueva', '5001', 1, 2),
      uploadRead('vieja', '5001', 3, 4),
      uploadRead('otra', '5002', 5, 6),
    ];
    expect(listStoredOnly({ conciliaciones, cargas: uploads }).map(({ carga: one, suId }) => [one, suId])).toEqual([
      ['vieja', null],
      ['otra', '5002'],
    ]);
    const all = [uploadRead('nueva', '7', 1, 2), uploadRead('vieja', '7', 3, 4)];
    expect(listStoredOnly({ conciliaciones: [], cargas: all }).map(({ suId }) => suId)).toEqual(['7', null]);
  });
});

describe('the list', () => {
  test('puts first what this PC left unfinished', async () => {
    const uploads = ['TERMINADA', 'ENVIANDO', 'ABANDONADA', 'DECISION'].map(anUpload);
    const state = stateOf({ 'conciliaciones.listar': () => ({ conciliaciones: [], cargas: uploads }) });
    await state.load(never);
    expect(state.pending.map((one) => one.estado)).toEqual(['ENVIANDO', 'DECISION']);
  });

  test('has no row for an upload that is shown above it, whose reconciliation the service lists already', async () => {
    const [open, mine, other] = [
      { ...CONCILIACION, id: '1', carga: 'ENVIANDO' },
      { ...CONCILIACION, id: '2', carga: 'TERMINADA' },
      { ...CONCILIACION, id: '3', carga: null },
    ];
    const state = stateOf({
      'conciliaciones.listar': () => ({
        conciliaciones: [open, mine, other],
        cargas: ['ENVIANDO', 'TERMINADA'].map(anUpload),
      }),
    });
    await state.load(never);
    expect(state.listBelow(['ENVIANDO']).map(({ id }) => id)).toEqual(['3', '2']);
    expect(state.pending.map((one) => state.findOf(one)?.id)).toEqual(['1']);
    expect(state.listBelow([undefined])).toHaveLength(3);
  });

  test('has the newest reconciliation first, whatever the order of the service', async () => {
    const conciliacionWith = (id: string, date: string | null) => ({
      ...CONCILIACION,
      id,
      fecha: date && (parseIsoDate(date) ?? null),
    });
    const conciliaciones = [
      conciliacionWith('998', '2026-11-20'),
      conciliacionWith('1000', '2026-11-21'),
      conciliacionWith('5', null),
      conciliacionWith('999', '2026-11-21'),
    ];
    const state = stateOf({ 'conciliaciones.listar': () => ({ conciliaciones, cargas: [] }) });
    await state.load(never);
    expect(state.read?.conciliaciones.map(({ id }) => id)).toEqual(['1000', '999', '998', '5']);
  });

  test('shows what this PC knows at once, and nobody is asked for the secret to open it', async () => {
    const api = makeApi({
      'conciliaciones.conocidas': () => ({ conciliaciones: [CONCILIACION], cargas: [anUpload('ENVIANDO')] }),
      'conciliaciones.listar': () => failWith('CLAVE_AUSENTE'),
    });
    const state = new ConciliacionesState(api, 'mía');
    await state.open(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.listar', { cuenta: 'mía', sinPreguntar: true }]);
    expect([state.shown?.conciliaciones, state.pending.length]).toEqual([[CONCILIACION], 1]);
    expect([state.failure, state.couldNotSignIn]).toEqual([undefined, true]);
    await state.load(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.listar', { cuenta: 'mía' }]);
    expect(state.failure?.code).toBe('CLAVE_AUSENTE');
  });

  test('one that could not be deleted is not said to be', async () => {
    const state = stateOf({ 'conciliaciones.borrar': () => failWith('SERVICIO_FALLA') });
    state.ask(CONCILIACION);
    await state.remove('7', never);
    expect(state.deleted).toBeUndefined();
    expect(state.deleting).toBe(CONCILIACION); // the question stays open, with the failure
    expect(state.deleteFailure?.code).toBe('SERVICIO_FALLA');
    state.ask(undefined);
    expect(state.deleteFailure).toBeUndefined();
  });

  test('one that is deleted while another one is asked about leaves that question as it is', async () => {
    const other = { ...CONCILIACION, id: '8' };
    for (const fails of [false, true]) {
      const held = Promise.withResolvers<undefined>();
      const state = stateOf({
        'conciliaciones.borrar': async ({ id }) => {
          await held.promise;
          return fails ? failWith('SERVICIO_FALLA') : { id, borrada: true };
        },
        'conciliaciones.listar': () => ({ conciliaciones: [other], cargas: [] }),
      });
      state.ask(CONCILIACION);
      const removing = state.remove('7', never);
      state.ask(other);
      held.resolve(undefined);
      expect((await removing)?.code).toBe(fails ? 'SERVICIO_FALLA' : undefined);
      expect([state.deleting, state.deleteFailure]).toEqual([other, undefined]);
    }
  });
});

test.each([
  ['PENDIENTE', {}, 'Recibiendo cupones'],
  ['OTRO', {}, 'OTRO'],
  ['ESPERANDO', {}, 'Falta el resultado: retomalo'], // no program waits now: the page may have been reloaded
  ['ESPERANDO', { conResultado: true }, 'Ya tiene resultado: falta la espera de seguridad'],
  ['TERMINADA', { borrada: true }, 'Borrada del servicio'],
  ['IMPORTADO', { ausente: true }, 'Ya no está en el servicio'],
  ['IMPORTADO', { ausente: false }, 'Completa'],
] as const)('a reconciliation that is %s, %o, is said to be «%s»', (state, gone, word) => {
  expect(describeState(state, gone).word).toBe(word);
});

test('a reconciliation is called as the person named it, else by its files, else by its number', () => {
  expect(getConciliacionName({ ...CONCILIACION, archivos: ['/x/ventas.xlsx'] })).toBe('ventas.xlsx');
  expect(getConciliacionName({ ...CONCILIACION, archivos: ['a.csv', 'b.csv'] })).toBe('a.csv y 1 más');
  expect(getConciliacionName(CONCILIACION)).toBe('Conciliación 7');
  expect(getConciliacionName({ ...CONCILIACION, archivos: ['a.csv'], nombre: 'Octubre' })).toBe('Octubre');
});

const RESULT = {
  ...{ leido: '', conciliados: 3, sin_conciliar: 8, importe_conciliado: '3.00', importe_sin_conciliar: '8.00' },
  ...{ desde: null, hasta: null, contados: { conciliados: 0, sin_conciliar: 8 } },
};

test('its days of sale are those that the service says, else those that were read', () => {
  const withDays = { ...CONCILIACION, leida: { ...RESULT, desde: '2026-10-02', hasta: '2026-10-30' } };
  expect(daysOf(withDays)).toEqual({ desde: '2026-10-02', hasta: '2026-10-30' });
  expect(daysOf({ ...withDays, origen_desde: '2026-10-01', origen_hasta: '2026-10-31' })).toEqual({
    desde: '2026-10-01',
    hasta: '2026-10-31',
  });
  expect(daysOf(CONCILIACION)).toBeUndefined();
});

test('coupons that the service had before and lists are shown as its result says, not as its counters do', () => {
  const same = { ...CONCILIACION, total: 11, existentes: 3, conciliados: 0, sin_conciliar: 8, leida: RESULT };
  expect(countsOf(same)).toEqual({ conciliados: 3, sin_conciliar: 8 });
  expect(countMatchedSince(same)).toBe(0);
  const later = { ...same, conciliados: 2, sin_conciliar: 6 };
  expect(countsOf(later)).toEqual({ conciliados: 2, sin_conciliar: 6 });
  expect(countMatchedSince(later)).toBe(2);
});
