import { rm, mkdir, readdir, writeFile as overwrite } from 'node:fs/promises';
import path from 'node:path';
import { expect, describe } from 'vitest';
import type { Revision } from '#app/conciliar/revision.ts';
import type { Asked } from '../context.ts';
import { CSV, readReview, test } from './support.ts';
import { NOVEMBER, OCTOBER, workbookOf } from './two-sheets.ts';
import { makePipe } from '../../platform/make-pipe.ts';

test('another column for a field keeps what was put in the others, says what it drops', async ({ world, review }) => {
  const csv = CSV.replace('Importe', 'Monto;Importe')
    .replace(/;([^;\n]+)\n/g, ';9,00;$1\n')
    .replace('Monto;9,00;', 'Monto;');
  const { nombre, correct, fila, leaveOut } = await review(csv);
  await correct(4, 'fecha_venta', '3/11/2026');
  await correct(6, 'importe', '12.450,00');
  await correct(2, 'lote', '7');
  const { id } = await fila(3);
  await leaveOut([id]);
  const before = await world.revision.columnas({ revision: nombre, archivo: 0, mapear: { importe: 'Monto' } });
  expect(before).toMatchObject({
    estado: 'columnas',
    arreglos: { mantenidos: 2, quitados: [{ campo: 'importe', celdas: 1 }], incluidas: 0 },
  });
  const after = await world.revision.leer({ revision: nombre });
  expect(after).toMatchObject({
    estado: 'filas',
    arreglos: { mantenidos: 2, quitados: [{ campo: 'importe', celdas: 1 }], incluidas: 0 },
    resumen: { deshacer: false },
  });
  expect(await fila(4)).toMatchObject({
    estado: 'lista',
    cambiados: ['fecha_venta'],
    valores: { fecha_venta: '2026-11-03' },
  });
  expect(await fila(6)).toMatchObject({ estado: 'lista', valores: { importe: '9.00' } });
  expect((await fila(2)).valores.lote).toBe('7');
  expect((await fila(3)).estado).toBe('omitida');
  // Fixes stay after a restart.
  const other = world.reopen();
  await other.columnas({ revision: nombre, archivo: 0, mapear: { tarjeta_desc: '' } });
  expect(await other.leer({ revision: nombre })).toMatchObject({ arreglos: { mantenidos: 2, quitados: [] } });
});

test('rows that were left out for errors come in again without them, which is said', async ({ world, review }) => {
  const csv = 'Fecha;Importe;Otro;Comprobante;Últimos 4\n01/10/2026;mil;1,00;1;4905\n02/10/2026;mil;dos;2;4905\n';
  const { nombre, fila, leaveOut } = await review(csv);
  await leaveOut('errores');
  await world.revision.columnas({ revision: nombre, archivo: 0, mapear: { importe: 'Otro' } });
  expect(await world.revision.leer({ revision: nombre })).toMatchObject({
    arreglos: { mantenidos: 0, quitados: [], incluidas: 1 },
    resumen: { listas: 1, omitidas: 1 },
  });
  expect([(await fila(2)).estado, (await fila(3)).estado]).toEqual(['lista', 'omitida']);
});

test('what was put in the rows of a sheet stays when another sheet comes before', async ({ world, folder }) => {
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER });
  const { revision } = await world.revision.empezar({ archivos: [file] });
  await world.revision.leer({ revision });
  const rows = async () => (await world.revision.filas({ revision, filtro: 'todas', desde: 0, limite: 10 })).filas;
  const bad = (await rows()).find(({ fila }) => fila === 6)?.id ?? 0;
  const placed = { revision, fila: bad, campo: 'importe', valor: '10', todas: false } as const;
  await world.revision.corregir(placed);
  await world.revision.columnas({ revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] });
  expect(await world.revision.leer({ revision })).toMatchObject({ arreglos: { mantenidos: 1, quitados: [] } });
  expect((await rows()).find(({ archivo, fila }) => archivo === 1 && fila === 6)).toMatchObject({
    estado: 'lista',
    valores: { importe: '10.00' },
  });
});

test('a type of operation that no column has is given once to every sale of the wallet', async ({ world, review }) => {
  const rows = [
    '22/10/2026;84211;;;1,00',
    '22/10/2026;84212;;;2,00',
    '23/10/2026;;4905;17;3,00',
    '24/10/2026;84213;;;4,00',
  ];
  const csv = `Fecha;Referencia Mercado Pago;Últimos 4;Comprobante;Importe\n${rows.join('\n')}\n`;
  const { nombre, document: doc, fila } = await review(csv);
  expect(doc.resumen).toMatchObject({ conError: 3, listas: 1 });
  expect(doc.resumen?.campos).toContain('wallet_tipo_operacion');
  const cell = { revision: nombre, fila: (await fila(2)).id, campo: 'wallet_tipo_operacion' } as const;
  expect(await world.revision.iguales(cell)).toEqual({ conArreglo: 0, conValor: 2 });
  const done = await world.revision.corregir({ ...cell, valor: 'SETTLEMENT', todas: true });
  expect(done).toMatchObject({ cambiadas: 3, resumen: { conError: 0, listas: 4 } });
});

