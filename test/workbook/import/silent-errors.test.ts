import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { SheetFindings } from '#domain/cupones/validation.ts';
import { importFile } from '#workbook/import/import-file.ts';
import type { ImportJob } from '#workbook/import/job.ts';
import { TODAY } from '../../domain/cupones/validate-sheet.ts';
import { createTemporaryFolder, test as base } from '../../platform/temporary-folder.ts';
import { makeZip } from '../read/make-zip.ts';
import { xlsxParts } from '../read/xlsx-parts.ts';

const FORMAT = 'dd/mm/yyyy';
type Cell = string | { readonly serial: number };

const toXml = (rows: readonly (readonly Cell[])[]): string =>
  rows
    .map((cells) => {
      const inside = cells.map((cell) =>
        typeof cell === 'string'
          ? `<c t="inlineStr"><is><t>${cell}</t></is></c>`
          : `<c s="1"><v>${String(cell.serial)}</v></c>`,
      );
      return `<row>${inside.join('')}</row>`;
    })
    .join('');

/** Imports a file of this content; gives what would be sent and what was found. */
const test = base.extend<{
  read: (name: string, content: string | Uint8Array, job?: Partial<ImportJob>) => ReturnType<typeof importOf>;
  readXlsx: (rows: readonly (readonly Cell[])[]) => ReturnType<typeof importOf>;
}>({
  read: async ({ folder }, use) => {
    await use(async (name, content, job) => {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return importOf({ archivo: file, hoy: TODAY, conCupones: true, ...job });
    });
  },
  readXlsx: async ({ read }, use) => {
    await use((rows) => read('cupones.xlsx', makeZip(xlsxParts({ rows: toXml(rows), formats: [FORMAT] }))));
  },
});

/** Imports without a thread of its own, which each would load the sources again; the threads are the business of run.slow.test.ts. */
async function importOf(job: ImportJob) {
  const texts: string[] = [];
  const found: SheetFindings[] = [];
  const outcome = await importFile(
    job,
    {
      cupones: async (_sheet, { bytes }) => void texts.push(new TextDecoder().decode(bytes)),
      noteFindings: (findings) => void found.push(findings),
      noteProgress: () => undefined,
      oldFormat: () => undefined,
    },
    new AbortController().signal,
  );
  if (outcome.tipo !== 'leido') throw new Error(outcome.ilegible.codigo);
  const summary = {
    ...outcome.resumen,
    errores: [...outcome.resumen.errores, ...found.flatMap(({ errores }) => errores)],
    avisos: [...outcome.resumen.avisos, ...found.flatMap(({ avisos }) => avisos)],
  };
  return {
    sent: texts.flatMap((text) => text.trimEnd().split('\n')).map((text): unknown => JSON.parse(text)),
    errors: summary.errores.map(({ fila, codigo, valor, arreglo }) => ({ fila, codigo, valor, arreglo })),
    notices: summary.avisos.map(({ fila, codigo, valor, arreglo }) => ({ fila, codigo, valor, arreglo })),
    resumen: summary,
  };
}

const HEADER = 'Fecha;Comprobante;Últimos 4;Importe;Cuotas';
const SALE = '05/11/2026;1001;4242;1500,00;3';

