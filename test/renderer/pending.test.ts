import { expect, test } from 'vitest';
import type { HomePending } from '#contract/home.ts';
import { PendingCounts } from '../../src-renderer/shared/pending.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { makeApi, ACCOUNT, failWith } from './double.ts';

const OTHER = { ...ACCOUNT, nombre: 'otra', predeterminada: false };

const workOf = (cupones: number) => ({ cupones, importe: '1.00', total: 99, edades: [] });

async function openPending(answers: Parameters<typeof makeApi>[0]['inicio.pendientes']) {
  const api = makeApi({ 'cuentas.listar': () => [ACCOUNT, OTHER], ...(answers && { 'inicio.pendientes': answers }) });
  const session = new Session(api);
  await session.read();
  return { sesion: session, pendientes: new PendingCounts(api, session) };
}

test('what waits is counted for the account that is looked at', async () => {
  const { pendientes } = await openPending(() => ({ porHacer: workOf(38), contracargos: 2, envios: 0 }));
  expect([pendientes.work, pendientes.contracargos]).toEqual([undefined, 0]);
  await pendientes.read();
  expect([pendientes.work?.cupones, pendientes.contracargos]).toEqual([38, 2]);
});

test('what cannot be known is not counted', async () => {
  let answer: HomePending = { porHacer: workOf(3), contracargos: 0, envios: 0 };
  const { pendientes } = await openPending(() => (answer.contracargos < 0 ? failWith('DATOS_MAS_NUEVOS') : answer));
  await pendientes.read();
  answer = { porHacer: workOf(3), contracargos: -1, envios: 0 };
  await pendientes.read();
  expect(pendientes.work).toBeUndefined();
  answer = { porHacer: null, contracargos: 0, envios: 0 };
  await pendientes.read();
  expect(pendientes.work).toBeNull();
});

test('an answer for an account that is no longer looked at is not shown', async () => {
  const late = Promise.withResolvers<HomePending>();
  const { sesion, pendientes } = await openPending(({ cuenta }) =>
    cuenta === ACCOUNT.nombre ? late.promise : { porHacer: workOf(1), contracargos: 0, envios: 0 },
  );
  const first = pendientes.read();
  sesion.choose(OTHER.nombre);
  await pendientes.read();
  late.resolve({ porHacer: workOf(99), contracargos: 9, envios: 0 });
  await first;
  expect(pendientes.work?.cupones).toBe(1);
});

test('a count that comes late does not take the place of a newer one', async () => {
  const late = Promise.withResolvers<HomePending>();
  let calls = 0;
  const { pendientes } = await openPending(() => {
    calls += 1;
    return calls === 1 ? late.promise : { porHacer: workOf(2), contracargos: 0, envios: 0 };
  });
  const first = pendientes.read();
  await pendientes.read();
  late.resolve({ porHacer: workOf(3), contracargos: 0, envios: 0 });
  await first;
  expect(pendientes.work?.cupones).toBe(2);
});
