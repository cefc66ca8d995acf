import { expect, test } from 'vitest';
import type { HomePending } from '#contract/home.ts';
import { PendingCounts } from '../../src-renderer/shared/pending.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { makeApi, ACCOUNT, failWith } from './double.ts';

const OTHER = { ...ACCOUNT, nombre: 'otra', predeterminada: false };

async function openPending(answers: Parameters<typeof makeApi>[0]['inicio.pendientes']) {
  const api = makeApi({ 'cuentas.listar': () => [ACCOUNT, OTHER], ...(answers && { 'inicio.pendientes': answers }) });
  const session = new Session(api);
  await session.read();
  return { sesion: session, pendientes: new PendingCounts(api, session) };
}

test('what waits is counted for the account that is looked at', async () => {
  const { pendientes } = await openPending(() => ({ sinConciliar: 60, porHacer: 38, contracargos: 2 }));
  expect([pendientes.toDo, pendientes.contracargos]).toEqual([0, 0]);
  await pendientes.read();
  expect([pendientes.toDo, pendientes.contracargos]).toEqual([38, 2]);
});

test('what cannot be known is not counted', async () => {
  let answer: HomePending = { sinConciliar: 3, porHacer: 3, contracargos: 0 };
  const { pendientes } = await openPending(() => (answer.contracargos < 0 ? failWith('DATOS_MAS_NUEVOS') : answer));
  await pendientes.read();
  answer = { sinConciliar: 3, porHacer: 3, contracargos: -1 };
  await pendientes.read();
  expect(pendientes.toDo).toBe(0);
  answer = { sinConciliar: null, porHacer: null, contracargos: 0 };
  await pendientes.read();
  expect(pendientes.toDo).toBe(0);
});

test('an answer for an account that is no longer looked at is not shown', async () => {
  const late = Promise.withResolvers<HomePending>();
  const { sesion, pendientes } = await openPending(({ cuenta }) =>
    cuenta === ACCOUNT.nombre ? late.promise : { sinConciliar: 1, porHacer: 1, contracargos: 0 },
  );
  const first = pendientes.read();
  sesion.choose(OTHER.nombre);
  await pendientes.read();
  late.resolve({ sinConciliar: 99, porHacer: 99, contracargos: 9 });
  await first;
  expect(pendientes.toDo).toBe(1);
});

test('a count that comes late does not take the place of a newer one', async () => {
  const late = Promise.withResolvers<HomePending>();
  let calls = 0;
  const { pendientes } = await openPending(() => {
    calls += 1;
    return calls === 1 ? late.promise : { sinConciliar: 2, porHacer: 2, contracargos: 0 };
  });
  const first = pendientes.read();
  await pendientes.read();
  late.resolve({ sinConciliar: 3, porHacer: 3, contracargos: 0 });
  await first;
  expect(pendientes.toDo).toBe(2);
});
