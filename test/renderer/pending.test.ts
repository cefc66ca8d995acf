import { expect, test } from 'vitest';
import { PendingCounts } from '../../src-renderer/frame/pending.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { apiDe, ACCOUNT, failWith } from './double.ts';

const OTHER = { ...ACCOUNT, nombre: 'otra', predeterminada: false };

async function con(answers: Parameters<typeof apiDe>[0]['inicio.pendientes']) {
  const api = apiDe({ 'cuentas.listar': () => [ACCOUNT, OTHER], ...(answers && { 'inicio.pendientes': answers }) });
  const sesion = new Session(api);
  await sesion.leer();
  return { sesion, pendientes: new PendingCounts(api, sesion) };
}

test('what waits is counted for the account that is looked at', async () => {
  const { pendientes } = await con(() => ({ sinConciliar: 38, contracargos: 2 }));
  expect([pendientes.sinConciliar, pendientes.contracargos]).toEqual([0, 0]);
  await pendientes.leer();
  expect([pendientes.sinConciliar, pendientes.contracargos]).toEqual([38, 2]);
});

test('what cannot be known is not counted', async () => {
  let respuesta: { sinConciliar: number | null; contracargos: number } = { sinConciliar: 3, contracargos: 0 };
  const { pendientes } = await con(() => (respuesta.contracargos < 0 ? failWith('DATOS_MAS_NUEVOS') : respuesta));
  await pendientes.leer();
  respuesta = { sinConciliar: 3, contracargos: -1 };
  await pendientes.leer();
  expect(pendientes.sinConciliar).toBe(0);
  respuesta = { sinConciliar: null, contracargos: 0 };
  await pendientes.leer();
  expect(pendientes.sinConciliar).toBe(0);
});

test('an answer for an account that is no longer looked at is not shown', async () => {
  const late = Promise.withResolvers<{ sinConciliar: number; contracargos: number }>();
  const { sesion, pendientes } = await con(({ cuenta }) =>
    cuenta === ACCOUNT.nombre ? late.promise : { sinConciliar: 1, contracargos: 0 },
  );
  const primera = pendientes.leer();
  sesion.choose(OTHER.nombre);
  await pendientes.leer();
  late.resolve({ sinConciliar: 99, contracargos: 9 });
  await primera;
  expect(pendientes.sinConciliar).toBe(1);
});