describe('a second table in the sheet', () => {
  test('whose columns stand in another order is not read by the first header', async ({ read }) => {
    const { sent, errors, resumen } = await read(
      'a.csv',
      [HEADER, SALE, '', 'Fecha;Comprobante;Últimos 4;Cuotas;Importe', '20/11/2026;1002;4243;6;900,00'].join('\n'),
    );
    expect(sent).toHaveLength(1);
    expect(errors).toEqual([{ fila: 5, codigo: 'OTRO_ENCABEZADO', valor: '4', arreglo: undefined }]);
    expect(resumen.errores[0]?.mensaje).toContain('encabezado de la fila 4');
    expect(resumen).toMatchObject({ filas: 2, validas: 1, conError: 1 });
  });

  test('with other words for the columns neither', async ({ readXlsx }) => {
    const { sent, errors } = await readXlsx([
      ['Fecha', 'Comprobante', 'Últimos 4', 'Importe'],
      ['05/11/2026', '1001', '4242', '1500,00'],
      ['Fecha de venta', 'Últ. 4', 'Cupón', 'Importe total'],
      ['20/11/2026', '4243', '1002', '900,00'],
      ['21/11/2026', '4244', '1003', '800,00'],
    ]);
    expect(sent).toHaveLength(1);
    expect(errors).toMatchObject([
      { fila: 4, codigo: 'OTRO_ENCABEZADO', valor: '3' },
      { fila: 5, codigo: 'OTRO_ENCABEZADO', valor: '3' },
    ]);
  });

  test('ends where the first header comes again', async ({ read }) => {
    const { sent, errors } = await read(
      'a.csv',
      [HEADER, SALE, 'Importe;Fecha;Comprobante;Últimos 4', '9,00;20/11/2026;12;4243', HEADER, SALE].join('\n'),
    );
    expect(sent).toHaveLength(2);
    expect(errors).toMatchObject([{ fila: 4, codigo: 'OTRO_ENCABEZADO' }]);
  });

  test('is named as another header in the notice of its own row', async ({ read }) => {
    const { resumen } = await read(
      'a.csv',
      [HEADER, SALE, 'Fecha;Comprobante;Últimos 4;Cuotas;Importe', '20/11/2026;1002;4243;6;900,00'].join('\n'),
    );
    expect(resumen.avisos).toMatchObject([
      { fila: 3, codigo: 'FILA_IGNORADA', mensaje: expect.stringContaining('Es otro encabezado') as string },
    ]);
  });

  test.for([
    ['a line of totals with its amount', 'TOTAL;;Ventas;;4000,00'],
    ['the foot of a page', 'Fecha:;24/11/2026;;Total:;3000,00'],
    ['a foot to be filled in by hand', 'Fecha: ____;;Importe: ____;;'],
    ['the header with a word that names no field', 'Fecha;Comprobante;Últimos 4;Importe;Planes'],
  ])('does not begin with %s', async ([, line], { read }) => {
    const { sent, errors } = await read('a.csv', [HEADER, SALE, line ?? '', SALE.replace('1001', '1002')].join('\n'));
    expect(errors).toEqual([]);
    expect(sent).toHaveLength(2);
  });

  test('does not begin with a line of dashes under a header of two lines', async ({ read }) => {
    const { sent, errors } = await read(
      'a.csv',
      [
        ';Cupón;Tarjeta;;',
        'Fecha;Número;Marca;Últimos 4;Importe',
        '-----;-----;-----;-----;-----',
        '13/10/2026;123;Visa;4455;1500,00',
        '14/10/2026;125;Visa;4457;3500,00',
      ].join('\n'),
    );
    expect(errors).toEqual([]);
    expect(sent).toHaveLength(2);
  });

  test('in the same order is read on, also with other words', async ({ read }) => {
    const { sent, errors, notices } = await read(
      'a.csv',
      [HEADER, SALE, HEADER, SALE, 'Fecha de venta;Nro. cupón;Últ. 4;Importe $;Cuotas', SALE].join('\n'),
    );
    expect(errors).toEqual([]);
    expect(sent).toHaveLength(3);
    expect(notices).toContainEqual({ fila: 3, codigo: 'ENCABEZADO_REPETIDO', valor: undefined, arreglo: undefined });
  });
});

