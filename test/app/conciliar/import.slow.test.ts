import { writeFile as overwrite } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import type { Import } from '#app/conciliar/read-files.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createTestImport } from './importer.ts';
import { test as base } from '../../platform/temporary-folder.ts';
import { workbookOf } from './two-sheets.ts';

/** 10:00 on 21/11/2026 in Buenos Aires. */
const NOW = Date.UTC(2026, 10, 21, 13);
const signal = new AbortController().signal;
const clock = { ...systemClock, now: () => NOW };

interface Fixtures {
  readonly importing: Import;
  readonly writeFile: (content: string, name?: string) => Promise<string>;
}
const test = base.extend<Fixtures>({
  importing: async ({ folder }, use) => {
    await use(createTestImport(path.join(folder, 'plantillas.json'), clock));
  },
  writeFile: async ({ folder }, use) => {
    await use(async (content, name = 'cupones.csv') => {
      await overwrite(path.join(folder, name), content);
      return path.join(folder, name);
    });
  },
});

const CSV = `Fecha;Nro. Cupón;Últimos 4;Importe;Sucursal
01/11/2026;00001;4905;1.500,00;Centro
02/11/2026;00002;12345;10,00;Centro
01/11/2026;00001;4905;1.500,00;Centro
`;

test('a coupon of an earlier file is told in the later one, with its row', async ({ importing, writeFile }) => {
  const item = await writeFile(
    'Fecha;Cupón;Últimos 4;Importe\n01/11/2026;1;4905;10,00\n01/11/2026;2;4905;10,00\n',
    'uno.csv',
  );
  const two = await writeFile(
    'Fecha;Cupón;Últimos 4;Importe\n02/11/2026;3;4905;10,00\n01/11/2026;2;4905;10,00\n02/11/2026;3;4905;10,00\n',
    'dos.csv',
  );
  const [first, second] = await importing.validate([item, two], {}, { signal });
  expect(first).toMatchObject({ avisos: [] });
  expect(second).toMatchObject({
    avisos: [
      { fila: 3, codigo: 'POSIBLE_DUPLICADO', valor: '3', mensaje: expect.stringContaining('«uno.csv»') },
      { fila: 4, codigo: 'POSIBLE_DUPLICADO', valor: '2' },
    ],
    conError: 0,
  });
  const [, secondTime] = await importing.validate([item, item], {}, { signal });
  expect(secondTime).toMatchObject({ avisos: [{ fila: 2 }, { fila: 3 }] });
});

test('validar answers exactly the document of docs/cli.md', async ({ importing, writeFile }) => {
  const file = await writeFile(CSV);
  const [document] = await importing.validate([file], {}, { signal });
  expect(Object.keys(document ?? {})).toEqual([
    'archivo',
    'hoja',
    'encabezado',
    'filas',
    'validas',
    'conError',
    'vacias',
    'mapeo',
    'sinMapear',
    'errores',
    'avisos',
    'dudas',
  ]);
  expect(document).toMatchObject({
    archivo: file,
    hoja: null,
    encabezado: 1,
    filas: 3,
    validas: 2,
    conError: 1,
    vacias: 0,
    mapeo: { fecha_venta: 'Fecha', comprobante: 'Nro. Cupón', tarjeta_nro: 'Últimos 4', importe: 'Importe' },
    sinMapear: ['Sucursal'],
    errores: [{ fila: 3, columna: 'Últimos 4', campo: 'tarjeta_nro', codigo: 'LARGO_MAXIMO', valor: '12345' }],
    avisos: [{ fila: 4, codigo: 'POSIBLE_DUPLICADO' }],
  });
});

test('an unreadable file keeps its place among several', async ({ importing, writeFile }) => {
  const good = await writeFile(CSV);
  const documents = await importing.validate([good, `${good}.no`, good], {}, { signal });
  expect(documents.map((one) => ('codigo' in one ? one.codigo : one.filas))).toEqual([3, 'ARCHIVO_INEXISTENTE', 3]);
  expect(Object.keys(documents[1] ?? {})).toEqual(['archivo', 'codigo', 'mensaje']);
});

