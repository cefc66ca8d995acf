import { describe, expect } from 'vitest';
import { HEADER, SALE, test, type Cell } from './reading-rows.ts';

/** A date cell: days since 30 December 1899. */
const serial = (iso: string): Cell => ({ serial: Math.round((Date.parse(iso) - Date.UTC(1899, 11, 30)) / 86_400_000) });

describe('dates of a .csv that a spreadsheet in English half converted', () => {
  const rowsWith = (...dates: readonly Cell[]): (readonly Cell[])[] => [
    ['Fecha', 'Comprobante', 'Últimos 4', 'Importe'],
    ...dates.map((date, i) => [date, String(1001 + i), '4242', '1500,00']),
  ];

  const HALF = rowsWith(serial('2026-05-10'), serial('2026-10-10'), '25/10/2026', serial('2026-01-10'), '31/10/2026');
  const span = (desde: string, hasta: string) => ({ desde, hasta });

  test('are asked about once, with the day and the month as they were', async ({ readXlsx }) => {
    const { sent, errors, notices, resumen } = await readXlsx(HALF);
    expect(errors).toEqual([]);
    expect(sent).toMatchObject([
      { fecha_venta: '2026-05-10' },
      { fecha_venta: '2026-10-10' },
      { fecha_venta: '2026-10-25' },
      { fecha_venta: '2026-01-10' },
      { fecha_venta: '2026-10-31' },
    ]);
    expect(notices).toEqual([]);
    const escrito = '2026-05-10';
    expect(resumen.dudas).toMatchObject([
      {
        clave: 'vuelta.fecha_venta',
        columnas: ['Fecha'],
        filas: 2,
        lecturas: [
          { valor: 'dejar', muestra: { escrito, leido: escrito }, ...span('2026-01-10', '2026-10-10') },
          { valor: 'cambiar', muestra: { escrito, leido: '2026-10-05' }, ...span('2026-10-01', '2026-10-10') },
        ],
        tomada: 'dejar',
      },
    ]);
  });

  test('are swapped back where that is answered', async ({ readXlsx }) => {
    const { sent } = await readXlsx(HALF, { respuestas: { vuelta: 'cambiar' } });
    const days = ['2026-10-05', '2026-10-10', '2026-10-25', '2026-10-01', '2026-10-31'];
    expect(sent).toMatchObject(days.map((day) => ({ fecha_venta: day })));
  });

  test.for<[string, readonly Cell[]]>([
    ['some date cell has a day over 12', [serial('2026-05-10'), serial('2026-10-13'), '25/10/2026']],
    ['the date cells are of the month of the texts', [serial('2026-10-05'), serial('2026-10-06'), '25/10/2026']],
    ['some text would have been converted too', [serial('2026-05-10'), '25/10/2026', '03/10/2026']],
    [
      'one text may have been typed',
      [serial('2026-09-01'), serial('2026-09-02'), serial('2026-10-03'), serial('2026-10-05'), '28/08/2026'],
    ],
    [
      'the cells would fall into months without texts',
      [serial('2026-09-01'), serial('2026-09-02'), serial('2026-10-05'), '28/05/2026', '29/05/2026'],
    ],
    ['there are no texts', [serial('2026-05-10'), serial('2026-06-10')]],
  ])('are not asked about where %s', async ([, dates], { readXlsx }) => {
    const { notices, resumen } = await readXlsx(rowsWith(...dates));
    expect(notices).toEqual([]);
    expect(resumen.dudas).toBeUndefined();
  });
});

test('a date with the time of another place is the day that it was in Argentina', async ({ read }) => {
  const { sent, notices, resumen } = await read([
    HEADER,
    SALE.replace('05/11/2026', '2026-11-06T01:30:00Z'),
    SALE.replace('05/11/2026', '2026-11-05T23:30:00Z'),
  ]);
  expect(sent).toMatchObject([{ fecha_venta: '2026-11-05' }, { fecha_venta: '2026-11-05' }]);
  expect(notices).toMatchObject([{ codigo: 'POSIBLE_DUPLICADO' }]);
  expect(resumen.dudas).toMatchObject([
    {
      clave: 'huso.fecha_venta',
      filas: 1,
      lecturas: [
        { valor: 'argentina', muestra: { escrito: '2026-11-06T01:30:00Z', leido: '2026-11-05' } },
        { valor: 'escrito', muestra: { escrito: '2026-11-06T01:30:00Z', leido: '2026-11-06' } },
      ],
      tomada: 'argentina',
    },
  ]);
});

test('a date with a time of exactly midnight is a date without a time: its zone moves nothing', async ({ read }) => {
  const dates = [
    '2026-11-06T00:00:00Z',
    '2026-11-06T00:00:00.000Z',
    '06/11/2026 00:00:00 +00:00',
    '06/11/2026 12:00 am Z',
  ];
  const rows = dates.map((date, i) => SALE.replace('05/11/2026;1001', `${date};${String(1001 + i)}`));
  const { sent, notices, resumen } = await read([HEADER, ...rows]);
  expect(sent).toMatchObject(dates.map(() => ({ fecha_venta: '2026-11-06' })));
  expect(notices).toEqual([]);
  expect(resumen.dudas?.map(({ tipo }) => tipo)).toEqual(['fechas']);
});

test('a date of another time zone is the written day where a template says so', async ({ read }) => {
  const { sent, notices } = await read([HEADER, SALE.replace('05/11/2026', '2026-11-06T00:00:01Z')], {
    plantilla: {
      nombre: 'caja',
      huella: '',
      mapeo: {},
      respuestas: { 'huso.fecha_venta': 'escrito' },
    },
  });
  expect(sent).toMatchObject([{ fecha_venta: '2026-11-06' }]);
  expect(notices).toEqual([]);
});