describe('a row of a text file with more cells than the header', () => {
  test('is an error, because a separator inside a value moves the cells that follow', async ({ read }) => {
    const { sent, errors } = await read(
      'a.csv',
      [
        'Fecha,Comprobante,Últimos 4,Importe,Cuotas',
        '05/11/2026,1001,4242,1500,3',
        '06/11/2026,1002,4242,1500,50,3',
      ].join('\n'),
    );
    expect(sent).toHaveLength(1);
    expect(errors).toEqual([{ fila: 3, codigo: 'CELDAS_DE_MAS', valor: '3', arreglo: undefined }]);
  });

  test('is none where the cells beyond are empty', async ({ read }) => {
    expect(await read('a.csv', [HEADER, `${SALE};;`].join('\n'))).toMatchObject({
      errors: [],
      sent: [{ cuotas: '3' }],
    });
  });

  test('says so beside what its cells are not', async ({ read }) => {
    const { errors } = await read(
      'a.csv',
      [HEADER, SALE, SALE, SALE.replace('4242;1500,00', '4242;Visa;1500,00')].join('\n'),
    );
    expect(errors).toMatchObject([
      { fila: 4, codigo: 'CELDAS_DE_MAS', valor: '3' },
      { fila: 4, codigo: 'NO_ES_NUMERO', valor: '1500,00' },
      { fila: 4, codigo: 'IMPORTE_INVALIDO', valor: 'Visa' },
    ]);
  });

  test('is none where most rows have that cell: it is a column without a title', async ({ read }) => {
    const rows = ['1', '2', '3'].map((box) => `${SALE};CAJA ${box}`);
    const { sent, errors, resumen } = await read('a.csv', [HEADER, ...rows].join('\n'));
    expect(errors).toEqual([]);
    expect(sent).toHaveLength(3);
    expect(resumen.sinMapear).toEqual(['F']);
  });

  test('is none for a mark alone', async ({ read }) => {
    const rows = ['', '', '', '', '*', '-', '—'].map((mark) => `${SALE};${mark}`);
    expect((await read('a.csv', [HEADER, ...rows].join('\n'))).errors).toEqual([]);
  });

  test('is none for a note that stands apart', async ({ read }) => {
    expect((await read('a.csv', [HEADER, `${SALE};;ojo`].join('\n'))).errors).toEqual([]);
  });

  test('is none where a person gave the column without a title to a field', async ({ read }) => {
    const { sent, errors } = await read('a.csv', [HEADER, `${SALE};A-77`].join('\n'), { mapear: { referencia: 'F' } });
    expect(errors).toEqual([]);
    expect(sent).toMatchObject([{ referencia: 'A-77' }]);
  });

  describe('of an amount whose decimal comma is also the separator', () => {
    const TITLES = 'Fecha,Comprobante,Últimos 4,Importe';
    test.for([
      ['behind the amount', [TITLES, '05/11/2026,1,4242,1500,50', '06/11/2026,2,4242,200,00'], ['50', '00']],
      ['in most rows', [TITLES, '05/11/2026,1,4242,1.500,50', '06/11/2026,2,4242,10,05'], ['50', '05']],
      [
        'in the middle',
        [`Fecha,Comprobante,Importe,Últimos 4`, '05/11/2026,1,1500,50,4242', '06/11/2026,2,200,00,4243'],
        ['4242', '4243'],
      ],
    ] as const)('is one though most rows have it: %s', async ([, lines, extra], { read }) => {
      const { sent, errors, resumen } = await read('a.csv', lines.join('\n'));
      expect(sent).toEqual([]);
      expect(errors.filter(({ codigo }) => codigo === 'CELDAS_DE_MAS').map(({ valor }) => valor)).toEqual(extra);
      expect(resumen.errores[0]?.mensaje).toMatch(
        /^El importe «1\.?500,50» quedó partido en dos celdas: .*punto y coma/,
      );
    });

    test('and a whole amount among them is read', async ({ read }) => {
      const { sent, errors } = await read(
        'a.csv',
        [TITLES, '05/11/2026,1,4242,1500,50', '06/11/2026,2,4242,200', '07/11/2026,3,4242,10,05'].join('\n'),
      );
      expect(errors.map(({ fila }) => fila)).toEqual([2, 4]);
      expect(sent).toMatchObject([{ importe: '200.00' }]);
    });

    test.for([
      ['where the file quotes other amounts', [TITLES, '05/11/2026,1,4242,1500,3', '06/11/2026,2,4242,"10,50",6']],
      ['where amounts have a point', [TITLES, '05/11/2026,1,4242,1500.00,3', '06/11/2026,2,4242,10.50,6']],
      [
        'where the next column holds its own',
        [`${TITLES},Cuotas`, '05/11/2026,1,4242,1500,3,Centro', '06/11/2026,2,4242,200,12,Norte'],
      ],
    ] as const)('is none %s', async ([, lines], { read }) => {
      const { errors, sent } = await read('a.csv', lines.join('\n'));
      expect(errors).toEqual([]);
      expect(sent).toHaveLength(2);
    });
  });

  test('is none in a workbook, whose cells do not move', async ({ readXlsx }) => {
    const { errors } = await readXlsx([
      ['Fecha', 'Comprobante', 'Últimos 4', 'Importe'],
      ['05/11/2026', '1001', '4242', '1500,00', 'ojo'],
    ]);
    expect(errors).toEqual([]);
  });
});

