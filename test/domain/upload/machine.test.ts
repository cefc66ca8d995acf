import { expect, test } from 'vitest';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { observe } from '#domain/upload/observe.ts';
import { fold } from '#domain/upload/apply.ts';
import { chooseAction } from '#domain/upload/next.ts';
import type { UploadEvent } from '#domain/upload/types.ts';
import type { Machine } from '#domain/upload/machine.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import { aConciliacion } from '../a-conciliacion.ts';
import { appliedEvent, attemptEvent, NOTHING_LEARNED, sendingWith } from './events.ts';

const today = parseIsoDate('2026-11-03') ?? expect.unreachable('a date');
const settings = { patienceMs: 120_000, porTanda: 2, esperaMs: 300_000, settledMs: 0 };
const FROZEN: UploadEvent = {
  kind: 'congelada',
  total: 6,
  marcador: { campo: 'auxiliar_5', nonce: 'abc' },
  numeros: 'texto',
};
const base = (...ids: string[]): UploadEvent => ({ kind: 'base', ids, desde: today });
const after = (...events: UploadEvent[]): Machine =>
  fold([FROZEN, ...events], { ajustes: settings, aprendido: NOTHING_LEARNED, mono: 0 });
const conciliacion = (id: string, total: number, state = 'PENDIENTE'): Conciliacion =>
  aConciliacion({ id, total, nuevos: total, estado: state });
const listOf = (whole: boolean, ...conciliaciones: Conciliacion[]) =>
  ({ tipo: 'lista', lista: { conciliaciones, completa: whole }, desde: today }) as const;
const ownerOf = (id: string, de: 'marca' | 'igual' | 'otras') =>
  ({ tipo: 'pertenencia', porId: { [id]: { existe: true, marca: 0, igual: 0, otras: 0, [de]: 1 } } }) as const;
const NO_COUNTERS = { recibidos: null, total: null, nuevos: null, existentes: null, error: null };

test('a refused first send is judged by a whole list, also where a partial one shows somebody else (I5)', () => {
  const m = after(base(), attemptEvent(), { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: '' });
  const vista = observe(m, listOf(false, conciliacion('9', 1)), 0).machine;
  const other = observe(vista, ownerOf('9', 'otras'), 0);
  expect(other.eventos).toEqual([]);
  expect(chooseAction(other.machine, 0)).toMatchObject({ tipo: 'listar' });
  const whole = observe(other.machine, listOf(true, conciliacion('9', 1)), 0).machine;
  expect(observe(whole, ownerOf('9', 'otras'), 0).eventos).toMatchObject([{ kind: 'no_aplicado', prueba: 'rechazo' }]);
});

test('an answer that names an id of the baseline is asked about', () => {
  const answer = { kind: 'respuesta', estado: true, id: '9', contadores: NO_COUNTERS } as const;
  const lost = observe(after(base('9'), attemptEvent()), { tipo: 'respuesta', respuesta: answer }, 0);
  expect(lost.eventos).toMatchObject([
    { kind: 'perdida' },
    { kind: 'decision_pedida', decision: { tipo: 'primero_incierto', candidatas: ['9'] } },
  ]);
});

test('a baseline waits while what we deleted is still listed, but not for ever', () => {
  const m = after(
    base(),
    attemptEvent(),
    appliedEvent('7'),
    { kind: 'reinicio', motivo: 'a_pedido' },
    { kind: 'borrada', id: '7', prueba: 'respuesta' },
  );
  const vista = listOf(true, conciliacion('7', 1));
  const wait = observe(m, vista, 0);
  expect(wait.eventos).toEqual([]);
  expect(chooseAction(wait.machine, 0)).toMatchObject({ tipo: 'esperar' });
  expect(observe(wait.machine, listOf(true), 2_000).eventos).toMatchObject([{ kind: 'base', ids: [] }]);
  expect(observe(wait.machine, vista, 40_000).eventos).toMatchObject([{ kind: 'base', ids: ['7'] }]);
});

test('a baseline that no send followed is read again after a restart of the program', () => {
  expect(chooseAction(after(base(), { kind: 'reanudada' }), 0)).toMatchObject({ tipo: 'listar' });
});

test('a close without an answer that left more and stayed open is a question, by whichever count it grew', () => {
  const before = { total: 5, nuevos: 5, existentes: 0, error: 0 };
  const closing = sendingWith({ tipo: 'cierre', id: '7', desde: 6, hasta: 6, antes: before });
  const m = after(
    base(),
    attemptEvent(),
    appliedEvent('7'),
    { kind: 'intento', envio: closing },
    { kind: 'perdida', motivo: '' },
  );
  const grown = { tipo: 'encabezado', encabezado: { ...conciliacion('7', 5), nuevos: 7 } } as const;
  expect(observe(m, grown, 10_000).eventos).toEqual([]);
  expect(observe(m, grown, 130_000).eventos).toMatchObject([{ decision: { tipo: 'cierre_crecido' } }]);
});

