import { expect, test } from 'vitest';
import { makeNotice, makeTotalsRowNotice, makeLeftOutRow } from '#domain/cupones/notices.ts';
import type { RowNotice, RowError, InFile, SaleOfRow } from '#domain/finding.ts';
import { addFindings, createTillBridge, saleOf, type Bridge, type RowPlace } from '#domain/till-bridge.ts';
import { anError, aSale } from './a-finding.ts';

const inFile = { archivo: 'caja.xlsx', hoja: 'Octubre' };
const error = (row: number, sale?: SaleOfRow): InFile<RowError> =>
  anError(row, { ...inFile, ...(sale === undefined ? {} : { venta: sale }) });
const total = (row: number, importe: string): InFile<RowNotice> => ({
  ...inFile,
  ...makeTotalsRowNotice(row, importe),
});
const leftOut = (row: number, part: Partial<SaleOfRow> = {}): InFile<RowNotice> => ({
  ...inFile,
  ...makeLeftOutRow(row, aSale(part)),
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

function bridgeOf({ errores = [], avisos = [], sent = [], archivos = ['caja.xlsx'] }: Upload): Bridge {
  const bridge = createTillBridge(archivos);
  addFindings(bridge, { readErrors: () => errores, readNotices: () => avisos });
  for (const { importe, fecha = '2026-10-01', ...place } of sent) {
    bridge.addSent({ ...inFile, ...place }, saleOf({ importe, fecha_venta: fecha }));
  }
  return bridge.result();
}

test('every row of a file is sent, left out for a reason, or a line that is no coupon', () => {
  const bridge = bridgeOf({
    avisos: [leftOut(5, { importe: '20.00' }), { ...sent(6), venta: aSale({ importe: '30.00' }) }, sent(2), total(9, '1000.00')], // prettier-ignore
    errores: [error(3, aSale()), error(3, aSale())],
    sent: [{ fila: 2, importe: '100.00' }],
  });
  expect(bridge).toMatchObject({
    cupones: { filas: 4, importe: '200.00', sinImporte: 0 },
    enviados: { filas: 1, importe: '100.00' },
    omitidos: {
      error: { filas: 1, importe: '50.00', sinImporte: 0 },
      omitida: { filas: 1, importe: '20.00' },
      enviada: { filas: 1, importe: '30.00' },
      rechazada: { filas: 0 },
    },
    lineas: { totales: 1, encabezado: 0, nota: 0 },
    hojas: [{ totales: [{ importe: '1000.00', suman: '200.00' }] }],
  });
});

test('what the service refused, and what was left unsent, are no part of what was sent', () => {
  const bridge = createTillBridge();
  bridge.addLeftOut({ ...inFile, fila: 7 }, 'rechazada', saleOf({ importe: '-1.50' }));
  bridge.addLeftOut({ ...inFile, fila: 8 }, 'sin_enviar', saleOf({ importe: '2.00' }));
  expect(bridge.result()).toMatchObject({
    enviados: { filas: 0 },
    omitidos: { rechazada: { filas: 1, importe: '-1.50' }, sin_enviar: { filas: 1, importe: '2.00' } },
  });
});

test('an amount that nobody can read is counted, and added nowhere', () => {
  const { omitidos } = bridgeOf({ errores: [error(3, aSale({ importe: null, importeEscrito: 'mil' })), error(4)] });
  expect(omitidos.error).toEqual({ filas: 2, importe: '0.00', sinImporte: 2 });
});

test('days are of each sheet, in order, and the row without a day is the last', () => {
  const { hojas } = bridgeOf({
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
    hojas.map(({ archivo, hoja, dias }) => [archivo, hoja, ...dias.map((day) => [day.dia, day.enviados.importe])]),
  ).toEqual([
    ['b.xlsx', null, ['2026-10-01', '8.00']],
    ['caja.xlsx', 'Octubre', ['2026-10-01', '1.00'], ['2026-10-02', '2.00']],
    ['caja.xlsx', 'Noviembre', ['2026-11-01', '4.00'], [null, '0.00']],
  ]);
});

test('what was kept before sheets were is of the sheet of its file', () => {
  const [{ hoja: _total, ...declared }, { hoja: _error, ...wrong }] = [total(9, '100.00'), error(3)];
  const { hojas } = bridgeOf({ avisos: [declared], errores: [wrong], sent: [{ fila: 2, importe: '100.00' }] });
  expect(hojas).toMatchObject([{ hoja: 'Octubre', dias: [{ enviados: { filas: 1 } }, {}], lineas: { totales: 1 } }]);
});

const declared = (notices: readonly InFile<RowNotice>[], sent: readonly Row[]) =>
  bridgeOf({ avisos: notices, sent }).hojas[0]?.totales.map(({ importe, suman, deTodo }) => [importe, suman, deTodo]);

test('a subtotal is of the rows since the one before, and the total of the till of all of them', () => {
  const rows = ['1.00', '2.00', '', '4.00', '8.00'].flatMap((importe, i) =>
    importe === '' ? [] : [{ fila: i + 2, importe }],
  );
  expect(declared([total(8, '15.00'), total(4, '3.00'), total(7, '12.00')], rows)).toEqual([
    ['3.00', '3.00', false],
    ['12.00', '12.00', false],
    ['15.00', '15.00', true],
  ]);
});

test('a total that agrees with nothing is compared with the nearer of all above and since the last total', () => {
  const rows = [2, 3, 5].map((row) => ({ fila: row, importe: `${String(row)}.00` }));
  expect(declared([total(4, '5.00'), total(6, '4.00'), total(7, '99.00')], rows)).toEqual([
    ['5.00', '5.00', false],
    ['4.00', '5.00', false],
    ['99.00', '10.00', true],
  ]);
});

test('rows under the last total are in none, and a total without an amount says what it does', () => {
  const rows = [2, 4].map((row) => ({ fila: row, importe: '1.00' }));
  expect(declared([total(3, '#REF!')], rows)).toEqual([[null, '1.00', false]]);
});

test('a line below the total that only counts is not the total', () => {
  const lines = [total(3, '1.00'), total(4, '')];
  expect(declared(lines, [{ fila: 2, importe: '1.00' }])).toEqual([
    ['1.00', '1.00', true],
    [null, '1.00', false],
  ]);
});

test('a line of totals sums what the file says, unless only the corrected amounts agree with it', () => {
  const corrected = (row: number, antes: string): InFile<RowNotice> => ({
    ...inFile,
    ...makeNotice({ fila: row, codigo: 'CORREGIDO', campo: 'importe', valor: antes, arreglo: '9.00' }),
  });
  const totalsWith = (line: string, antes: string) => {
    const bridge = bridgeOf({
      avisos: [total(4, line), corrected(2, antes)],
      sent: [
        { fila: 2, importe: '9.00' },
        { fila: 3, importe: '1.00' },
      ],
    });
    expect(bridge.enviados.importe).toBe('10.00');
    return bridge.hojas[0]?.totales.map(({ suman, diferencia }) => [suman, diferencia]);
  };
  expect(totalsWith('6.00', '5.00')).toEqual([['6.00', '0.00']]);
  expect(totalsWith('10.00', '5.00')).toEqual([['10.00', '0.00']]);
  expect(totalsWith('7.00', '5.00')).toEqual([['6.00', '1.00']]);
  // The file's own total is no amount.
  expect(totalsWith('7.00', 'cinco')).toEqual([['10.00', '-3.00']]);
});
