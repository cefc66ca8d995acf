import { expect, test } from 'vitest';
import { makeTotalsRowNotice, makeLeftOutRow } from '#domain/cupones/notices.ts';
import type { RowNotice, RowError, InFile, SaleOfRow } from '#domain/finding.ts';
import { addFindings, createTillBridge, saleOf, type RowPlace, type TillBridge } from '#domain/till-bridge.ts';

const inFile = { archivo: 'caja.xlsx', hoja: 'Octubre' };
const sale = (part: Partial<SaleOfRow> = {}): SaleOfRow => ({
  fecha: '2026-10-02',
  tarjeta: 'Visa',
  tarjeta_nro: '1234',
  comprobante: '17',
  importe: '50.00',
  ...part,
});
const error = (row: number, sale?: SaleOfRow): InFile<RowError> => ({
  ...inFile,
  fila: row,
  columna: 'Tarjeta',
  campo: 'tarjeta_nro',
  codigo: 'LARGO_MAXIMO',
  valor: '12345',
  mensaje: 'Tiene más de 4 dígitos.',
  ...(sale === undefined ? {} : { venta: sale }),
});
const total = (row: number, importe: string): InFile<RowNotice> => ({
  ...inFile,
  ...makeTotalsRowNotice(row, importe),
});
const leftOut = (row: number, part: Partial<SaleOfRow> = {}): InFile<RowNotice> => ({
  ...inFile,
  ...makeLeftOutRow(row, sale(part)),
});
const sent = (row: number): InFile<RowNotice> => ({ ...inFile, fila: row, codigo: 'YA_ENVIADO', mensaje: 'm' });

interface Row extends Partial<RowPlace> {
  readonly fila: number;
  readonly importe: string;
  readonly fecha?: string;
}

interface Upload {
  readonly errores?: readonly InFile<RowError>[];
  readonly avisos?: readonly InFile<RowNotice>[];
  readonly sent?: readonly Row[];
  readonly archivos?: readonly string[];
}

function bridgeOf({ errores = [], avisos = [], sent = [], archivos = ['caja.xlsx'] }: Upload): TillBridge {
  const bridge = createTillBridge(archivos);
  addFindings(bridge, { readErrors: () => errores, readNotices: () => avisos });
  for (const { importe, fecha = '2026-10-01', ...place } of sent) {
    bridge.addSent({ ...inFile, ...place }, saleOf({ importe, fecha_venta: fecha }));
  }
  return bridge.result();
}

test('every row of a file is sent, left out for a reason, or a line that is no coupon', () => {
  const bridge = bridgeOf({
    avisos: [leftOut(5, { importe: '20.00' }), { ...sent(6), venta: sale({ importe: '30.00' }) }, sent(2), total(9, '1000.00')], // prettier-ignore
    errores: [error(3, sale()), error(3, sale())],
    sent: [{ fila: 2, importe: '100.00' }],
  });
  expect(bridge).toMatchObject({
    sent: { rows: 1, amount: 10000n },
    leftOut: {
      error: { rows: 1, amount: 5000n, unreadable: 0 },
      omitida: { rows: 1, amount: 2000n },
      enviada: { rows: 1, amount: 3000n },
      rechazada: { rows: 0 },
    },
    lines: { totales: 1, encabezado: 0, nota: 0 },
    sheets: [{ declared: [{ amount: 100000n, rows: 20000n }] }],
  });
});

test('what the service refused, and what was left unsent, are no part of what was sent', () => {
  const bridge = createTillBridge();
  bridge.addLeftOut({ ...inFile, fila: 7 }, 'rechazada', saleOf({ importe: '-1.50' }));
  bridge.addLeftOut({ ...inFile, fila: 8 }, 'sin_enviar', saleOf({ importe: '2.00' }));
  expect(bridge.result()).toMatchObject({
    sent: { rows: 0 },
    leftOut: { rechazada: { rows: 1, amount: -150n }, sin_enviar: { rows: 1, amount: 200n } },
  });
});

test('an amount that nobody can read is counted, and added nowhere', () => {
  const { leftOut } = bridgeOf({ errores: [error(3, sale({ importe: null, importeEscrito: 'mil' })), error(4)] });
  expect(leftOut.error).toEqual({ rows: 2, amount: 0n, unreadable: 2 });
});

test('days are of each sheet, in order, and the row without a day is the last', () => {
  const { sheets } = bridgeOf({
    archivos: ['b.xlsx', 'caja.xlsx'],
    avisos: [{ ...leftOut(5, { fecha: '5 de octubre' }), hoja: 'Noviembre' }],
    sent: [
      { fila: 3, importe: '2.00', fecha: '2026-10-02' },
      { fila: 4, importe: '1.00' },
      { fila: 4, importe: '4.00', fecha: '2026-11-01', hoja: 'Noviembre' },
      { fila: 2, importe: '8.00', hoja: null, archivo: 'b.xlsx' },
    ],
  });
  expect(
    sheets.map(({ archivo, hoja, days }) => [archivo, hoja, ...days.map((day) => [day.dia, day.sent.amount])]),
  ).toEqual([
    ['b.xlsx', null, ['2026-10-01', 800n]],
    ['caja.xlsx', 'Octubre', ['2026-10-01', 100n], ['2026-10-02', 200n]],
    ['caja.xlsx', 'Noviembre', ['2026-11-01', 400n], [null, 0n]],
  ]);
});

test('what was kept before sheets were is of the sheet of its file', () => {
  const [{ hoja: _total, ...declared }, { hoja: _error, ...wrong }] = [total(9, '100.00'), error(3)];
  const { sheets } = bridgeOf({ avisos: [declared], errores: [wrong], sent: [{ fila: 2, importe: '100.00' }] });
  expect(sheets).toMatchObject([{ hoja: 'Octubre', sent: { rows: 1 }, lines: { totales: 1 } }]);
});

const declared = (notices: readonly InFile<RowNotice>[], sent: readonly Row[]) =>
  bridgeOf({ avisos: notices, sent }).sheets[0]?.declared.map(({ amount, rows, whole }) => [amount, rows, whole]);

test('a subtotal is of the rows since the one before, and the total of the till of all of them', () => {
  const rows = ['1.00', '2.00', '', '4.00', '8.00'].flatMap((importe, i) =>
    importe === '' ? [] : [{ fila: i + 2, importe }],
  );
  expect(declared([total(8, '15.00'), total(4, '3.00'), total(7, '12.00')], rows)).toEqual([
    [300n, 300n, false],
    [1200n, 1200n, false],
    [1500n, 1500n, true],
  ]);
});

test('a total that agrees with nothing is compared with all the rows above it', () => {
  const rows = [2, 3, 5].map((row) => ({ fila: row, importe: `${String(row)}.00` }));
  expect(declared([total(4, '5.00'), total(7, '99.00')], rows)).toEqual([
    [500n, 500n, false],
    [9900n, 1000n, true],
  ]);
});

test('rows under the last total are in none, and a total without an amount says what it does', () => {
  const rows = [2, 4].map((row) => ({ fila: row, importe: '1.00' }));
  expect(declared([total(3, '#REF!')], rows)).toEqual([[null, 100n, false]]);
});

test('the rows that were left out are in the total of the till', () => {
  const { sheets } = bridgeOf({
    avisos: [leftOut(4), total(5, '200.00')],
    errores: [error(3, sale())],
    sent: [{ fila: 2, importe: '100.00' }],
  });
  expect(sheets[0]?.declared).toMatchObject([{ amount: 20000n, rows: 20000n, whole: true }]);
});
