import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { FIELDS_IN_ORDER, type Cupon } from '#domain/cupon.ts';
import type { ReportSource } from '#app/reports/source.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { findIllegible } from '../../workbook/write/legible.ts';
import { sheetOf, readWorkbook, type SheetRead } from '../../workbook/write/read-back.ts';
import { aReportCupon, aSource, tableOf, writeTo } from './source.ts';

let folder = '';
beforeEach(() => {
  folder = createTemporaryFolder();
});

const writeSheets = async (source: ReportSource, maxRows?: number): Promise<readonly SheetRead[]> =>
  readWorkbook(await writeTo(source, { carpeta: folder }, maxRows));

const saleOf = (saleDate: string, importe: string, part: Cupon = {}): Cupon => ({
  fecha_venta: saleDate,
  importe,
  tarjeta_desc: 'Visa Crédito',
  establecimiento: '0012345',
  ...part,
});
const unmatched = aReportCupon({
  ...{ fila: 6, disposicion: 'sin_conciliar', nroLiquidacion: null },
  cupon: saleOf('2026-11-01', '200.00'),
});
const several = [
  aReportCupon({ fila: 4, cupon: saleOf('2026-11-01', '1500.50') }),
  aReportCupon({ fila: 5, cupon: saleOf('2026-11-02', '-100.25', { tarjeta_desc: 'Cabal' }) }),
  unmatched,
  aReportCupon({
    fila: 7,
    disposicion: 'no_informado',
    cupon: saleOf('2026-11-03', '10.00', { establecimiento: '9' }),
  }),
];

test('there is a sheet for each thing that happened to a coupon, and for none that did not', async () => {
  const names = async (source: ReportSource) => (await writeSheets(source)).map(({ nombre }) => nombre);
  const odd = (['existente', 'rechazado', 'no_enviado'] as const).map((disposition) =>
    aReportCupon({ disposicion: disposition }),
  );
  const [always, errors] = [
    ['Resumen', 'Conciliados', 'Sin conciliar', 'No informados'],
    ['Errores', 'Avisos'],
  ];
  expect(await names(aSource(several))).toEqual([...always, ...errors]);
  const all = [...always, 'Existentes', 'Rechazados', 'No enviados', ...errors];
  expect(await names(aSource([...several, ...odd]))).toEqual(all);
});

test('a matched coupon shows every field it has, its settlement and its date', async () => {
  const cupon: Cupon = {
    ...Object.fromEntries(FIELDS_IN_ORDER.map((field) => [field, `0${String(field.length)}`])),
    fecha_venta: '2026-11-01',
    fecha_pres: '2026-11-02',
    fecha_pago: '2026-11-20',
    importe: '1500.50',
    referencia: '=HOY()',
  };
  const sheets = await writeSheets(aSource([aReportCupon({ cupon })]));
  const matched = sheetOf(sheets, 'Conciliados');
  expect(matched.filas[5]).toEqual([
    'cupones.xlsx',
    4,
    ...FIELDS_IN_ORDER.map((field) => {
      if (field === 'importe') return 1500.5;
      if (field === 'cuotas') return Number(cupon[field]);
      return field.startsWith('fecha_') ? new Date(`${cupon[field] ?? ''}T00:00:00Z`) : cupon[field];
    }),
    '00098',
    new Date('2026-11-10T00:00:00Z'),
  ]);
});

test('fields that no coupon has take no column', async () => {
  const sheets = await writeSheets(aSource(several));
  expect(sheetOf(sheets, 'Conciliados').filas[4]).toEqual([
    'Archivo',
    'Fila',
    'Fecha de venta',
    'Tarjeta',
    'Establecimiento',
    'Importe',
    'Liquidación',
    'Fecha de liquidación',
  ]);
});

test('an unmatched coupon shows the days since its sale, and none since one after today', async () => {
  const ahead = { ...unmatched, fila: 7, cupon: saleOf('2027-10-05', '1.00') };
  const { filas } = sheetOf(await writeSheets(aSource([unmatched, ahead])), 'Sin conciliar');
  expect(filas.slice(5, 7).map((row) => row.at(-1))).toEqual([20, null]);
});

