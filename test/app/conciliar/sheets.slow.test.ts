import { rm } from 'node:fs/promises';
import { expect } from 'vitest';
import { context, test } from './support.ts';
import { HEADERS, NOVEMBER, OCTOBER, workbookOf } from './two-sheets.ts';

test('every sheet with coupons is offered with how many it has, and those that are chosen are read together', async ({
  world,
  folder,
}) => {
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER }, { besides: 'Marcas' });
  const { revision, archivos } = await world.revision.empezar({ archivos: [file] }, context);
  expect(archivos).toMatchObject([
    {
      nombre: 'caja.xlsx',
      origen: 0,
      conCupones: [
        { hoja: 'Octubre', filas: 2 },
        { hoja: 'Noviembre', filas: 3 },
      ],
      tabla: { hoja: 'Noviembre', filas: 3, hojas: ['Octubre', 'Noviembre', 'Marcas'] },
    },
  ]);
  const joined = await world.revision.columnas({ revision, archivo: 0, hojas: ['Noviembre', 'Octubre'] }, context);
  expect(joined.archivos.map(({ tabla }) => tabla?.hoja)).toEqual(['Octubre', 'Noviembre']);
  const { resumen } = await world.revision.leer({ revision }, context);
  expect(resumen).toMatchObject({ filas: 6, listas: 4, conError: 1, ignoradas: 1 });
  const { filas } = await world.revision.filas({ revision, filtro: 'todas', desde: 0, limite: 10 }, context);
  expect(filas.map(({ archivo, fila, estado }) => [archivo, fila, estado])).toEqual([
    [0, 4, 'lista'],
    [0, 5, 'lista'],
    [1, 4, 'lista'],
    [1, 5, 'lista'],
    [1, 6, 'error'],
    [1, 7, 'ignorada'],
  ]);
  // The same sale in both sheets, told with the name of the other one.
  expect(filas[3]?.problemas[0]?.mensaje).toContain('la fila 5 de la hoja «Octubre»');
  // One of them no more: the other stays as it was.
  const single = await world.revision.columnas({ revision, archivo: 1, hojas: ['Octubre'] }, context);
  expect(single.archivos.map(({ tabla }) => tabla?.hoja)).toEqual(['Octubre']);
});

test('a coupon that is sent knows its sheet, and an equal one is told later with it', async ({ world, folder }) => {
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER.slice(0, 1) });
  const { revision } = await world.revision.empezar({ archivos: [file] }, context);
  await world.revision.columnas({ revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] }, context);
  const { resumen } = await world.revision.leer({ revision }, context);
  await world.revision.enviar({ revision, version: resumen?.version ?? -1 }, context);
  expect(world.enviados).toHaveLength(3);
  const other = await world.revision.empezar({ archivos: [file] }, context);
  await world.revision.columnas({ revision: other.revision, archivo: 0, hojas: ['Noviembre'] }, context);
  await world.revision.leer({ revision: other.revision }, context);
  const request = { revision: other.revision, filtro: 'todas', desde: 0, limite: 10 } as const;
  const { filas } = await world.revision.filas(request, context);
  expect(filas[0]?.problemas).toMatchObject([
    {
      codigo: 'YA_ENVIADO',
      mensaje: 'Ya lo mandaste el 21/11 en «caja» (hoja «Noviembre», fila 4).',
      anterior: { archivo: 'caja.xlsx', hoja: 'Noviembre', fila: 4 },
    },
  ]);
});

test('what is said of the columns of a sheet is said of every other one with the same columns', async ({
  world,
  folder,
}) => {
  const item = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER });
  const differing = await workbookOf(
    folder,
    { Otra: OCTOBER },
    { name: 'otra.xlsx', headers: ['Fecha', 'Marca', 'Últimos 4', 'Comprobante', 'Importe'] },
  );
  const { revision } = await world.revision.empezar({ archivos: [item, differing] }, context);
  await world.revision.columnas({ revision, archivo: 0, mapear: { tarjeta_desc: '', referencia: 'Tarjeta' } }, context);
  // A sheet that comes later is read as the one beside it.
  const { archivos } = await world.revision.columnas(
    { revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] },
    context,
  );
  const fields = archivos.map(({ tabla }) => tabla?.columnas.find(({ letra }) => letra === 'B')?.campo);
  expect(fields).toEqual(['referencia', 'referencia', 'tarjeta_desc']);
  const secondTime = await world.revision.columnas({ revision, archivo: 1, mapear: { referencia: '' } }, context);
  expect(secondTime.archivos.map(({ tabla }) => tabla?.columnas.find(({ letra }) => letra === 'B')?.campo)).toEqual([
    null,
    null,
    'tarjeta_desc',
  ]);
});

test('the sheets are read from the copy once the file is gone', async ({ world, folder }) => {
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER });
  const { revision } = await world.revision.empezar({ archivos: [file] }, context);
  await rm(file);
  await world.revision.columnas({ revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] }, context);
  expect(await world.revision.leer({ revision }, context)).toMatchObject({ resumen: { filas: 6 } });
  const doc = await world.reopen().ver({}, context);
  expect(doc?.archivos.map(({ tabla }) => tabla?.hoja)).toEqual(['Octubre', 'Noviembre']);
});

