import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTotalsRowNotice, makeLeftOutRow } from '#domain/cupones/notices.ts';
import type { RowNotice, RowError, InFile, SaleOfRow } from '#domain/finding.ts';
import type { ReportCupon } from '#domain/report.ts';
import type { ReportSource } from '#app/reports/source.ts';
import { addFindings, createTillBridge, saleOf } from '#domain/till-bridge.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { anError, aSale } from '../../domain/a-finding.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { expectSameInLibreOffice, findLibreOffice, findTroubleOnPaper } from '../../workbook/libreoffice.ts';
import { findIllegible } from '../../workbook/write/legible.ts';
import { sheetOf, readWorkbook } from '../../workbook/write/read-back.ts';
import { aReportCupon, aSource, tableOf, writeTo } from './source.ts';

const where = { archivo: '/home/caja/octubre.xlsx', hoja: 'Caja' };
const error = (row: number, part: Partial<SaleOfRow>): InFile<RowError> =>
  anError(row, { ...where, venta: aSale(part) });
const cupon = (row: number, importe: string, part: Partial<ReportCupon> = {}): ReportCupon =>
  aReportCupon({ ...where, fila: row, cupon: { fecha_venta: '2026-10-01', tarjeta_desc: 'Visa', importe }, ...part });

const CUPONES = [
  cupon(2, '100000.10'),
  cupon(3, '200.20', { disposicion: 'sin_conciliar' }),
  cupon(4, '0.70', { disposicion: 'rechazado' }),
  cupon(5, '7.00', { disposicion: 'no_enviado' }),
];
const ERRORS = [error(6, {}), error(6, {}), error(7, { fecha: 'ayer', importe: null, importeEscrito: 'mil' })];
const NOTICES: readonly InFile<RowNotice>[] = [
  { ...where, ...makeLeftOutRow(8, aSale({ importe: '20.00' })) },
  { ...where, fila: 9, codigo: 'YA_ENVIADO', mensaje: 'm', venta: aSale({ importe: '30.00' }) },
  { ...where, fila: 2, codigo: 'YA_ENVIADO', mensaje: 'm' },
  { ...where, ...makeTotalsRowNotice(10, '100310.00') },
];
const ENDED = { rechazado: 'rechazada', no_enviado: 'sin_enviar' } as const;

const createSource = (part: Partial<ReportSource> = {}): ReportSource =>
  aSource(CUPONES, {
    archivos: [where.archivo],
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

const write = (source: ReportSource, maxRows?: number): Promise<string> =>
  writeTo(source, { archivo: path.join(createTemporaryFolder(), 'informe.xlsx') }, maxRows);
const SHEET = 'octubre.xlsx · Caja';

test('the summary ties the rows of the file to what was sent, and the totals of the file to its rows', async () => {
  const summary = sheetOf(await readWorkbook(await write(createSource())), 'Resumen');
  expect(tableOf(summary, 'De las filas del archivo a lo enviado').map((row) => row.slice(0, 4))).toEqual([
    ['Enviados', 2, 100200.3, null],
    ['Omitidos con errores (hoja Omitidos)', 2, 50, 1],
    ['Omitidos por ya enviados (hoja Omitidos)', 1, 30, null],
    ['Omitidos a mano (hoja Omitidos)', 1, 20, null],
    ['El servicio no los aceptó (hoja Rechazados)', 1, 0.7, null],
    ['Quedaron sin enviar (hoja No enviados)', 1, 7, null],
    ['Líneas de total', 1, null, null],
    ['Total', 9, 100308, 1],
  ]);
  expect(tableOf(summary, 'Contra las líneas de total del archivo').map((row) => row.slice(0, 5))).toEqual([
    [SHEET, 10, 100310, 100308, 2],
  ]);
  expect(tableOf(summary, 'Por hoja y día de venta')).toEqual([
    [SHEET, new Date('2026-10-01T00:00:00Z'), 4, 100208, 2, 100200.3, 2, 7.7, null],
    [SHEET, new Date('2026-10-02T00:00:00Z'), 3, 100, 0, 0, 3, 100, null],
    [SHEET, '(sin fecha)', 1, 0, 0, 0, 1, 0, 1],
    [SHEET, '(no son cupones)', 1, null, null, null, null, null, null],
    ['Total', null, 9, 100308, 2, 100200.3, 6, 107.7, 1],
  ]);
});

test('each row that was left out is there once, with its reason and its sale', async () => {
  const omitted = sheetOf(await readWorkbook(await write(createSource())), 'Omitidos');
  expect(omitted.filas.slice(5, 9).map((row) => [row[2], row[3], row[8]])).toEqual([
    [6, 'Omitidos con errores', 50],
    [7, 'Omitidos con errores', 'mil'],
    [8, 'Omitidos a mano', 20],
    [9, 'Omitidos por ya enviados', 30],
  ]);
  expect(omitted.filas[6]?.[4]).toBe('ayer');
  expect(omitted.filas[9]?.[8]).toBe(100);
});

test('what the service counts is beside what the report has', async () => {
  const conciliacion = aConciliacion({ total: 3, nuevos: 3, conciliados: 1, sinConciliar: 1, error: 1 });
  const summary = sheetOf(await readWorkbook(await write(createSource({ conciliacion }))), 'Resumen');
  expect(tableOf(summary, 'Contra los contadores del servicio').map((row) => row.slice(0, 4))).toEqual([
    ['Total', 3, 2, 1],
    ['Nuevos', 3, null, null],
    ['Existentes', 0, 0, 0],
    ['Con error', 1, 1, 0],
    ['Conciliados', 1, 1, 0],
    ['Sin conciliar', 1, 1, 0],
  ]);
});

test('a reconciliation that somebody else made has no file to tie to', async () => {
  const sheets = await readWorkbook(await write(aSource(CUPONES)));
  expect(sheets.map(({ nombre }) => nombre)).not.toContain('Omitidos');
  expect(sheetOf(sheets, 'Resumen').filas.flat()).not.toContain('De las filas del archivo a lo enviado');
});

test('no figure nor title of it is cut', async () => {
  const large = [error(6, { importe: '98765432109.99' })];
  const file = await write(createSource({ readErrors: () => large }));
  expect(await findIllegible(file)).toEqual([]);
});

const program = await findLibreOffice();

test.skipIf(program === undefined)(
  'LibreOffice calculates the same bridge from the rows, sheet after sheet',
  async () => {
    const file = await write(createSource(), 9);
    const ours = await readWorkbook(file);
    expect(ours.map(({ nombre }) => nombre)).toContain('Omitidos (2)');
    const summary = sheetOf(ours, 'Resumen');
    const row = summary.filas.findIndex(([cell]) => cell === 'Omitidos con errores (hoja Omitidos)');
    expect(summary.formula(`B${String(row + 1)}`)).toContain('COUNTIF(');
    expect(summary.formula(`C${String(row + 1)}`)).toContain('SUMIF(');
    expect(await expectSameInLibreOffice(program ?? '', file, path.dirname(file))).toBeGreaterThan(50);
    expect(await findTroubleOnPaper(program ?? '', file, path.dirname(file))).toEqual([]);
  },
);