describe('a row that calls itself a refund', () => {
  test.each(['Tipo', 'Tipo de operación', 'Movimiento', 'Estado', 'Observaciones', 'Obs.'])(
    'in «%s» is told',
    async (title) => {
      const folder = createTemporaryFolder();
      const file = path.join(folder, 'a.csv');
      const row = (kind: string, importe: string) => `05/11/2026;1001;4242;${importe};3;${kind}`;
      const rows = [
        row('Venta', '10,00'),
        row('Devolución', '20,00'),
        row('DEVOLUCION', '-30,00'),
        row('Anulada', '40,00'),
        row('NC B 0001-00000123', '50,00'),
      ];
      await writeFile(file, [`${HEADER};${title}`, ...rows].join('\n'));
      const { sent, errors, notices } = await importOf({ archivo: file, hoy: TODAY, conCupones: true });
      expect(errors).toEqual([]);
      expect(sent).toHaveLength(5);
      expect(notices.filter(({ codigo }) => codigo === 'PARECE_DEVOLUCION')).toEqual([
        { fila: 3, codigo: 'PARECE_DEVOLUCION', valor: 'Devolución', arreglo: '-20.00' },
        // Undone and never paid: nothing is given back.
        { fila: 5, codigo: 'PARECE_DEVOLUCION', valor: 'Anulada', arreglo: undefined },
        { fila: 6, codigo: 'PARECE_DEVOLUCION', valor: 'NC B 0001-00000123', arreglo: '-50.00' },
      ]);
    },
  );

  test('by a shorter name is told too', async ({ read }) => {
    const back = ['Dev.', 'DEV', 'DEVOL', 'Devol. parcial'];
    const undone = ['ANU', 'Anul.', 'Cancelada', 'Rechazada', 'Denegada', 'DECLINED', 'cancelled'];
    const rows = [...back, ...undone].map((said, i) => `${SALE.replace('1001', String(1001 + i))};${said}`);
    const { notices } = await read('a.csv', [`${HEADER};Tipo`, ...rows].join('\n'));
    expect(notices.map(({ valor, arreglo }) => [valor, arreglo])).toEqual([
      ...back.map((said) => [said, '-1500.00']),
      ...undone.map((said) => [said, undefined]),
    ]);
  });

  test('by the sign of its amount in a column of its own is told too', async ({ read }) => {
    const rows = ['+', '', '-', '−', '-1'].map((sign, i) => `${SALE.replace('1001', String(1001 + i))};${sign}`);
    const { notices } = await read('a.csv', [`${HEADER};Signo`, ...rows].join('\n'));
    expect(notices.map(({ fila, codigo }) => [fila, codigo])).toEqual([
      [4, 'PARECE_DEVOLUCION'],
      [5, 'PARECE_DEVOLUCION'],
      [6, 'PARECE_DEVOLUCION'],
    ]);
  });

  test.for<[string, string[], string]>([
    ['D/C', ['C', 'D', 'C', ''], 'C: 2, D: 1, —: 1'],
    ['Débito/Crédito', ['Crédito', 'Crédito', 'Débito'], 'Crédito: 2, Débito: 1'],
    ['Signo', ['D', 'C', 'C'], 'C: 2, D: 1'],
    ['Tipo Mov.', ['CR', 'CR', 'DB'], 'CR: 2, DB: 1'],
    ['Haber', ['', '', '20,00'], '—: 2, un dato: 1'],
    ['Devoluciones', ['0,00', '5,00', '-'], '—: 2, un dato: 1'],
    ['Monto devuelto', ['', '', '', '$ 12,50'], '—: 3, un dato: 1'],
    ['Refund', ['No', 'Yes', 'No'], '—: 2, un dato: 1'],
  ])('perhaps, in a column «%s» that is not used, is told once', async ([title, said, valor], { read }) => {
    const rows = said.map((one, i) => `${SALE.replace('1001', String(1001 + i))};${one}`);
    const { sent, notices } = await read('a.csv', [`${HEADER};${title}`, ...rows].join('\n'));
    expect(sent).toHaveLength(said.length);
    expect(notices).toMatchObject([{ fila: null, codigo: 'COLUMNA_DE_SIGNO', valor }]);
    expect(notices).toHaveLength(1);
  });

  test.for<[string, string[]]>([
    ['D/C', [';D', ';D']],
    ['D/C de la tarjeta', [';D', ';C']],
    ['Tipo', [';D', ';C']],
    ['Devoluciones', [';0,00', ';']],
    ['Tipo Mov.', [';Venta', ';Compra']],
  ])(
    'perhaps is not told of «%s» where nothing tells its rows apart, or it is of the card',
    async ([title, said], { read }) => {
      const rows = said.map((one, i) => `${SALE.replace('1001', String(1001 + i))}${one}`);
      const { notices } = await read('a.csv', [`${HEADER};${title}`, ...rows].join('\n'));
      expect(notices).toEqual([]);
    },
  );

  test('and has its sign already is not told once more', async ({ read }) => {
    const rows = [`${SALE};C`, `${SALE.replace('1001', '1002').replace('1500,00', '-1500,00')};D`];
    const { notices } = await read('a.csv', [`${HEADER};D/C`, ...rows].join('\n'));
    expect(notices).toEqual([]);
  });

  test('by a word and a sign is told by the word, which says whether it was undone', async ({ read }) => {
    const { notices } = await read('a.csv', [`${HEADER};Signo;Tipo`, `${SALE};-;Anulada`].join('\n'));
    expect(notices).toMatchObject([{ codigo: 'PARECE_DEVOLUCION', valor: 'Anulada', arreglo: undefined }]);
  });

  test('is left to a person, also where a template has a rule for it', async ({ read }) => {
    const { sent, notices } = await read('a.csv', [`${HEADER};Tipo`, `${SALE};Devolución`].join('\n'), {
      plantilla: {
        nombre: 'caja',
        huella: '',
        mapeo: {},
        arreglos: [{ campo: 'importe', codigo: 'PARECE_DEVOLUCION' }],
      },
    });
    expect(sent).toMatchObject([{ importe: '1500.00' }]);
    expect(notices).toMatchObject([{ codigo: 'PARECE_DEVOLUCION' }]);
  });

  test('is told by its name and by no other word of a sale', async ({ read }) => {
    const sales = [
      'No anulada',
      'Compra c/reintegro ANSES',
      'Venta - Reintegro 21% IVA',
      'Ahora 12 - Reintegro MODO 20%',
      'Venta no anulada',
      'Venta (no reversada)',
      'Reversa no',
      'Préstamo reintegrable',
      'Anulación de devolución',
      'Reversible',
      'Devoluciones: ninguna',
      'Dev Solutions SRL',
      'Anuncios',
      'Débito',
    ];
    const rows = sales.map((said, i) => `${SALE.replace('1001', String(1001 + i))};${said}`);
    const { notices } = await read('a.csv', [`${HEADER};Tipo`, ...rows].join('\n'));
    expect(notices).toEqual([]);
  });

  test('in the operation type of a wallet is sent as it says', async ({ read }) => {
    const { sent, notices } = await read(
      'a.csv',
      ['Fecha;Importe;wallet_referencia;wallet_tipo_operacion', '20/11/2026;10,00;123456789;REFUND'].join('\n'),
    );
    expect(sent).toMatchObject([{ wallet_tipo_operacion: 'REFUND' }]);
    expect(notices).toEqual([]);
  });
});

