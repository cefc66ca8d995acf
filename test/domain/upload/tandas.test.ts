import { fc, forAll } from '../../for-all.ts';
import { expect, test } from 'vitest';
import { fold } from '#domain/upload/apply.ts';
import { listTandas, type DatedEvent } from '#domain/upload/tandas.ts';
import type { Sending, UploadEvent } from '#domain/upload/types.ts';
import { appliedEvent, attemptEvent, NOTHING_LEARNED } from './events.ts';

const frozenEvent = (total: number): UploadEvent => ({ kind: 'congelada', total, marcador: null, numeros: 'texto' });
const sendEvent = (sending: Partial<Sending> & Pick<Sending, 'n' | 'desde' | 'hasta'>): UploadEvent =>
  attemptEvent({ tipo: 'tanda', cupones: sending.hasta - sending.desde + 1, id: '9', ...sending });
const FIRST = attemptEvent();
const SECOND = sendEvent({ n: 2, desde: 2, hasta: 4, antes: { total: 1, nuevos: 1, existentes: 0, error: 0 } });
const LOST: UploadEvent = { kind: 'perdida', motivo: 'cortada' };
const notApplied = (diagnosis: Extract<UploadEvent, { kind: 'no_aplicado' }>['diagnostico']): UploadEvent => ({
  kind: 'no_aplicado',
  prueba: 'plazo',
  diagnostico: diagnosis,
});

/** The batches of an upload of 9 coupons, 3 a batch, after these events, one a second. */
function after(...events: readonly UploadEvent[]) {
  const all = [frozenEvent(9), ...events];
  const history = all.map((event, i): DatedEvent => ({ at: i * 1000, evento: event }));
  const settings = { patienceMs: 120_000, porTanda: 3, esperaMs: 300_000, settledMs: 0 };
  return listTandas(history, fold(all, { ajustes: settings, aprendido: NOTHING_LEARNED, mono: 0 }));
}
const statementsOf = (tandas: ReturnType<typeof after>): readonly string[] =>
  tandas.map(({ desde, hasta, estado }) => `${String(desde)}–${String(hasta)} ${estado}`);

test('what was confirmed says how it is known and when, and what is under way is not planned again', () => {
  const tandas = after(FIRST, appliedEvent('9'), SECOND);
  expect(statementsOf(tandas)).toEqual([
    '1–1 confirmada',
    '2–4 enviando',
    '5–7 en_espera',
    '8–8 en_espera',
    '9–9 en_espera',
  ]);
  expect(tandas[0]).toMatchObject({ tipo: 'primero', prueba: 'respuesta', id: '9', at: 2000 });
  expect(tandas[1]).toMatchObject({ antes: 1, cupones: 3, at: 3000 });
});

test('a lost answer is being looked at, until a reading proves that the batch arrived', () => {
  expect(statementsOf(after(FIRST, appliedEvent('9'), SECOND, LOST))[1]).toBe('2–4 comprobando');
  const later = after(FIRST, appliedEvent('9'), SECOND, LOST, appliedEvent('9', 'encabezado'));
  expect(later[1]).toMatchObject({ estado: 'confirmada', prueba: 'encabezado' });
});

test('a batch that did not arrive waits once, and is there once when it goes again', () => {
  const lost = [FIRST, appliedEvent('9'), SECOND, LOST, notApplied({ que: 'repetir' })];
  expect(statementsOf(after(...lost)).slice(0, 3)).toEqual(['1–1 confirmada', '2–4 en_espera', '5–7 en_espera']);
  expect(statementsOf(after(...lost, SECOND)).slice(0, 3)).toEqual(['1–1 confirmada', '2–4 enviando', '5–7 en_espera']);
});

test('a coupon that was refused alone stays, as refused, and the others go without it', () => {
  const tandas = after(
    FIRST,
    appliedEvent('9'),
    sendEvent({ n: 2, desde: 2, hasta: 2 }),
    { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: 'x' },
    notApplied({ que: 'cupon', seq: 2, detalle: 'x' }),
  );
  expect(statementsOf(tandas).slice(0, 2)).toEqual(['1–1 confirmada', '2–2 rechazada']);
  expect(tandas.reduce((sum, { cupones, estado }) => sum + (estado === 'rechazada' ? 0 : cupones), 0)).toBe(8);
});

test('beginning again leaves only what counts now', () => {
  const tandas = after(
    FIRST,
    appliedEvent('9'),
    SECOND,
    appliedEvent('9'),
    { kind: 'reinicio', motivo: 'no_explica' },
    { kind: 'intento_borrar', id: '9' },
    { kind: 'borrada', id: '9', prueba: 'respuesta' },
  );
  expect(tandas.every(({ estado, generacion }) => estado === 'en_espera' && generacion === 2)).toBe(true);
});

test('the sends planned cover every coupon once, in order', () => {
  forAll(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20 }), (total, byTanda) => {
    const settings = { patienceMs: 0, porTanda: byTanda, esperaMs: 0, settledMs: 0 };
    const events = [frozenEvent(total)];
    const tandas = listTandas([], fold(events, { ajustes: settings, aprendido: NOTHING_LEARNED, mono: 0 }));
    expect(
      tandas.flatMap(({ desde, hasta }) => Array.from({ length: hasta - desde + 1 }, (_, i) => desde + i)),
    ).toEqual(Array.from({ length: total }, (_, i) => i + 1));
  });
});