test('the summary counts each disposition with formulas over its rows', async () => {
  const summary = sheetOf(await writeSheets(aSource(several)), 'Resumen');
  expect(tableOf(summary, 'Qué pasó con cada cupón').map((row) => row.slice(0, 3))).toEqual([
    ['Conciliados', 2, 1400.25],
    ['Sin conciliar', 1, 200],
    ['No informados', 1, 10],
    ['Total', 4, 1610.25],
  ]);
  const row = summary.filas.findIndex(([cell]) => cell === 'Conciliados') + 1;
  expect(summary.formula(`B${String(row)}`)).toBe("ROWS('Conciliados'!$A$6:$A$7)");
  expect(summary.formula(`C${String(row)}`)).toBe("SUM('Conciliados'!$F$6:$F$7)");
  expect(summary.formula(`C${String(row + 3)}`)).toBe(`SUM(C${String(row)}:C${String(row + 2)})`);
});

test('the summary adds up by card, establishment and day to the same total', async () => {
  const summary = sheetOf(await writeSheets(aSource(several)), 'Resumen');
  expect(tableOf(summary, 'Por tarjeta')).toEqual([
    ['Cabal', 1, -100.25, 1, -100.25, 0, 0, 0, 0],
    ['Visa Crédito', 3, 1710.5, 1, 1500.5, 1, 200, 1, 10],
    ['Total', 4, 1610.25, 2, 1400.25, 1, 200, 1, 10],
  ]);
  expect(tableOf(summary, 'Por comercio').map(([key]) => key)).toEqual(['9', '0012345', 'Total']);
  expect(tableOf(summary, 'Por día de venta').map(([key]) => key)).toEqual([
    new Date('2026-11-01T00:00:00Z'),
    new Date('2026-11-02T00:00:00Z'),
    new Date('2026-11-03T00:00:00Z'),
    'Total',
  ]);
});

test('the summary says of what account, file, reconciliation and period it is, and when it was read', async () => {
  // A date after the report is wrong and does not count in the period.
  const ahead = aReportCupon({ fila: 9, cupon: saleOf('2027-11-02', '5.00') });
  const summary = sheetOf(await writeSheets(aSource([...several, ahead])), 'Resumen');
  const data = new Map(summary.filas.slice(2, 18).map(([label, value]) => [label, value]));
  expect(data.get('Cuenta')).toBe('Zapatería & Cía');
  expect(data.get('Estado en el servicio')).toBe('Completa');
  expect(data.get('Archivo')).toBe('cupones.xlsx');
  expect(data.get('Conciliación')).toBe('123');
  expect(data.get('Período de las ventas')).toBe('01/11/2026 – 03/11/2026');
  expect(data.get('Leído el')).toEqual(new Date('2026-11-21T10:32:05Z'));
});

test('no figure nor title of it is cut, however large', async () => {
  const large = aReportCupon({ cupon: saleOf('2026-11-01', '98765432109.99') });
  await writeSheets(aSource([...several, large]));
  expect(await findIllegible(path.join(folder, 'informe-123.xlsx'))).toEqual([]);
});

test('a result that was never read is not shown as zero', async () => {
  const sheets = await writeSheets(aSource([aReportCupon({ disposicion: 'no_enviado' })], { conciliacion: null }));
  expect(sheetOf(sheets, 'Conciliados').valueAt('A6')).toBe('Sin datos: no se leyó ningún resultado.');
});

