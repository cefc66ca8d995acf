import { expect } from 'vitest';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { test } from '../settings/support.ts';

const ACCOUNT = 'Datos de ejemplo';

test('the example goes on in the next run, and asks nobody for its secret', async ({ pc }) => {
  const one = pc('una');
  await one.call('ejemplo.iniciar', {});
  await one.call('datos.sincronizar', { metodos: ['comercios'] });
  await one.reopen();
  const [tried, listed] = await Promise.all([
    one.call('cuentas.probar', { cuenta: ACCOUNT }),
    one.call('conciliaciones.listar', { cuenta: ACCOUNT }),
  ]);
  expect(tried.comercios.length).toBeGreaterThan(0);
  expect(listed.conciliaciones).toEqual([]);
  const { comercios, sesion } = await one.call('cuentas.detalle', { cuenta: ACCOUNT });
  expect(comercios?.length).toBeGreaterThan(0);
  expect(sesion.en).toBe('ejemplo');
});

test('what was sent to the example of an earlier run is listed with what was read', async ({ pc }) => {
  const one = pc('una');
  const { archivo } = await one.call('ejemplo.iniciar', {});
  const upload = { cuenta: ACCOUNT, archivos: [archivo], omitirErrores: true, estable: 0, tardanza: 1 };
  await one.call('cargas.conciliar', upload);
  await one.reopen();
  const [{ conciliaciones, cargas }, { porHacer }] = await Promise.all([
    one.call('conciliaciones.listar', { cuenta: ACCOUNT }),
    one.call('inicio.pendientes', { cuenta: ACCOUNT }),
  ]);
  expect(conciliaciones).toEqual([]);
  const work = porHacer?.cupones ?? 0;
  expect(work).toBeGreaterThan(0);
  expect(cargas.map(({ leida }) => leida?.sin_conciliar)).toEqual([work]);
  // What is kept on this PC is found by the number of the reconciliation, so a later one has another number.
  await one.call('cargas.conciliar', { ...upload, repetir: true });
  const later = (await one.call('conciliaciones.listar', { cuenta: ACCOUNT })).cargas;
  expect(new Set(later.map(({ id }) => id)).size).toBe(2);
});

test('the example that was removed can be begun again in the same run', async ({ pc }) => {
  const one = pc('una');
  await one.call('ejemplo.iniciar', {});
  await one.call('cuentas.quitar', { nombre: ACCOUNT, si: true, conDatos: true });
  await one.call('ejemplo.iniciar', {});
  expect((await one.call('cuentas.probar', { cuenta: ACCOUNT })).comercios.length).toBeGreaterThan(0);
});

test('the example is not backed up, and says so', async ({ pc }) => {
  const one = pc('una');
  await one.call('ejemplo.iniciar', {});
  expect(await one.rechazo('respaldos.crear', { cuenta: ACCOUNT })).toMatchObject({
    code: 'COPIA_INEXISTENTE',
    english: REFUSALS.exampleWithoutBackups.en.join(' '),
  });
});