test('today is that of Buenos Aires', async ({ folder, writeFile }) => {
  const late = { ...clock, now: () => Date.UTC(2026, 10, 22, 2) };
  const importing = createTestImport(path.join(folder, 'plantillas.json'), late);
  const [document] = await importing.validate([await writeFile(CSV.replaceAll('02/11', '22/11'))], {}, { signal });
  expect(document).toMatchObject({ avisos: [{ codigo: 'FECHA_FUTURA', fila: 3 }, { codigo: 'POSIBLE_DUPLICADO' }] });
});

test('importar gives the texts that are sent and what the upload asks', async ({ importing, writeFile }) => {
  const texts: string[] = [];
  const file = await writeFile(CSV.replace('Sucursal', 'auxiliar_5'));
  const result = await importing.importFiles(
    [file, file],
    {
      withRejected: true,
      sink: (tanda) => {
        texts.push(...tanda.texts);
      },
    },
    { signal },
  );
  expect(texts).toHaveLength(4);
  expect(texts[0]).toBe(
    '{"fecha_venta":"2026-11-01","comprobante":"00001","tarjeta_nro":"4905","importe":"1500.00","auxiliar_5":"Centro"}',
  );
  expect(result).toMatchObject([{ resumen: { validas: 2 } }, { resumen: { validas: 2 } }]);
});

test('progress tells the phases of each file', async ({ importing, writeFile }) => {
  const seen: string[] = [];
  await importing.validate(
    [await writeFile(CSV)],
    {},
    { signal, onProgress: ({ fase, hecho, total }) => seen.push(`${fase} ${String(hecho)}/${String(total)}`) },
  );
  expect(seen).toEqual(['lectura 0/null', 'validacion 3/3']);
});

test('templates of a newer version are not touched', async ({ importing, writeFile, folder }) => {
  await overwrite(path.join(folder, 'plantillas.json'), '{"version":2}');
  await expect(importing.validate([await writeFile(CSV)], {}, { signal })).rejects.toSatisfy((error) =>
    isAppError(error, 'DATOS_MAS_NUEVOS'),
  );
});

/** `rows` coupons, one a day of November, and a line with their total. */
const sheetOf = (rows: number, total: string) => [
  ...Array.from({ length: rows }, (_, i) => [`0${String(i + 1)}/11/2026`, `0000000${String(i + 1)}`, '0042', '10,50']),
  ['Total', null, null, total],
];
/** A workbook of two sheets with coupons; the coupon of October equals the first row of November. */
const twoSheets = (folder: string) =>
  workbookOf(
    folder,
    { Octubre: sheetOf(1, '10,50'), Noviembre: sheetOf(3, '31,50') },
    { headers: ['Fecha', 'Comprobante', 'Últimos 4', 'Importe'], besides: 'Marcas' },
  );

test('all the sheets with coupons are read, each with its document', async ({ importing, folder, writeFile }) => {
  const file = await twoSheets(folder);
  const documents = await importing.validate([file, await writeFile(CSV)], { hoja: 'todas' }, { signal });
  expect(documents).toMatchObject([
    { archivo: file, hoja: 'Octubre', validas: 1, avisos: [{ fila: 5, codigo: 'FILA_DE_TOTALES' }] },
    {
      archivo: file,
      hoja: 'Noviembre',
      validas: 3,
      avisos: [
        { fila: 4, codigo: 'POSIBLE_DUPLICADO', mensaje: expect.stringContaining('la fila 4 de la hoja «Octubre»') },
        { fila: 7, codigo: 'FILA_DE_TOTALES' },
      ],
    },
    { hoja: null, filas: 3 },
  ]);
  const some = await importing.validate([file], { hoja: ['Noviembre', 'Octubre', 'Noviembre'] }, { signal });
  expect(some.map((one) => ('codigo' in one ? one.codigo : one.hoja))).toEqual(['Noviembre', 'Octubre']);
});