/** The rows under the filter of notices that a search finds: row, code and field of their only notice. */
async function rowsWithNotice({ revision }: { readonly revision: Asked<Revision> }, nombre: string, texto = '') {
  const { filas } = await revision.filas({ revision: nombre, filtro: 'aviso', texto, desde: 0, limite: 10 });
  return filas.map(({ fila, problemas: [one] }) => [fila, one?.codigo, one?.campo]);
}

test('the notices of a file are of its rows as they are now', async ({ world, review }) => {
  const rows = ['84211;1,00', '84212;-2,00', '84213;3,00'].map((one) => `21/10/2026;${one}`);
  const { nombre, fila } = await review(`Fecha;Referencia Mercado Pago;Importe\n${rows.join('\n')}\n`);
  const cell = { revision: nombre, campo: 'wallet_tipo_operacion', valor: 'SETTLEMENT' } as const;
  const correct = async (n: number, todas = false) =>
    (await world.revision.corregir({ ...cell, fila: (await fila(n)).id, todas })).resumen.avisos;
  const missing = { codigo: 'FALTA_COLUMNA', campo: 'wallet_tipo_operacion' };
  expect(await correct(2)).toMatchObject([[{ ...missing, filas: 2, mensaje: expect.stringContaining('2 filas') }]]);
  // The file was read without types: only the type given here makes the negative amount the amount of a sale.
  const negative = { codigo: 'IMPORTES_NEGATIVOS', valor: '-2.00', filas: 1, primeras: [3] };
  expect(await correct(3, true)).toMatchObject([[negative]]);
  expect(await rowsWithNotice(world, nombre)).toEqual([[3, 'IMPORTES_NEGATIVOS', 'importe']]);
  const third = { revision: nombre, fila: (await fila(3)).id };
  const refund = await world.revision.corregir({ ...third, campo: cell.campo, valor: 'REFUND', todas: false });
  expect(refund.resumen).toMatchObject({ avisos: [[]], conAviso: 0 });
});

test('wallet sales with one reference and different amounts have a notice until one is corrected', async ({
  world,
  review,
}) => {
  const sales = ['84211;1,00', '84212;2,00', '84213;3,00', '84211;1,50', '84212;-2,00', '84213;3,00'];
  const rows = sales.map((one) => `21/10/2026;${one};SETTLEMENT`);
  const {
    document: doc,
    nombre,
    fila,
  } = await review(`Fecha;Referencia Mercado Pago;Importe;Tipo de operación\n${rows.join('\n')}\n`);
  const repeated = { codigo: 'REFERENCIA_REPETIDA', valor: '84211', filas: 2, primeras: [2, 5] };
  expect(doc.resumen).toMatchObject({ avisos: [[repeated]], conAviso: 4 });
  const [two, five] = [2, 5].map((row) => [row, 'REFERENCIA_REPETIDA', 'wallet_referencia']);
  const others = [[6, 'VENTA_ANULADA', null], [7, 'POSIBLE_DUPLICADO', null]]; // prettier-ignore
  expect(await rowsWithNotice(world, nombre)).toEqual([two, five, ...others]);
  expect(await rowsWithNotice(world, nombre, '1,5')).toEqual([five]);
  const groups = await world.revision.agrupadas({ revision: nombre, filtro: 'todas', desde: 0, limite: 9 });
  expect(groups.filas.filter(({ estado }) => estado === 'grupo')).toContainEqual(
    expect.objectContaining({
      filas: 2,
      problema: { clase: 'aviso', codigo: 'REFERENCIA_REPETIDA', campo: 'wallet_referencia' },
    }),
  );
  const edit = { revision: nombre, fila: (await fila(5)).id, campo: 'wallet_referencia', todas: false } as const;
  expect((await world.revision.corregir({ ...edit, valor: '84219' })).resumen.avisos).toEqual([[]]);
  expect((await world.revision.deshacer({ revision: nombre })).resumen.avisos).toMatchObject([[repeated]]);
});