test('errors show file, row, sale, column, field, value and message', async () => {
  const source = aSource(several, {
    readErrors: () => [
      {
        archivo: 'cupones.xlsx',
        fila: 17,
        columna: 'Tarjeta',
        campo: 'tarjeta_nro',
        codigo: 'LARGO_MAXIMO',
        valor: '12345',
        mensaje: 'Tiene más de 4 dígitos.',
        arreglo: '2345',
        venta: { fecha: '2026-11-02', tarjeta: 'Visa', tarjeta_nro: '12345', comprobante: '000124', importe: '80.00' },
      },
    ],
    readNotices: () => [
      { archivo: 'cupones.xlsx', fila: null, codigo: 'OTRA_HOJA_CON_TABLA', mensaje: 'Hay otra hoja.' },
      { archivo: 'cupones.xlsx', fila: 20, codigo: 'FILA_DE_TOTALES', valor: '23550.00', mensaje: 'Es un total.' },
      {
        archivo: 'cupones.xlsx',
        fila: 21,
        ...{ campo: 'fecha_venta', codigo: 'FECHA_FUTURA', valor: '2027-10-05' },
        mensaje: '',
      },
      {
        archivo: 'cupones.xlsx',
        fila: 22,
        ...{ campo: 'importe', codigo: 'PARECE_DEVOLUCION', arreglo: '-10.50' },
        mensaje: '',
      },
    ],
  });
  const sheets = await writeSheets(source);
  const errors = sheetOf(sheets, 'Errores');
  expect(errors.filas[5]).toEqual([
    'cupones.xlsx',
    17,
    new Date('2026-11-02T00:00:00Z'),
    'Visa',
    '12345',
    '000124',
    80,
    'Tarjeta',
    'Últimos 4',
    '12345',
    'Tiene más de 4 dígitos.',
    '2345',
    'Es demasiado largo',
  ]);
  const notices = sheetOf(sheets, 'Avisos');
  expect(notices.valueAt('H6')).toBe('Otra hoja con cupones');
  expect(notices.valueAt('E7')).toBe('$\u00A023.550,00');
  expect(notices.filas[7]?.slice(3)).toEqual(['Fecha de venta', '05/10/2027', null, null, 'Es futura']);
  expect(notices.valueAt('G9')).toBe('−$\u00A010,50');
  expect(errors.filas[4]).toContain('Comprobante o referencia');
});

test('the figures of the summary follow the rows onto a second sheet', async () => {
  const many = Array.from({ length: 25 }, (_, n) => aReportCupon({ fila: n + 2, cupon: saleOf('2026-11-01', '1.00') }));
  const sheets = await writeSheets(aSource(many), 17);
  const summary = sheetOf(sheets, 'Resumen');
  const row = summary.filas.findIndex(([cell]) => cell === 'Conciliados') + 1;
  expect(summary.formula(`C${String(row)}`)).toBe(
    "SUM('Conciliados'!$F$6:$F$15,'Conciliados (2)'!$F$6:$F$15,'Conciliados (3)'!$F$6:$F$10)",
  );
  expect(summary.valueAt(`C${String(row)}`)).toBe(25);
});

test('an id of the service never leads out of the folder', async () => {
  await writeSheets(aSource(several, { conciliacion: aConciliacion({ id: '../../x' }) }));
  expect(await readdir(folder)).toEqual(['informe-______x.xlsx']);
});

test('rows that change between the two passes make no workbook', async () => {
  let passes = 0;
  const source = aSource(several, {
    cupones: (which) => {
      passes += 1;
      return (passes === 1 ? several : several.slice(1)).filter(({ disposicion }) => which.includes(disposicion));
    },
  });
  await expect(writeSheets(source)).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' });
  expect(await readdir(folder)).toEqual([]);
});

