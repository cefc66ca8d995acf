import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { context, CSV, readReview, test } from './support.ts';
import { NOVEMBER, OCTOBER, workbookOf } from './two-sheets.ts';

test('another column for a field keeps what was put in the others, and says what it drops', async ({
  world,
  writeFile,
}) => {
  const csv = CSV.replace('Importe', 'Monto;Importe')
    .replace(/;([^;\n]+)\n/g, ';9,00;$1\n')
    .replace('Monto;9,00;', 'Monto;');
  const { nombre, correct, fila } = await readReview(world.revision, [await writeFile(csv)]);
  await correct(4, 'fecha_venta', '3/11/2026');
  await correct(6, 'importe', '12.450,00');
  await correct(2, 'lote', '7');
  const { id } = await fila(3);
  await world.revision.omitir({ revision: nombre, filas: [id], omitir: true }, context);
  const before = await world.revision.columnas({ revision: nombre, archivo: 0, mapear: { importe: 'Monto' } }, context);
  expect(before).toMatchObject({
    estado: 'columnas',
    arreglos: { mantenidos: 2, quitados: [{ campo: 'importe', celdas: 1 }], incluidas: 0 },
  });
  const after = await world.revision.leer({ revision: nombre }, context);
  expect(after).toMatchObject({
    estado: 'filas',
    arreglos: { mantenidos: 2, quitados: [{ campo: 'importe', celdas: 1 }], incluidas: 0 },
    resumen: { deshacer: false },
  });
  expect(await fila(4)).toMatchObject({ estado: 'lista', editada: true, valores: { fecha_venta: '2026-11-03' } });
  expect(await fila(6)).toMatchObject({ estado: 'lista', editada: false, valores: { importe: '9.00' } });
  expect((await fila(2)).valores.lote).toBe('7');
  expect((await fila(3)).estado).toBe('omitida');
  // And again: what was kept is kept once more, also by another run of the program.
  const other = world.reopen();
  await other.columnas({ revision: nombre, archivo: 0, mapear: { tarjeta_desc: '' } }, context);
  expect(await other.leer({ revision: nombre }, context)).toMatchObject({ arreglos: { mantenidos: 2, quitados: [] } });
});

test('rows that were left out for their errors come in again when they have none, and it is said', async ({
  world,
  writeFile,
}) => {
  const csv = 'Fecha;Importe;Otro;Comprobante;Últimos 4\n01/10/2026;mil;1,00;1;4905\n02/10/2026;mil;dos;2;4905\n';
  const { nombre, fila } = await readReview(world.revision, [await writeFile(csv)]);
  await world.revision.omitir({ revision: nombre, filas: 'errores', omitir: true }, context);
  await world.revision.columnas({ revision: nombre, archivo: 0, mapear: { importe: 'Otro' } }, context);
  expect(await world.revision.leer({ revision: nombre }, context)).toMatchObject({
    arreglos: { mantenidos: 0, quitados: [], incluidas: 1 },
    resumen: { listas: 1, omitidas: 1 },
  });
  expect([(await fila(2)).estado, (await fila(3)).estado]).toEqual(['lista', 'omitida']);
});

test('what was put in the rows of a sheet stays with them when another sheet comes before', async ({
  world,
  folder,
}) => {
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER });
  const { revision } = await world.revision.empezar({ archivos: [file] }, context);
  await world.revision.leer({ revision }, context);
  const rows = async () =>
    (await world.revision.filas({ revision, filtro: 'todas', desde: 0, limite: 10 }, context)).filas;
  const bad = (await rows()).find(({ fila }) => fila === 6)?.id ?? 0;
  const placed = { revision, fila: bad, campo: 'importe', valor: '10', todas: false } as const;
  await world.revision.corregir(placed, context);
  await world.revision.columnas({ revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] }, context);
  expect(await world.revision.leer({ revision }, context)).toMatchObject({ arreglos: { mantenidos: 1, quitados: [] } });
  expect((await rows()).find(({ archivo, fila }) => archivo === 1 && fila === 6)).toMatchObject({
    estado: 'lista',
    valores: { importe: '10.00' },
  });
});

test('nothing is said of corrections where there were none', async ({ world, writeFile }) => {
  const { nombre, document: doc } = await readReview(world.revision, [await writeFile(CSV)]);
  expect(doc.arreglos).toBeNull();
  const others = await world.revision.columnas({ revision: nombre, archivo: 0, mapear: { terminal: '' } }, context);
  expect(others.arreglos).toBeNull();
});

