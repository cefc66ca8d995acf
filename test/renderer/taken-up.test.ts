import { expect, test } from 'vitest';
import type { ListedUpload } from '#contract/documents.ts';
import { Failure } from '../../src-renderer/api/failure.ts';
import { stopped } from './finished-uploads.ts';
import { TakenUp } from '../../src-renderer/features/conciliaciones/conciliaciones.svelte.ts';

function createTab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const upload = (upload: string, state: string): ListedUpload => ({
  carga: upload,
  estado: state,
  archivo: 'ventas.csv',
  filas: 2,
  cupones: 2,
  enviados: 2,
  id: '7',
  at: 0,
});
const PENDING = [upload('C1', 'ESPERANDO'), upload('C2', 'ESPERANDO'), upload('C3', 'ENVIANDO')];

test('the upload that was taken up is found by a page that is loaded again, of its account', () => {
  const tab = createTab();
  expect(new TakenUp(tab, 'mía').findWaiting(PENDING)).toBeUndefined();
  new TakenUp(tab, 'mía').begin('C2');
  expect(new TakenUp(tab, 'mía').findWaiting(PENDING)).toBe('C2');
  expect(new TakenUp(tab, 'otra').findWaiting(PENDING)).toBeUndefined();
  expect(new TakenUp(tab, 'mía').findWaiting([upload('C1', 'ESPERANDO')])).toBeUndefined();
});

test('with coupons to be sent yet, a person says when it goes on', () => {
  const tab = createTab();
  new TakenUp(tab, 'mía').begin('C3');
  expect(new TakenUp(tab, 'mía').findWaiting(PENDING)).toBeUndefined();
});

test.for([
  ['that lost the service', { failure: new Failure({ code: 'SIN_CONEXION', message: '' }) }, 'C1'],
  ['whose page lost the program', { failure: new Failure({ code: 'INTERNO', message: 'Failed to fetch' }) }, 'C1'],
  ['that its page cut on the way out', { stopped: stopped({ codigo: 'CANCELADO' }) }, 'C1'],
  ['that a person stopped', { stopped: stopped({ codigo: 'CANCELADO' }), wasStopped: true }, undefined],
  [
    'that the service let nobody into',
    { failure: new Failure({ code: 'CREDENCIALES_RECHAZADAS', message: '' }) },
    undefined,
  ],
  ['that ended', {}, undefined],
] as const)('one %s', ([, how, found]) => {
  const takenUp = new TakenUp(createTab(), 'mía');
  takenUp.begin('C1');
  takenUp.end({ failure: undefined, stopped: undefined, wasStopped: false, ...how });
  expect(takenUp.findWaiting(PENDING)).toBe(found);
});
