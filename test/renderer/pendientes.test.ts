import { expect, test } from 'vitest';
import { Pendientes } from '../../src-renderer/marco/pendientes.svelte.ts';
import { Sesion } from '../../src-renderer/marco/sesion.svelte.ts';
import { apiDe, CUENTA, falla } from './doble.ts';

const OTRA = { ...CUENTA, nombre: 'otra', predeterminada: false };

async function con(contesta: Parameters<typeof apiDe>[0]['inicio.pendientes']) {
  const api = apiDe({ 'cuentas.listar': () => [CUENTA, OTRA], ...(contesta && { 'inicio.pendientes': contesta }) });
  const sesion = new Sesion(api);
  await sesion.leer();
  return { sesion, pendientes: new Pendientes(api, sesion) };
}

test('what waits is counted for the account that is looked at', async () => {
  const { pendientes } = await con(() => ({ sinConciliar: 38, contracargos: 2 }));
  expect([pendientes.sinConciliar, pendientes.contracargos]).toEqual([0, 0]);
  await pendientes.leer();
  expect([pendientes.sinConciliar, pendientes.contracargos]).toEqual([38, 2]);
});

test('what cannot be known is not counted', async () => {
  let respuesta: { sinConciliar: number | null; contracargos: number } = { sinConciliar: 3, contracargos: 0 };
  const { pendientes } = await con(() => (respuesta.contracargos < 0 ? falla('DATOS_MAS_NUEVOS') : respuesta));
  await pendientes.leer();
  respuesta = { sinConciliar: 3, contracargos: -1 };
  await pendientes.leer();
  expect(pendientes.sinConciliar).toBe(0);
  respuesta = { sinConciliar: null, contracargos: 0 };
  await pendientes.leer();
  expect(pendientes.sinConciliar).toBe(0);
});

test('an answer for an account that is no longer looked at is not shown', async () => {
  const tarde = Promise.withResolvers<{ sinConciliar: number; contracargos: number }>();
  const { sesion, pendientes } = await con(({ cuenta }) =>
    cuenta === CUENTA.nombre ? tarde.promise : { sinConciliar: 1, contracargos: 0 },
  );
  const primera = pendientes.leer();
  sesion.elegir(OTRA.nombre);
  await pendientes.leer();
  tarde.resolve({ sinConciliar: 99, contracargos: 9 });
  await primera;
  expect(pendientes.sinConciliar).toBe(1);
});