/** 10/05/2026 as a date cell, and so on: days since the end of 1899. */
const serial = (iso: string): Cell => ({ serial: Math.round((Date.parse(iso) - Date.UTC(1899, 11, 30)) / 86_400_000) });

describe('dates of a .csv that a spreadsheet in English half converted', () => {
  const rowsWith = (...dates: readonly Cell[]): (readonly Cell[])[] => [
    ['Fecha', 'Comprobante', 'Últimos 4', 'Importe'],
    ...dates.map((date, i) => [date, String(1001 + i), '4242', '1500,00']),
  ];

  test('are told row by row, with the day and the month as they were', async ({ readXlsx }) => {
    const { sent, errors, notices } = await readXlsx(
      rowsWith(serial('2026-05-10'), serial('2026-10-10'), '25/10/2026', serial('2026-01-10'), '31/10/2026'),
    );
    expect(errors).toEqual([]);
    expect(sent).toMatchObject([
      { fecha_venta: '2026-05-10' },
      { fecha_venta: '2026-10-10' },
      { fecha_venta: '2026-10-25' },
      { fecha_venta: '2026-01-10' },
      { fecha_venta: '2026-10-31' },
    ]);
    expect(notices).toEqual([
      { fila: 2, codigo: 'FECHA_DADA_VUELTA', valor: '2026-05-10', arreglo: '2026-10-05' },
      { fila: 5, codigo: 'FECHA_DADA_VUELTA', valor: '2026-01-10', arreglo: '2026-10-01' },
    ]);
  });

  test.each<[string, readonly Cell[]]>([
    ['some date cell has a day over 12', [serial('2026-05-10'), serial('2026-10-13'), '25/10/2026']],
    ['the date cells are of the month of the texts', [serial('2026-10-05'), serial('2026-10-06'), '25/10/2026']],
    ['some text would have been converted too', [serial('2026-05-10'), '25/10/2026', '03/10/2026']],
    [
      'one text may have been typed',
      [serial('2026-09-01'), serial('2026-09-02'), serial('2026-10-03'), serial('2026-10-05'), '28/05/2026'],
    ],
    [
      'the cells would fall into months without texts',
      [serial('2026-09-01'), serial('2026-09-02'), serial('2026-10-05'), '28/05/2026', '29/05/2026'],
    ],
    ['there are no texts', [serial('2026-05-10'), serial('2026-06-10')]],
  ])('are not told where %s', async (_why, dates) => {
    const folder = createTemporaryFolder();
    const file = path.join(folder, 'a.xlsx');
    await writeFile(file, makeZip(xlsxParts({ rows: toXml(rowsWith(...dates)), formats: [FORMAT] })));
    const { notices } = await importOf({ archivo: file, hoy: TODAY, conCupones: true });
    expect(notices).toEqual([]);
  });
});

