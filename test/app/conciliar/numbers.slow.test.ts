import path from 'node:path';
import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import { readdir, readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { createTemplates } from '#app/conciliar/templates.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { createTestImport } from './importer.ts';
import { context } from '../context.ts';
import { readReview, test } from './support.ts';

const TITLES = ['Fecha', 'Importe', 'Comprobante', 'Últimos 4', 'Cuotas', 'Lote', 'Terminal', 'BIN'];
type Value = string | number;

/** A workbook of a till: counts and amounts are numbers, some of them written as text; `cuotas` shows as the format says. */
async function tillWorkbook(
  folder: string,
  rows: readonly { readonly valores: readonly Value[]; readonly cuotas?: string }[],
): Promise<string> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Ventas');
  sheet.addRow(TITLES);
  for (const { valores, cuotas } of rows) {
    const row = sheet.addRow(valores);
    if (cuotas !== undefined) row.getCell(TITLES.indexOf('Cuotas') + 1).numFmt = cuotas;
  }
  const file = path.join(folder, 'ventas.xlsx');
  await book.xlsx.writeFile(file);
  return file;
}

const typedRow = (cuotas: Value, date = '03/10/2026', comprobante: Value = '00012'): readonly Value[] => [
  date,
  1500.5,
  comprobante,
  '0042',
  cuotas,
  312,
  20014832,
  450995,
];

function commandLine(folder: string) {
  const { templates } = getDataFolder(path.join(folder, 'datos'));
  return { plantillas: createTemplates(templates), importer: createTestImport(templates) };
}

test('a template of the wizard is that of the command line', async ({ world, folder }) => {
  const file = await tillWorkbook(folder, [
    { valores: typedRow(1) },
    { valores: typedRow(3, '04/10/2026'), cuotas: '0.00' },
    { valores: typedRow(6, '05/10/2026'), cuotas: '00' },
    { valores: typedRow(12, '06/10/2026', 13), cuotas: '0" cuotas"' },
    { valores: typedRow('18', '07/10/2026') },
  ]);
  const { plantillas, importer } = commandLine(folder);
  const { document: doc, ver: show } = await readReview(world.revision, [file]);
  await world.revision.leer({ revision: doc.revision, plantilla: 'Caja' });
  const [ofWizard] = await plantillas.list();
  const [read] = await importer.importFiles([file], { sink: () => undefined }, context);
  if (read?.tipo !== 'leido') throw new Error('the file was not read');
  await importer.templates.remember('Caja', read.detalle, {});
  expect(await plantillas.list()).toEqual([ofWizard]);

  const [validated] = await importer.validate([file], { cupones: true, plantilla: 'Caja' }, context);
  if (validated === undefined || !('cupones' in validated)) throw new Error('the file was not validated');
  const { filas } = await show();
  expect(validated.cupones?.map(({ cupon }) => cupon)).toEqual(filas.map(({ valores }) => valores));
  expect(filas.map(({ valores }) => valores.cuotas)).toEqual(['1', '3', '06', '12', '18']);
  for (const { valores } of filas) {
    for (const value of Object.values(valores)) expect(value).toBeTypeOf('string');
  }
});

test('in the workbook of errors amounts are numbers, and names keep their zeros', async ({ world, folder }) => {
  const file = await tillWorkbook(folder, [
    { valores: typedRow(3, 'ayer') },
    { valores: typedRow('06', 'ayer') },
    { valores: typedRow('tres', '04/10/2026') },
    { valores: typedRow(3.5, '05/10/2026') },
    { valores: typedRow('003', '06/10/2026') },
  ]);
  const { nombre, ver: show } = await readReview(world.revision, [file]);
  const before = (await show()).filas;
  const exported = path.join(folder, 'errores.xlsx');
  await world.revision.errores({ revision: nombre, exportar: exported });
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(exported);
  const rows = book.worksheets[0]?.getSheetValues() as (readonly unknown[] | undefined)[];
  const titles = rows[4] ?? [];
  const column = (title: string): readonly unknown[] => rows.slice(5).map((row) => row?.[titles.indexOf(title)]);
  expect(column('Importe')).toEqual([1500.5, 1500.5, 1500.5, 1500.5, 1500.5]);
  // A text that is no number of instalments must not come back as a number.
  expect(column('Cuotas')).toEqual([3, 6, 'tres', '3,5', '003']);
  expect(new Set(column('Comprobante'))).toEqual(new Set(['00012']));
  expect(new Set(column('Últimos 4'))).toEqual(new Set(['0042']));

  // Reading the unchanged workbook again changes nothing: "06" stays "06", although numbers in a sheet have no leading zero.
  await world.revision.empezar({ archivos: [exported] });
  expect((await show()).filas).toEqual(before);

  // Read as a file to reconcile, the workbook gives the texts that are sent.
  book.worksheets[0]?.eachRow((row, n) => {
    if (n > 4) row.getCell(titles.indexOf('Fecha de venta')).value = '03/10/2026';
  });
  await book.xlsx.writeFile(exported);
  const [validated] = await commandLine(folder).importer.validate([exported], { cupones: true }, context);
  expect(validated).toMatchObject({
    mapeo: { cuotas: 'Cuotas', importe: 'Importe' },
    cupones: [{ cupon: { cuotas: '3', importe: '1500.50' } }, { cupon: { cuotas: '6', comprobante: '00012' } }],
    errores: [
      { campo: 'cuotas', valor: 'tres' },
      { campo: 'cuotas', valor: '3,5' },
      { campo: 'cuotas', valor: '003' },
    ],
  });
});

