import { expect } from 'vitest';
import { test } from '../settings/apoyo.ts';

const CUENTA = 'Datos de ejemplo';

test('the example goes on in the next run, and asks nobody for its secret', async ({ pc }) => {
  const una = pc('una');
  await una.llamar('ejemplo.iniciar', {});
  await una.llamar('datos.sincronizar', { metodos: ['comercios'] });
  await una.reabrir();
  const [probada, listadas] = await Promise.all([
    una.llamar('cuentas.probar', { cuenta: CUENTA }),
    una.llamar('conciliaciones.listar', { cuenta: CUENTA }),
  ]);
  expect(probada.comercios.length).toBeGreaterThan(0);
  expect(listadas.conciliaciones).toEqual([]);
  const { comercios, sesion } = await una.llamar('cuentas.detalle', { cuenta: CUENTA });
  expect(comercios?.length).toBeGreaterThan(0);
  expect(sesion.en).toBe('ejemplo');
});

test('what was sent to the example of an earlier run is listed with what was read of it, as the rail counts it', async ({
  pc,
}) => {
  const una = pc('una');
  const { archivo } = await una.llamar('ejemplo.iniciar', {});
  await una.llamar('cargas.conciliar', {
    cuenta: CUENTA,
    archivos: [archivo],
    omitirErrores: true,
    estable: 0,
    tardanza: 1,
  });
  await una.reabrir();
  const [{ conciliaciones, cargas }, { sinConciliar }] = await Promise.all([
    una.llamar('conciliaciones.listar', { cuenta: CUENTA }),
    una.llamar('inicio.pendientes', { cuenta: CUENTA }),
  ]);
  expect(conciliaciones).toEqual([]);
  expect(sinConciliar).toBeGreaterThan(0);
  expect(cargas.map(({ leida }) => leida?.sin_conciliar)).toEqual([sinConciliar]);
});

test('the example that was removed can be begun again in the same run', async ({ pc }) => {
  const una = pc('una');
  await una.llamar('ejemplo.iniciar', {});
  await una.llamar('cuentas.quitar', { nombre: CUENTA, si: true, conDatos: true });
  await una.llamar('ejemplo.iniciar', {});
  expect((await una.llamar('cuentas.probar', { cuenta: CUENTA })).comercios.length).toBeGreaterThan(0);
});