const CONFIRMED: readonly UploadEvent[] = [
  base(),
  attemptEvent(),
  appliedEvent('7'),
  { kind: 'reinicio', motivo: 'no_explica' },
  { kind: 'decision_pedida', decision: { tipo: 'propiedad_incierta', id: '7', huerfana: false } },
  { kind: 'decidida', clave: 'borrar:7' },
];

test('what a person said is theirs is not deleted if it shows the rows of somebody else by then (I6)', () => {
  const m = after(...CONFIRMED);
  expect(chooseAction(m, 0)).toEqual({ tipo: 'ver', id: '7' });
  const vista = observe(m, { tipo: 'encabezado', encabezado: conciliacion('7', 3) }, 0).machine;
  expect(observe(vista, ownerOf('7', 'otras'), 0).eventos).toMatchObject([{ kind: 'borrada', prueba: 'ajena' }]);
});

test('what a person said is theirs is deleted once, durable before', () => {
  const vista = observe(after(...CONFIRMED), { tipo: 'encabezado', encabezado: conciliacion('7', 3) }, 0).machine;
  const step = observe(vista, ownerOf('7', 'igual'), 0);
  expect(step.eventos).toEqual([{ kind: 'intento_borrar', id: '7' }]);
  expect(chooseAction(step.machine, 0)).toEqual({ tipo: 'borrar', id: '7' });
});

test('six DELETEs without an answer stop an upload, which goes on deleting once it is resumed', () => {
  const lost: UploadEvent[] = [
    { kind: 'intento_borrar', id: '7' },
    { kind: 'borrado_perdido', id: '7' },
  ];
  const actionAfter = (...last: UploadEvent[]) => {
    const m = after(...CONFIRMED, ...Array.from({ length: 6 }, () => lost).flat(), ...last);
    const seen = observe(m, { tipo: 'encabezado', encabezado: conciliacion('7', 3) }, 130_000).machine;
    return chooseAction(observe(seen, ownerOf('7', 'marca'), 130_000).machine, 130_000);
  };
  expect(actionAfter()).toMatchObject({ tipo: 'detenerse' });
  expect(actionAfter({ kind: 'reanudada' })).toEqual({ tipo: 'borrar', id: '7' });
});

test('an orphan that is answered as deleted and stays is deleted three times, and then asked about', () => {
  const deleted: UploadEvent = { kind: 'borrada', id: '7', prueba: 'respuesta' };
  const closeStatement = attemptEvent({ tipo: 'unico' });
  const orphan: UploadEvent = { kind: 'huerfanas', ids: ['7'] };
  const vista = (events: readonly UploadEvent[], mono: number) => {
    const m = after(base(), closeStatement, appliedEvent('8'), ...events);
    const verified = { ...m, fase: { ...m.fase, step: 'candidatas', candidatas: ['7'] } } as Machine;
    return observe(verified, ownerOf('7', 'marca'), mono);
  };
  expect(vista([], 0).eventos).toEqual([orphan]);
  expect(vista([orphan, deleted], 0).eventos).toEqual([]);
  expect(vista([orphan, deleted], 40_000).eventos).toEqual([orphan]);
  const three = [orphan, deleted, orphan, deleted, orphan, deleted];
  expect(vista(three, 40_000).eventos).toMatchObject([{ decision: { tipo: 'huerfana_incierta', ids: ['7'] } }]);
});

test.for([
  [413, { que: 'cupon', seq: 1, detalle: 'x' }],
  [400, { que: 'numeros' }],
] as const)(
  'one coupon refused with %i: the way numbers are written is tried only where it may be why',
  ([status, diagnosis]) => {
    const rechazo: UploadEvent = { kind: 'rechazo', status, retryAfterMs: null, detalle: 'x' };
    const renewed: UploadEvent = { kind: 'no_aplicado', prueba: 'rechazo', diagnostico: { que: 'token' } };
    const item = attemptEvent({ conNumeros: true });
    const m = after(base(), item, rechazo, renewed, base(), item, rechazo);
    expect(observe(m, listOf(true), 0).eventos).toMatchObject([{ kind: 'no_aplicado', diagnostico: diagnosis }]);
  },
);

test.for([413, 401, 400])('one coupon refused with %i is sent again before it is made anything of', (status) => {
  const m = after(base(), attemptEvent(), { kind: 'rechazo', status, retryAfterMs: null, detalle: 'x' });
  expect(observe(m, listOf(true), 0).eventos).toMatchObject([
    { kind: 'no_aplicado', prueba: 'rechazo', diagnostico: { que: 'token' } },
  ]);
});