test('a fix for many rows lists them, and leaves those that the person unticked', async ({ world, review }) => {
  const rows = ['84211', '84212', '84213'].map((reference, i) => `2${String(i)}/10/2026;${reference};${String(i)},00`);
  const { nombre, fila } = await review(`Fecha;Referencia Mercado Pago;Importe\n${rows.join('\n')}\n`);
  const [second, third] = [await fila(3), await fila(4)];
  const cell = { revision: nombre, fila: (await fila(2)).id, campo: 'wallet_tipo_operacion' } as const;
  expect(await world.revision.iguales({ ...cell, listar: 'valor' })).toMatchObject({
    conValor: 2,
    filas: [
      { id: second.id, archivo: 0, fila: 3, arreglo: null },
      { id: third.id, archivo: 0, fila: 4, arreglo: null },
    ],
  });
  const done = await world.revision.corregir({ ...cell, valor: 'SETTLEMENT', todas: true, salvo: [second.id] });
  expect(done).toMatchObject({ cambiadas: 2, resumen: { conError: 1, listas: 2 } });
  expect(await fila(3)).toEqual(second);
});

test('nothing is said of corrections where there were none', async ({ world, review }) => {
  const { nombre, document: doc } = await review(CSV);
  expect(doc.arreglos).toBeNull();
  const others = await world.revision.columnas({ revision: nombre, archivo: 0, mapear: { terminal: '' } });
  expect(others.arreglos).toBeNull();
});

