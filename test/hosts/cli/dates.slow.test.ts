import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountWorld, sheet, NO_WAITS, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await mountWorld();
});
afterAll(() => world.close());

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

  const asked = await world.cli(['validar', file, '--orden-fecha', 'mes', '--json', '--cupones']);
  expect(JSON.parse(asked.stdout)).toMatchObject({
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
  const decided = await world.cli(['validar', world.file('una-manera.csv', sheet(20)), '--json']);
  expect(JSON.parse(decided.stdout)).not.toHaveProperty('dudas');
});

test('the order that is said is taken for the doubtful dates of a column that uses both', async () => {
  const rows = ['03/04/2026', '04/13/2026', '14/04/2026'].map((date, i) => `${date};100;${String(i + 1)};1234`);
  const file = world.file('mezcla.csv', ['Fecha;Importe;Comprobante;Tarjeta', ...rows].join('\n'));
  const told = await world.cli(['validar', file]);
  expect(told.codigo).toBe(1);
  expect(told.stdout).toContain('--responder "fechas.fecha_venta=dia"');
  const asked = await world.cli(['validar', file, '--orden-fecha', 'mes', '--json', '--cupones']);
  expect(asked.codigo).toBe(0);
  expect(JSON.parse(asked.stdout)).toMatchObject({
    cupones: ['2026-03-04', '2026-04-13', '2026-04-14'].map((fecha_venta) => ({ cupon: { fecha_venta } })),
  });
});

test('conciliar says both readings of such dates, and a template keeps the answer', async () => {
  const file = world.file('sin-decidir.csv', sheet(2, 701));
  const sent = await world.cli(['conciliar', file, '--json', ...NO_WAITS]);
  expect(JSON.parse(sent.stdout)).toMatchObject({
    dudas: [{ archivo: file, columnas: ['Fecha'], tomada: 'dia', elegida: false }],
  });
  const month = ['--orden-fecha', 'mes', '--guardar-plantilla', 'Caja al revés', '--repetir'];
  const chosen = await world.cli(['conciliar', file, '--json', ...month, ...NO_WAITS]);
  expect(JSON.parse(chosen.stdout)).not.toHaveProperty('dudas');
  const later = await world.cli(['validar', file, '--json', '--cupones']);
  expect(JSON.parse(later.stdout)).toMatchObject({ dudas: [{ tomada: 'mes', elegida: true }] });
});
