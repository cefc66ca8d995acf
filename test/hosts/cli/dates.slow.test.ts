import { expect, test } from 'vitest';
import { useWorld, sheet, NO_WAITS } from './world.ts';

const world = useWorld();

test('shows both readings of dates that nothing decides, and takes the one that is asked for', async () => {
  const file = world.file('dos-maneras.csv', sheet(3));
  const told = await world.cli(['validar', file]);
  expect(told.codigo).toBe(0);
  expect(told.stdout).toContain('Las fechas de «Fecha» se pueden leer de dos maneras («02/10/2026»)');
  expect(told.stdout).toContain(
    'Día/mes: es el 2 de octubre; van del 02/10/2026 al 04/10/2026 (así se leyó, porque no se dijo otra cosa)',
  );
  expect(told.stdout).toContain(
    'Mes/día: es el 10 de febrero; van del 10/02/2026 al 10/04/2026 (--responder "fechas.fecha_venta=mes")',
  );

  expect(await world.json(['validar', file, '--orden-fecha', 'mes', '--cupones'])).toMatchObject({
    dudas: [
      {
        columnas: ['Fecha'],
        tomada: 'mes',
        elegida: true,
        lecturas: [{ desde: '2026-10-02', hasta: '2026-10-04' }, {}],
      },
    ],
    cupones: [{ cupon: { fecha_venta: '2026-02-10' } }, {}, {}],
  });
  expect(await world.cli(['validar', file, '--orden-fecha', 'anio'])).toMatchObject({ codigo: 2 });
  expect(await world.json(['validar', world.file('una-manera.csv', sheet(20))])).not.toHaveProperty('dudas');
});

test('conciliar says both readings of such dates, and a template keeps the answer', async () => {
  const file = world.file('sin-decidir.csv', sheet(2, 701));
  expect(await world.json(['conciliar', file, ...NO_WAITS])).toMatchObject({
    dudas: [{ archivo: file, columnas: ['Fecha'], tomada: 'dia', elegida: false }],
  });
  const month = ['--orden-fecha', 'mes', '--guardar-plantilla', 'Caja al revés', '--repetir'];
  expect(await world.json(['conciliar', file, ...month, ...NO_WAITS])).not.toHaveProperty('dudas');
  expect(await world.json(['validar', file, '--cupones'])).toMatchObject({ dudas: [{ tomada: 'mes', elegida: true }] });
});
