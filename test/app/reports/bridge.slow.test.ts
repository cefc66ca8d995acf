import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeReport } from '#app/reports/write-report.ts';
import { totalsRowNotice, leftOutRow } from '#domain/cupones/notices.ts';
import type { RowNotice, RowError, InFile, SaleOfRow } from '#domain/finding.ts';
import type { ReportCupon, ReportSource } from '#domain/report.ts';
import { addFindings, createTillBridge, saleOf } from '#domain/till-bridge.ts';
import { findLibreOffice, sheetsByLibreOffice } from '../../workbook/libreoffice.ts';
import { findIllegible } from '../../workbook/write/legible.ts';
import { sheetOf, readWorkbook, type SheetRead } from '../../workbook/write/read-back.ts';
import { aReportCupon, aSource } from './source.ts';

let carpeta = '';
beforeAll(async () => {
  carpeta = await mkdtemp(path.join(tmpdir(), 'puente-'));
});
afterAll(() => rm(carpeta, { recursive: true }));

const en = { archivo: '/home/caja/octubre.xlsx', hoja: 'Caja' };
const sale = (part: Partial<SaleOfRow>): SaleOfRow => ({
  fecha: '2026-10-02',
  tarjeta: 'Visa',
  tarjeta_nro: '1234',
  comprobante: '17',
  importe: '50.00',
  ...part,
});
const error = (fila: number, part: Partial<SaleOfRow>): InFile<RowError> => ({
  ...en,
  fila,
  columna: 'Fecha',
  campo: 'fecha_venta',
  codigo: 'NO_ES_FECHA',
  valor: 'ayer',
  mensaje: 'No es una fecha.',
  venta: sale(part),
});
const cupon = (fila: number, importe: string, part: Partial<ReportCupon> = {}): ReportCupon =>
  aReportCupon({ ...en, fila, cupon: { fecha_venta: '2026-10-01', tarjeta_desc: 'Visa', importe }, ...part });

const CUPONES = [
  cupon(2, '100000.10'),
  cupon(3, '200.20', { disposicion: 'sin_conciliar' }),
  cupon(4, '0.70', { disposicion: 'rechazado' }),
  cupon(5, '7.00', { disposicion: 'no_enviado' }),
];
const ERRORS = [error(6, {}), error(6, {}), error(7, { fecha: 'ayer', importe: null, importeEscrito: 'mil' })];
const NOTICES: readonly InFile<RowNotice>[] = [
  { ...en, ...leftOutRow(8, sale({ importe: '20.00' })) },
  { ...en, fila: 9, codigo: 'YA_ENVIADO', mensaje: 'm', venta: sale({ importe: '30.00' }) },
  { ...en, fila: 2, codigo: 'YA_ENVIADO', mensaje: 'm' },
  { ...en, ...totalsRowNotice(10, '100310.00') },
];
const ENDED = { rechazado: 'rechazada', no_enviado: 'sin_enviar' } as const;

const createSource = (part: Partial<ReportSource> = {}): ReportSource =>
  aSource(CUPONES, {
    archivos: [en.archivo],
    readErrors: () => ERRORS,
    readNotices: () => NOTICES,
    bridge: () => {
      const bridge = createTillBridge();
      addFindings(bridge, { readErrors: () => ERRORS, readNotices: () => NOTICES });
      for (const { archivo, hoja, fila, cupon: values, disposicion } of CUPONES) {
        if (archivo === null || fila === null) continue;
        const ended = disposicion === 'rechazado' || disposicion === 'no_enviado' ? ENDED[disposicion] : undefined;
        const place = { archivo, hoja, fila };
        if (ended === undefined) bridge.addSent(place, saleOf(values));
        else bridge.addLeftOut(place, ended, saleOf(values));
      }
      return bridge.result();
    },
    ...part,
  });

let numero = 0;
async function write(source: ReportSource, maxRows?: number): Promise<string> {
  const archivo = path.join(carpeta, `informe-${String((numero += 1))}.xlsx`);
  const modo = maxRows === undefined ? {} : { maxRows };
  return writeReport(source, { signal: new AbortController().signal, creado: 0, salida: { archivo }, ...modo });
}

/** The rows under a title, its total too where it has one. */
function tableOf(resumen: SheetRead, titulo: string): unknown[][] {
  const from = resumen.filas.findIndex(([cell]) => cell === titulo) + 2;
  const to = resumen.filas.findIndex(([cell], n) => n >= from && (cell === undefined || cell === null));
  return resumen.filas.slice(from, to < 0 ? undefined : to).map((fila) => [...fila]);
}