const VISA = '4509953566233704';
const GROUPED = '4509 9535 6623 3704';
const MASKED = '450995······3704';
/** Another number that passes Luhn, alone in its cell: it may be a reference. */
const BARE = '4507990000000010';
const BARE_MASKED = '450799······0010';

const CSV = `Fecha;Tarjeta;Últimos 4;Comprobante;Referencia;Auxiliar 1;Vendedor;Importe
01/11/2026;Visa;XXXX-XXXX-XXXX-2694;00001;Pago con ${GROUPED} cliente;4507990000000010;Ana ${GROUPED};1.500,00
02/11/2026;Visa;450995******2695;00002;${BARE};5555555555554444;Ana;10,00
03/11/2026;Visa;4905;00003;4509.9535.6623.3704;4111111111111111;Ana;x
04/11/2026;Visa;4906;00004;5555555555554444;4012888888881881;Ana;20,00
05/11/2026;Visa;4907;00005;A-1;6011111111111117;Ana;30,00
06/11/2026;Visa;4908;00006;A-2;6011000990139424;Ana;40,00
`;

/** The text of every file below a folder, uncompressed, without separators between digits. */
async function everythingIn(folder: string): Promise<string> {
  let all = '';
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
    all += `${entry.name}\n${plain.toString('latin1')}\n`;
  }
  return all.replace(/(?<=\d)[ ._/-]{1,3}(?=\d)/g, '');
}

const requestFor = (revision: string) => ({ revision, filtro: 'todas' as const, desde: 0, limite: 10 });

test('no full card number is kept, in rows, columns, names nor what is sent', async ({ world, writeFile, folder }) => {
  const file = await writeFile(CSV, `Pago ${GROUPED}.csv`);
  const { revision, archivos } = await world.revision.empezar({ archivos: [file] });
  expect(archivos[0]?.nombre).toBe(`Pago ${MASKED}.csv`);
  const doc = await world.revision.leer({ revision });
  const { filas } = await world.revision.filas(requestFor(revision));
  expect(filas.map(({ valores }) => valores.referencia)).toEqual([
    `Pago con ${MASKED} cliente`,
    BARE,
    MASKED,
    '5555555555554444',
    'A-1',
    'A-2',
  ]);
  expect(filas.map(({ valores }) => valores.auxiliar_1)).toEqual([
    BARE_MASKED,
    '555555······4444',
    '411111······1111',
    '401288······1881',
    '601111······1117',
    '601100······9424',
  ]);
  const seen = JSON.stringify([doc, filas]);
  expect(seen.replace(/[ ._/-]/g, '')).not.toContain(VISA);

  const totals = await world.revision.omitir({ revision, filas: 'errores', omitir: true });
  await world.revision.enviar({ revision, version: totals.resumen.version, marcador: 'ninguno' });
  expect(world.enviados).toHaveLength(5);
  // Only the path of the file may still have the number: the program reads the file again by its path.
  const kept = (await everythingIn(path.join(folder, 'datos'))).replaceAll(
    file.replace(/(?<=\d)[ ._/-]{1,3}(?=\d)/g, ''),
    '',
  );
  expect(kept).toContain(MASKED.slice(0, 6));
  expect(kept).not.toContain(VISA);
});

test('a number that is typed into a column of card numbers is covered', async ({ world, writeFile }) => {
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV)] });
  await world.revision.leer({ revision });
  const { filas } = await world.revision.filas(requestFor(revision));
  const [first] = filas;
  const put = (field: 'auxiliar_1' | 'referencia', value: string) =>
    world.revision.corregir({ revision, fila: first?.id ?? 0, campo: field, valor: value, todas: false });
  expect((await put('auxiliar_1', VISA)).fila?.valores.auxiliar_1).toBe(MASKED);
  expect((await put('referencia', GROUPED)).fila?.valores.referencia).toBe(MASKED);
});