test.for<[string, readonly string[], readonly string[]]>([
  ['of a card without its voucher', ['Fecha', 'Tarjeta', 'Últimos 4', 'Cosa', 'Importe'], ['comprobante']],
  ['of a card without its number', ['Fecha', 'Tarjeta', 'Cosa', 'Comprobante', 'Importe'], ['tarjeta_nro']],
  ['of nothing that tells a sale', ['Fecha', 'Tarjeta', 'Cosa', 'Otra', 'Importe'], ['comprobante', 'tarjeta_nro']],
  [
    'of a wallet without its type',
    ['Fecha', 'Tarjeta', 'Cosa', 'wallet_referencia', 'Importe'],
    ['wallet_tipo_operacion'],
  ],
])('coupons %s ask for the column, and no row is read', async ([, headers, missing], { world, folder }) => {
  const rows = [['01/10/2026', 'Visa', 'x', 'y', '1.500,00']] as const;
  const file = await workbookOf(folder, { Caja: rows }, { headers });
  const { revision, archivos } = await world.revision.empezar({ archivos: [file] }, context);
  expect(archivos[0]?.problema).toMatchObject({ codigo: 'COLUMNAS_SIN_MAPEAR', faltan: missing });
  expect(await world.revision.leer({ revision }, context)).toMatchObject({ estado: 'columnas', resumen: null });
});

test('once its column is chosen, a coupon is a coupon', async ({ world, folder }) => {
  const headers = HEADERS.map((one) => (one === 'Comprobante' ? 'Cosa' : one));
  const file = await workbookOf(folder, { Caja: OCTOBER }, { headers });
  const { revision } = await world.revision.empezar({ archivos: [file] }, context);
  const { archivos } = await world.revision.columnas(
    { revision, archivo: 0, mapear: { comprobante: 'Cosa' } },
    context,
  );
  expect(archivos[0]?.problema).toBeNull();
  expect(await world.revision.leer({ revision }, context)).toMatchObject({ estado: 'filas', resumen: { listas: 2 } });
});

test('dates that can all be read both ways are shown so, and are read as a person says', async ({ world, folder }) => {
  const rows = [
    ['03/04/2026', 'Visa', '4905', '1', '1,00'],
    ['05/06/2026', 'Visa', '4905', '2', '2,00'],
  ] as const;
  const file = await workbookOf(folder, { Caja: rows });
  const { revision, archivos } = await world.revision.empezar({ archivos: [file] }, context);
  expect(archivos[0]?.tabla?.dudas).toMatchObject([
    { campo: 'fecha_venta', lecturas: [{ muestra: { escrito: '03/04/2026' } }, {}], tomada: 'dia', elegida: false },
  ]);
  const getDays = async () => {
    await world.revision.leer({ revision }, context);
    const { filas } = await world.revision.filas({ revision, filtro: 'todas', desde: 0, limite: 9 }, context);
    return filas.map(({ valores }) => valores.fecha_venta);
  };
  expect(await getDays()).toEqual(['2026-04-03', '2026-06-05']);
  const order = { revision, archivo: 0, respuestas: { 'fechas.fecha_venta': 'mes' } };
  expect(await world.revision.columnas(order, context)).toMatchObject({
    archivos: [{ tabla: { dudas: [{ tomada: 'mes', elegida: true }] } }],
  });
  expect(await getDays()).toEqual(['2026-03-04', '2026-05-06']);
  // Kept with the columns: the next file like this one is read so.
  await world.revision.leer({ revision, plantilla: 'Caja' }, context);
  await world.revision.columnas({ revision, archivo: 0, mapear: {} }, context);
  const again = await world.revision.empezar({ archivos: [file] }, context);
  expect(again.archivos[0]?.tabla).toMatchObject({ plantilla: 'Caja', dudas: [{ tomada: 'mes', elegida: true }] });
});

test('a template keeps which sheets were included and the answers to the doubts of their columns', async ({
  world,
  folder,
}) => {
  const rows = [...OCTOBER, ...OCTOBER].map(([day, card, lastFour, voucher, amount]) => [
    day,
    card,
    lastFour,
    voucher,
    `-${amount}`,
  ]);
  const file = await workbookOf(folder, { Octubre: rows, Noviembre: rows });
  const { revision, archivos } = await world.revision.empezar({ archivos: [file] }, context);
  expect(archivos.map(({ tabla }) => tabla?.dudas)).toMatchObject([
    [{ clave: 'signo', tomada: 'dejar', elegida: false }],
  ]);
  await world.revision.columnas({ revision, archivo: 0, respuestas: { signo: 'invertir' } }, context);
  const both = { revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] };
  await world.revision.columnas(both, context);
  await world.revision.leer({ revision, plantilla: 'Caja' }, context);
  const again = await world.revision.empezar({ archivos: [file] }, context);
  expect(again.archivos.map(({ tabla }) => [tabla?.hoja, tabla?.plantilla])).toEqual([
    ['Octubre', 'Caja'],
    ['Noviembre', 'Caja'],
  ]);
  for (const { tabla } of again.archivos)
    expect(tabla?.dudas).toMatchObject([{ clave: 'signo', tomada: 'invertir', elegida: true }]);
  await world.revision.leer({ revision: again.revision }, context);
  const request = { revision: again.revision, filtro: 'todas', desde: 0, limite: 20 } as const;
  const { filas } = await world.revision.filas(request, context);
  expect(filas).toHaveLength(8);
  expect(filas.every(({ valores }) => Number(valores.importe) > 0)).toBe(true);
});