test('a fix that is a rule goes into the template and mends the next file', async ({ world, review, writeFile }) => {
  const { nombre, fila } = await review(CSV, 'caja central.csv');
  const { id } = await fila(3);
  const fix = { revision: nombre, fila: id, campo: 'tarjeta_nro', todas: true, siempre: true } as const;
  expect(await world.revision.corregir({ ...fix, valor: '0010' })).toMatchObject({
    cambiadas: 2,
    plantilla: 'caja central',
  });
  const other = await review(CSV, 'otra.csv');
  expect(other.document.archivos[0]?.tabla?.plantilla).toBe('caja central');
  expect(await other.fila(3)).toMatchObject({ estado: 'lista', problemas: [], valores: { tarjeta_nro: '0010' } });
  // One notice for the whole column.
  expect(other.document.archivos[0]?.avisos).toMatchObject([
    { fila: null, codigo: 'ARREGLO_DE_PLANTILLA', columna: 'Últimos 4', campo: 'tarjeta_nro', filas: 2 },
  ]);
  // Every value that differs from the file is listed before sending; after a further correction the file's value stays the same.
  const corrected = async () =>
    (await world.revision.corregidos({ revision: other.nombre })).valores.map((one) => [
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
  // Saving the columns again later keeps the rule in the template.
  const box = await world.revision.empezar({ archivos: [await writeFile(CSV)] });
  await world.revision.leer({ revision: box.revision, plantilla: 'Caja 2' });
  const third = await review(CSV);
  expect(third.document.archivos[0]?.tabla?.plantilla).toBe('Caja 2');
  expect((await third.fila(7)).estado).toBe('lista');
});

test('a value of one row alone is no rule', async ({ world, review, writeFile }) => {
  const { nombre, fila } = await review(CSV);
  const { id } = await fila(6);
  const one = { revision: nombre, fila: id, campo: 'importe', valor: '12450', todas: true, siempre: true } as const;
  expect(await world.revision.corregir(one)).not.toHaveProperty('plantilla');
  const { archivos } = await world.revision.empezar({ archivos: [await writeFile(CSV)] });
  expect(archivos[0]?.tabla?.plantilla).toBeNull();
});

test('a coupon that a template corrected is known as in its file', async ({ world, review, writeFile, folder }) => {
  const csv =
    'Fecha;Tarjeta;Últimos 4;Comprobante;Importe\n02/11/2026;Visa;4905;1;1,00\n03/11/2026;Visa;4507990000000010;2;2,00\n';
  const file = await writeFile(csv);
  const { nombre, fila } = await readReview(world.revision, [file]);
  const rule = { revision: nombre, campo: 'tarjeta_nro', valor: '0010', todas: true, siempre: true } as const;
  await world.revision.corregir({ ...rule, fila: (await fila(3)).id });
  const sent = await readReview(world.revision, [file]);
  expect(await sent.fila(3)).toMatchObject({ estado: 'lista', valores: { tarjeta_nro: '0010' } });
  // A correction by hand on top of the template's, in another field and in the same field.
  await sent.correct(3, 'comprobante', '9');
  await sent.correct(3, 'tarjeta_nro', '0011');
  await sent.send();
  expect(world.enviados.at(-1)).toContain('"comprobante":"9","tarjeta_nro":"0011"');
  await rm(path.join(folder, 'datos', 'plantillas.json'));
  const again = await readReview(world.revision, [file]);
  const codesOf = async (row: number) => (await again.fila(row)).problemas.map(({ codigo }) => codigo);
  expect(await codesOf(3)).toEqual(['LARGO_MAXIMO', 'YA_ENVIADO']);
  expect(again.document.resumen).toMatchObject({ conError: 1, yaEnviado: { cupones: 2, de: 2, mayoria: true } });
  // A correction that makes the row another sale, undone; then a row that was sent before, which does not block the upload.
  await again.correct(3, 'tarjeta_nro', '7777');
  expect(await codesOf(3)).toEqual([]);
  await world.revision.deshacer({ revision: again.nombre });
  expect(await codesOf(3)).toEqual(['LARGO_MAXIMO', 'YA_ENVIADO']);
  const out = { revision: again.nombre, filas: 'enviados', omitir: true } as const;
  expect(await world.revision.omitir(out)).toMatchObject({
    cambiadas: 2,
    resumen: { conError: 0, omitidas: 2, yaEnviado: { cupones: 2, de: 2 } },
  });
  // One of these two equal rows was sent: the second one is new.
  const twice = await review(`${csv}${csv.split('\n')[2] ?? ''}\n`);
  const third = (await twice.fila(4)).problemas.map(({ codigo }) => codigo);
  expect(third).toEqual(['LARGO_MAXIMO']);
});

const listCopied = async (folder: string): Promise<string[]> => {
  const account = path.join(folder, 'datos', 'cuentas', '0123456789abcdef', 'revision');
  const entries = await readdir(account, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

describe('the files under review', () => {
  const hasPipes = process.platform !== 'win32';
  if (!hasPipes) process.stderr.write('Skipped: a pipe instead of a file: Windows has no named pipes in folders\n');
  test.skipIf(!hasPipes)('are not waited for when they are no files', async ({ world, folder }) => {
    const pipe = makePipe(path.join(folder, 'tubo.csv'));
    const { archivos } = await world.revision.empezar({ archivos: [pipe] });
    expect(archivos[0]?.problema?.codigo).toBe('FORMATO_DESCONOCIDO');
  });

  test('leave no copy once another revision begins', async ({ world, writeFile, folder }) => {
    await world.revision.empezar({ archivos: [await writeFile(CSV, 'a.csv')] });
    const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV, 'b.csv')] });
    const [copy = '', ...others] = await listCopied(folder);
    expect([copy.split(path.sep).at(-3), path.basename(copy), others]).toEqual([revision, 'b.csv', []]);
  });

  test('of the same name do not meet', async ({ world, folder }) => {
    const paths = [];
    for (const inside of ['uno', 'dos']) {
      await mkdir(path.join(folder, inside));
      paths.push(path.join(folder, inside, 'cupones.csv'));
      await overwrite(path.join(folder, inside, 'cupones.csv'), CSV);
    }
    const { archivos } = await world.revision.empezar({ archivos: paths });
    expect(archivos.map(({ problema }) => problema)).toEqual([null, null]);
  });

  test('one that is not there says so by its own name', async ({ world, folder }) => {
    const { archivos } = await world.revision.empezar({ archivos: [path.join(folder, 'no-esta.csv')] });
    expect(archivos[0]).toMatchObject({ nombre: 'no-esta.csv', problema: { codigo: 'ARCHIVO_INEXISTENTE' } });
  });

  test('can be gone when the columns are chosen again in another run', async ({ world, writeFile }) => {
    const path = await writeFile(CSV);
    const { revision } = await world.revision.empezar({ archivos: [path] });
    await world.revision.leer({ revision });
    await rm(path);
    const other = world.reopen();
    const request = { revision, filtro: 'todas' as const, desde: 0, limite: 10 };
    expect((await other.filas(request)).total).toBe(6);
    const { archivos } = await other.columnas({ revision, archivo: 0, mapear: { lote: '' } });
    expect(archivos[0]).toMatchObject({ nombre: 'cupones.csv', problema: null });
    await other.leer({ revision });
    const { filas, total } = await other.filas(request);
    expect([total, filas[0]?.valores.lote, filas[0]?.valores.importe]).toEqual([6, undefined, '1500.00']);
    const [, withTarjeta] = filas;
    expect(withTarjeta?.problemas[0]).toMatchObject({ campo: 'tarjeta_nro', arreglo: '0010' });
  });

  test('a file that cannot be read leaves no copy, and says why', async ({ world, writeFile, folder }) => {
    const { archivos } = await world.revision.empezar({ archivos: [await writeFile('\u0000\u0001', 'x.xlsx')] });
    expect(archivos[0]?.problema?.codigo).toBe('FORMATO_DESCONOCIDO');
    expect(await listCopied(folder)).toEqual([]);
  });
});
