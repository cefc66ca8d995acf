import path from 'node:path';
import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import { createImport } from '#app/conciliar/read-files.ts';
import { createTemplates } from '#app/conciliar/templates.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';
import { context, readReview, test } from './support.ts';

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

/** The columns of the command line, over the templates of the wizard. */
function commandLine(folder: string) {
  const templates = createTemplates(getDataFolder(path.join(folder, 'datos')).templates);
  const runner = createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock: systemClock });
  return { plantillas: templates, importer: createImport({ runner, templates, clock: systemClock }) };
}

test('a template of the wizard is that of the command line, and both read every number as the same text', async ({
  world,
  folder,
}) => {
  const file = await tillWorkbook(folder, [
    { valores: typedRow(1) },
    { valores: typedRow(3, '04/10/2026'), cuotas: '0.00' },
    { valores: typedRow(6, '05/10/2026'), cuotas: '00' },
    { valores: typedRow(12, '06/10/2026', 13), cuotas: '0" cuotas"' },
    { valores: typedRow('18', '07/10/2026') },
  ]);
  const { plantillas, importer } = commandLine(folder);
  const { document: doc, ver: show } = await readReview(world.revision, [file]);
  await world.revision.leer({ revision: doc.revision, plantilla: 'Caja' }, context);
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

test('in the workbook of errors what is counted or added is a number, and what names something keeps its zeros', async ({
  world,
  folder,
}) => {
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
  await world.revision.errores({ revision: nombre, exportar: exported }, context);
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(exported);
  const rows = book.worksheets[0]?.getSheetValues() as (readonly unknown[] | undefined)[];
  const titles = rows[4] ?? [];
  const column = (title: string): readonly unknown[] => rows.slice(5).map((row) => row?.[titles.indexOf(title)]);
  expect(column('Importe')).toEqual([1500.5, 1500.5, 1500.5, 1500.5, 1500.5]);
  // What is no number of instalments is the text that it was: shown as a whole one, it would come back as that.
  expect(column('Cuotas')).toEqual([3, 6, 'tres', '3,5', '003']);
  expect(new Set(column('Comprobante'))).toEqual(new Set(['00012']));
  expect(new Set(column('Últimos cuatro de la tarjeta'))).toEqual(new Set(['0042']));

  // Brought back as it is, it changes nothing: "06" is still that, though a sheet's number has no zero before it.
  await world.revision.empezar({ archivos: [exported] }, context);
  expect((await show()).filas).toEqual(before);

  // Read by itself, its numbers are the texts that are sent.
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