test('the summary ties the rows of the file to what was sent, in count and amount', async () => {
  const resumen = sheetOf(await readWorkbook(await write(createSource())), 'Resumen');
  expect(tableOf(resumen, 'De las filas del archivo a lo enviado').map((fila) => fila.slice(0, 4))).toEqual([
    ['Enviados', 2, 100200.3, null],
    ['Con errores (hoja Omitidos)', 2, 50, 1],
    ['Ya enviados antes (hoja Omitidos)', 1, 30, null],
    ['Omitidos a mano (hoja Omitidos)', 1, 20, null],
    ['El servicio no los aceptó (hoja Rechazados)', 1, 0.7, null],
    ['Quedaron sin enviar (hoja No enviados)', 1, 7, null],
    ['Líneas de total', 1, null, null],
    ['Total', 9, 100308, 1],
  ]);
});

test('the line of totals of the file is beside what its rows add up to', async () => {
  const resumen = sheetOf(await readWorkbook(await write(createSource())), 'Resumen');
  expect(tableOf(resumen, 'Contra las líneas de total del archivo').map((fila) => fila.slice(0, 5))).toEqual([
    ['octubre.xlsx · Caja', 10, 100310, 100308, 2],
  ]);
});

test('each sheet and day says what was sent of it and what was not', async () => {
  const resumen = sheetOf(await readWorkbook(await write(createSource())), 'Resumen');
  const first = 'octubre.xlsx · Caja';
  expect(tableOf(resumen, 'Por hoja y día de venta')).toEqual([
    [first, new Date('2026-10-01T00:00:00Z'), 4, 100208, 2, 100200.3, 2, 7.7, null],
    [first, new Date('2026-10-02T00:00:00Z'), 3, 100, 0, 0, 3, 100, null],
    [first, '(sin fecha)', 1, 0, 0, 0, 1, 0, 1],
    [first, '(no son cupones)', 1, null, null, null, null, null, null],
    ['Total', null, 9, 100308, 2, 100200.3, 6, 107.7, 1],
  ]);
});

test('each row that was left out is there once, with its reason and its sale', async () => {
  const omitidos = sheetOf(await readWorkbook(await write(createSource())), 'Omitidos');
  expect(omitidos.filas.slice(5, 9).map((fila) => [fila[2], fila[3], fila[8]])).toEqual([
    [6, 'Con errores', 50],
    [7, 'Con errores', 'mil'],
    [8, 'Omitidos a mano', 20],
    [9, 'Ya enviados antes', 30],
  ]);
  expect(omitidos.filas[6]?.[4]).toBe('ayer');
  expect(omitidos.filas[9]?.[8]).toBe(100);
});

test('what the service counts is beside what the report has', async () => {
  const source = createSource();
  const { conciliacion } = source;
  if (conciliacion === null) throw new Error('The fixture has one');
  const counted = { ...conciliacion, total: 3, nuevos: 3, conciliados: 1, sinConciliar: 1, error: 1 };
  const resumen = sheetOf(await readWorkbook(await write({ ...source, conciliacion: counted })), 'Resumen');
  expect(tableOf(resumen, 'Contra los contadores del servicio').map((fila) => fila.slice(0, 4))).toEqual([
    ['Total', 3, 2, 1],
    ['Nuevos', 3, null, null],
    ['Existentes', 0, 0, 0],
    ['Con error', 1, 1, 0],
    ['Conciliados', 1, 1, 0],
    ['Sin conciliar', 1, 1, 0],
  ]);
});

test('a reconciliation that somebody else made has no file to tie to', async () => {
  const hojas = await readWorkbook(await write(aSource(CUPONES)));
  expect(hojas.map(({ nombre }) => nombre)).not.toContain('Omitidos');
  expect(sheetOf(hojas, 'Resumen').filas.flat()).not.toContain('De las filas del archivo a lo enviado');
});

test('no figure nor title of it is cut', async () => {
  const large = [error(6, { importe: '98765432109.99' })];
  const archivo = await write(createSource({ readErrors: () => large }));
  expect(await findIllegible(archivo)).toEqual([]);
});

const program = await findLibreOffice();

test.skipIf(program === undefined)(
  'LibreOffice calculates the same bridge from the rows, sheet after sheet',
  async () => {
    const archivo = await write(createSource(), 9);
    const ours = await readWorkbook(archivo);
    const theirs = await sheetsByLibreOffice(program ?? '', archivo, carpeta);
    expect(ours.map(({ nombre }) => nombre)).toContain('Omitidos (2)');
    const resumen = sheetOf(ours, 'Resumen');
    const row = resumen.filas.findIndex(([cell]) => cell === 'Con errores (hoja Omitidos)');
    expect(resumen.formula(`B${String(row + 1)}`)).toContain('COUNTIF(');
    expect(resumen.formula(`C${String(row + 1)}`)).toContain('SUMIF(');
    for (const [n, fila] of resumen.filas.entries()) {
      for (const [k, valor] of fila.entries()) {
        if (typeof valor === 'number') expect(Number(theirs.get('Resumen')?.[n]?.[k])).toBeCloseTo(valor, 6);
      }
    }
  },
);