test('a date with the time of another place is the day that it was in Argentina, with a notice', async ({ read }) => {
  const { sent, notices } = await read(
    'a.csv',
    [
      HEADER,
      SALE.replace('05/11/2026', '2026-11-06T01:30:00Z'),
      SALE.replace('05/11/2026', '2026-11-05T23:30:00Z'),
    ].join('\n'),
  );
  expect(sent).toMatchObject([{ fecha_venta: '2026-11-05' }, { fecha_venta: '2026-11-05' }]);
  expect(notices[0]).toEqual({
    fila: 2,
    codigo: 'FECHA_DE_OTRO_HUSO',
    valor: '2026-11-06T01:30:00Z',
    arreglo: '2026-11-06',
  });
});

test('a date with a time of exactly midnight is a date without a time: its zone moves nothing', async ({ read }) => {
  const dates = [
    '2026-11-06T00:00:00Z',
    '2026-11-06T00:00:00.000Z',
    '06/11/2026 00:00:00 +00:00',
    '06/11/2026 12:00 am Z',
  ];
  const rows = dates.map((date, i) => SALE.replace('05/11/2026;1001', `${date};${String(1001 + i)}`));
  const { sent, notices } = await read('a.csv', [HEADER, ...rows].join('\n'));
  expect(sent).toMatchObject(dates.map(() => ({ fecha_venta: '2026-11-06' })));
  expect(notices).toEqual([]);
});

