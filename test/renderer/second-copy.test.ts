import { expect, test } from 'vitest';
import type { SecondCopy } from '#contract/second-copy.ts';
import { SecondCopyState } from '../../src-renderer/shared/second-copy.svelte.ts';
import { makeApi, failWith } from './double.ts';

const FINE = { cuenta: 'mía', copia: null, desde: null, dias: 0, falla: null } as const;
const NONE: SecondCopy = { carpeta: null, mismoDisco: null, cuentas: [FINE], pregunta: null };
const CHOSEN: SecondCopy = { ...NONE, carpeta: '/otro', mismoDisco: false };
const FAILED: SecondCopy = {
  ...CHOSEN,
  cuentas: [
    { ...FINE, dias: 3, falla: { codigo: 'SEGUNDA_COPIA_AUSENTE', desde: '2026-11-03 12:00:00' } },
    { ...FINE, cuenta: 'otra', dias: 9 },
  ],
};

test('nothing is said before it is known, nor of what cannot be read', async () => {
  const state = new SecondCopyState(makeApi({ 'segunda_copia.ver': () => failWith('DATOS_MAS_NUEVOS') }));
  expect([state.failing, state.days, state.value]).toEqual([false, 0, undefined]);
  await state.read();
  expect([state.failing, state.value, state.failure?.code]).toEqual([false, undefined, 'DATOS_MAS_NUEVOS']);
});

test('a copy that could not be made is said until one is', async () => {
  const answers = [FAILED, CHOSEN];
  const state = new SecondCopyState(makeApi({ 'segunda_copia.ver': () => answers.shift() ?? CHOSEN }));
  await state.read();
  expect([state.failing, state.days]).toEqual([true, 9]);
  await state.read();
  expect([state.failing, state.days]).toEqual([false, 0]);
});

test('a folder is chosen in the desktop, or not', async () => {
  const answers = [
    { elegida: false, segunda: NONE },
    { elegida: true, segunda: CHOSEN },
    { elegida: false, segunda: NONE },
  ];
  const api = makeApi({ 'segunda_copia.elegir': () => answers.shift() ?? failWith('INTERNO') });
  const state = new SecondCopyState(api);
  await state.choose();
  expect(state.value?.carpeta).toBeNull();
  await state.choose();
  expect(state.value?.carpeta).toBe('/otro');
  await state.stop();
  expect(state.value?.carpeta).toBeNull();
  expect(api.pedidos.map(([, input]) => input)).toEqual([{}, {}, { carpeta: null }]);
});

test('what went wrong with a copy that was asked for is shown, beside what was noted', async () => {
  const state = new SecondCopyState(
    makeApi({ 'segunda_copia.copiar': () => failWith('SEGUNDA_COPIA_AUSENTE'), 'segunda_copia.ver': () => FAILED }),
  );
  await state.copy();
  expect([state.failure?.code, state.failing, state.busy]).toEqual(['SEGUNDA_COPIA_AUSENTE', true, false]);
});

test('one thing at a time', async () => {
  const slow = Promise.withResolvers<SecondCopy>();
  const api = makeApi({ 'segunda_copia.copiar': () => slow.promise, 'segunda_copia.posponer': () => NONE });
  const state = new SecondCopyState(api);
  const copying = state.copy();
  await state.postpone();
  slow.resolve(CHOSEN);
  await copying;
  expect([api.pedidos.length, state.value]).toEqual([1, CHOSEN]);
});