test('why coupons did not match is a column, a sheet of its own and what many have in common', async () => {
  const cupon = saleOf('2026-11-01', '17580.13', { comprobante: '00166657', tarjeta_nro: '4777' });
  const text = 'La tarjeta informó $ 17.580,00; vos cargaste $ 17.580,13. Difiere en $ 0,13.';
  const candidato = { diferencias: [], iguales: 1, tomadas: 0 };
  const sheets = await writeSheets(
    aSource([
      ...several.filter(({ disposicion }) => disposicion !== 'sin_conciliar'),
      aReportCupon({ fila: 6, disposicion: 'sin_conciliar', nroLiquidacion: null, cupon, motivo: 'Importe' }),
    ], {
      archivos: ['/home/caja/cupones.xlsx'],
      explanations: {
        cupones: [
          {
            archivo: '/home/caja/cupones.xlsx', fila: 6, cupon, nombre: 'Importe', certeza: 'muy_probable', texto: text, hacer: 'Corregilo.',
            candidatos: [
              {
                ...candidato, puntaje: 0.998,
                operacion: {
                  id: '5519903', fecha_venta: '2026-11-01 10:12:13', importe: '17580.00', tarjeta: 'Visa', comprobante: '00166657',
                  tarjeta_nro: '4777', terminal: '20019115', lote: '0732', autorizacion: null,
                },
              },
              { ...candidato, puntaje: 0.001, operacion: { id: '5519904' } },
            ],
            diferencia: '0.13', decision: null, conciliacion: '7', n: 1, seq: 6,
          },
        ],
        causas: [
          {
            texto: 'Los importes están mal.', hacer: 'Corregí la columna.', cupones: 20, importe: '100.00', conAtributo: 21,
            conciliadosConAtributo: 1,
          },
        ],
        notas: ['En 2 cupones se dejaron de lado operaciones.'],
      },
    }),
  ); // prettier-ignore
  expect(sheets.map(({ nombre }) => nombre)).toEqual([
    'Resumen', 'Conciliados', 'Sin conciliar', 'No informados', 'Por qué', 'Causas', 'Errores', 'Avisos',
  ]); // prettier-ignore
  const rowAfter = (sheet: SheetRead, header: string): Record<string, unknown> => {
    const at = sheet.filas.findIndex((row) => row.includes(header));
    const [titles = [], row = []] = [sheet.filas[at], sheet.filas[at + 1]];
    return Object.fromEntries(titles.map((title, i) => [String(title), row[i]]));
  };
  expect(rowAfter(sheetOf(sheets, 'Sin conciliar'), 'Motivo')).toMatchObject({
    Comprobante: '00166657',
    Motivo: 'Importe',
  });
  const why = sheetOf(sheets, 'Por qué');
  expect(rowAfter(why, 'Motivo')).toMatchObject({
    Archivo: 'cupones.xlsx',
    Fila: 6,
    'Por qué': 'Importe',
    Decisión: null,
    Motivo: null,
    'N.º de cupón': '7#6',
    Certeza: 'Muy probable',
    'Qué pasó': text,
    Operación: '5519903',
    'Importe según la tarjeta': 17_580,
    Diferencia: 0.13,
    'Su lote': '0732',
    Probabilidad: 99.8,
    'También puede ser': '5519904',
  });
  expect(why.filas.flat()).toContain('En 2 cupones se dejaron de lado operaciones.');
  expect(rowAfter(sheetOf(sheets, 'Causas'), 'Qué hacer')).toMatchObject({
    Cupones: 20,
    'De cuántos': 21,
    Conciliados: 1,
  });
  expect(await findIllegible(path.join(folder, 'informe-123.xlsx'))).toEqual([]);
});

test('what was corrected has a sheet of its own, and is no notice', async () => {
  const corrected = { columna: 'Importe', campo: 'importe', codigo: 'CORREGIDO', mensaje: '', modo: 'mano' } as const;
  const sheets = await writeSheets(
    aSource([aReportCupon()], {
      readNotices: () => [
        { ...corrected, archivo: 'cupones.xlsx', hoja: 'Octubre', fila: 4, valor: 'mil', arreglo: '1000.00' },
      ],
    }),
  );
  const cells = sheetOf(sheets, 'Corregidos').filas.flat();
  for (const text of ['cupones.xlsx', 4, 'Importe', 'mil', 1000, 'A mano']) expect(cells).toContain(text);
  expect(sheetOf(sheets, 'Avisos').filas.flat()).toContain('Ningún aviso.');
});