test('a date of another time zone is the written day where a template says so', async ({ read }) => {
  const { sent, notices } = await read(
    'a.csv',
    [HEADER, SALE.replace('05/11/2026', '2026-11-06T00:00:01Z')].join('\n'),
    {
      plantilla: {
        nombre: 'caja',
        huella: '',
        mapeo: {},
        arreglos: [{ campo: 'fecha_venta', codigo: 'FECHA_DE_OTRO_HUSO' }],
      },
    },
  );
  expect(sent).toMatchObject([{ fecha_venta: '2026-11-06' }]);
  expect(notices).toMatchObject([
    { codigo: 'ARREGLO_DE_PLANTILLA', valor: 'FECHA_DE_OTRO_HUSO' },
    { fila: 2, codigo: 'CORREGIDO', valor: '2026-11-06T00:00:01Z', arreglo: '2026-11-06' },
  ]);
});

describe('two columns with the very same title', () => {
  const rows = ['Fecha;Comprobante;Últimos 4;Importe;Fecha', '20/10/2026;1;1234;10,00;01/10/2026'].join('\n');

  test('are named by their letters where one was taken', async ({ read }) => {
    const { sent, notices } = await read('a.csv', rows);
    expect(sent).toMatchObject([{ fecha_venta: '2026-10-20' }]);
    expect(notices).toMatchObject([{ fila: null, codigo: 'TITULO_REPETIDO', valor: 'A, E' }]);
  });

  test('are no doubt where a person said which, or both are used', async ({ read }) => {
    expect(await read('a.csv', rows, { mapear: { fecha_venta: 'E' } })).toMatchObject({
      sent: [{ fecha_venta: '2026-10-01' }],
      notices: [],
    });
    expect((await read('a.csv', rows, { mapear: { fecha_pago: 'E' } })).notices).toEqual([]);
  });

  test('are not chosen by that title', async ({ read }) => {
    await expect(read('a.csv', rows, { mapear: { fecha_venta: 'Fecha' } })).rejects.toThrow('COLUMNAS_SIN_MAPEAR');
  });

  test('are the first one for a template', async ({ read }) => {
    const template = { nombre: 'caja', huella: '', mapeo: { fecha_venta: 'Fecha' } };
    expect(await read('a.csv', rows, { plantilla: template })).toMatchObject({
      sent: [{ fecha_venta: '2026-10-20' }],
      notices: [],
    });
  });
});

test('of two columns that may be the voucher number the first is taken, and the other is named as not used', async ({
  read,
}) => {
  const rows = ['20/11/2026;77;1001;4242;1500,00', '21/11/2026;78;1002;4243;900,00'];
  const { resumen } = await read('a.csv', ['Fecha;Ticket;Nro. comprobante;Últimos 4;Importe', ...rows].join('\n'));
  expect(resumen).toMatchObject({ mapeo: { comprobante: 'Ticket' }, sinMapear: ['Nro. comprobante'] });
  const named = await read('b.csv', ['Fecha;Ticket;Comprobante;Últimos 4;Importe', ...rows].join('\n'));
  expect(named.resumen).toMatchObject({ mapeo: { comprobante: 'Comprobante' }, sinMapear: ['Ticket'] });
});