test('a fix that is a rule goes into the template, and the next file is mended by itself', async ({
  world,
  writeFile,
}) => {
  const { nombre, fila } = await readReview(world.revision, [await writeFile(CSV, 'caja central.csv')]);
  const { id } = await fila(3);
  const fix = { revision: nombre, fila: id, campo: 'tarjeta_nro', todas: true, siempre: true } as const;
  expect(await world.revision.corregir({ ...fix, valor: '0010' }, context)).toMatchObject({
    cambiadas: 2,
    plantilla: 'caja central',
  });
  const other = await readReview(world.revision, [await writeFile(CSV, 'otra.csv')]);
  expect(other.document.archivos[0]?.tabla?.plantilla).toBe('caja central');
  expect(await other.fila(3)).toMatchObject({ estado: 'lista', problemas: [], valores: { tarjeta_nro: '0010' } });
  // Told once, for the column.
  expect(other.document.archivos[0]?.avisos).toMatchObject([
    { fila: null, codigo: 'ARREGLO_DE_PLANTILLA', columna: 'Últimos 4', campo: 'tarjeta_nro', filas: 2 },
  ]);
  // Each value is listed before sending; what a person corrects afterwards still says what the file says.
  const corrected = async () =>
    (await world.revision.corregidos({ revision: other.nombre }, context)).valores.map((one) => [
      one.fila,
      one.columna,
      one.antes,
      one.despues,
      one.modo,
    ]);
  const [first, second] = await corrected();
  expect(first).toEqual([3, 'Últimos 4', '450799······0010', '0010', 'plantilla']);
  await other.correct(3, 'tarjeta_nro', '4905');
  expect(await corrected()).toEqual([[3, 'Últimos 4', '450799······0010', '4905', 'mano'], second]);
  // The columns that are remembered later keep the rule.
  const box = await world.revision.empezar({ archivos: [await writeFile(CSV)] }, context);
  await world.revision.leer({ revision: box.revision, plantilla: 'Caja 2' }, context);
  const third = await readReview(world.revision, [await writeFile(CSV)]);
  expect(third.document.archivos[0]?.tabla?.plantilla).toBe('Caja 2');
  expect((await third.fila(7)).estado).toBe('lista');
});

test('a value of one row alone is no rule', async ({ world, writeFile }) => {
  const { nombre, fila } = await readReview(world.revision, [await writeFile(CSV)]);
  const { id } = await fila(6);
  const one = { revision: nombre, fila: id, campo: 'importe', valor: '12450', todas: true, siempre: true } as const;
  expect(await world.revision.corregir(one, context)).not.toHaveProperty('plantilla');
  const { archivos } = await world.revision.empezar({ archivos: [await writeFile(CSV)] }, context);
  expect(archivos[0]?.tabla?.plantilla).toBeNull();
});

test('the order of dates that was chosen for a column goes into the template when that is asked', async ({
  world,
  writeFile,
}) => {
  const csv =
    'Fecha;Últimos 4;Comprobante;Importe\n13/11/2026;4905;1;1,00\n11/14/2026;4905;2;2,00\n03/04/2026;4905;3;3,00\n';
  const { nombre } = await readReview(world.revision, [await writeFile(csv)]);
  const order = { revision: nombre, archivo: 0, campo: 'fecha_venta', orden: 'mes', siempre: true } as const;
  expect(await world.revision.orden(order, context)).toMatchObject({ plantilla: 'cupones' });
  const other = await readReview(world.revision, [await writeFile(csv)]);
  expect((await other.fila(4)).valores.fecha_venta).toBe('2026-03-04');
});

test('a coupon that the template corrected is known as it stands in the file, without the template too', async ({
  world,
  folder,
  writeFile,
}) => {
  const csv =
    'Fecha;Tarjeta;Últimos 4;Comprobante;Importe\n02/11/2026;Visa;4905;1;1,00\n03/11/2026;Visa;4507990000000010;2;2,00\n';
  const file = await writeFile(csv);
  const { nombre, fila } = await readReview(world.revision, [file]);
  const rule = { revision: nombre, campo: 'tarjeta_nro', valor: '0010', todas: true, siempre: true } as const;
  await world.revision.corregir({ ...rule, fila: (await fila(3)).id }, context);
  const sent = await readReview(world.revision, [file]);
  expect(await sent.fila(3)).toMatchObject({ estado: 'lista', valores: { tarjeta_nro: '0010' } });
  // A correction by hand on top of the template's, in another field and in the same one.
  await sent.correct(3, 'comprobante', '9');
  await sent.correct(3, 'tarjeta_nro', '0011');
  await world.revision.enviar({ revision: sent.nombre, version: (await sent.ver()).version }, context);
  expect(world.enviados.at(-1)).toContain('"comprobante":"9","tarjeta_nro":"0011"');
  await rm(path.join(folder, 'datos', 'plantillas.json'));
  const again = await readReview(world.revision, [file]);
  const codesOf = async (row: number) => (await again.fila(row)).problemas.map(({ codigo }) => codigo);
  expect(await codesOf(3)).toEqual(['LARGO_MAXIMO', 'YA_ENVIADO']);
  expect(again.document.resumen).toMatchObject({ conError: 1, yaEnviado: { cupones: 2, de: 2, mayoria: true } });
  // A correction that makes another sale of it, undone; then a row that was sent keeps nothing from being sent.
  await again.correct(3, 'tarjeta_nro', '7777');
  expect(await codesOf(3)).toEqual([]);
  await world.revision.deshacer({ revision: again.nombre }, context);
  expect(await codesOf(3)).toEqual(['LARGO_MAXIMO', 'YA_ENVIADO']);
  const out = { revision: again.nombre, filas: 'enviados', omitir: true } as const;
  expect(await world.revision.omitir(out, context)).toMatchObject({
    cambiadas: 2,
    resumen: { conError: 0, omitidas: 2, yaEnviado: { cupones: 2, de: 2 } },
  });
  // The second of two equal rows is new where one was sent.
  const twice = await readReview(world.revision, [await writeFile(`${csv}${csv.split('\n')[2] ?? ''}\n`)]);
  const third = (await twice.fila(4)).problemas.map(({ codigo }) => codigo);
  expect(third).toEqual(['LARGO_MAXIMO']);
});
