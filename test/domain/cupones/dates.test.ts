import { fc, forAll } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { fromDayNumber } from '#domain/civil-date.ts';
import { readDateText, resolveDate } from '#domain/cupones/date-text.ts';
import { date, aSheet } from './one-sheet.ts';
import { codesOf, noticeCodes, validate, validateFields } from './validate-sheet.ts';
import { civilDay } from '../civil-day.ts';

const validateDates = (...values: readonly (string | number | ReturnType<typeof date>)[]) =>
  validateFields(values.map((saleDate, i) => ({ fecha_venta: saleDate, comprobante: String(i) })));
const datesRead = (found: ReturnType<typeof validateDates>) => found.cupones.map(({ cupon }) => cupon['fecha_venta']);

describe('one text', () => {
  test.each([
    ['2026-11-01', '2026-11-01'],
    ['2026-11-01T10:32:00', '2026-11-01'],
    ['2026/11/01 10:32', '2026-11-01'],
    ['1/11/2026', '2026-11-01'],
    ['1-11-26', '2026-11-01'],
    ['1.11.2026', '2026-11-01'],
    ['01/11/2026 10:32 a. m.', '2026-11-01'],
    ['01/11/2026 10:32 hs.', '2026-11-01'],
    ['1 de noviembre de 2026', '2026-11-01'],
    ['1º de noviembre de 2026', '2026-11-01'],
    ['domingo 1ro. de noviembre de 2026', '2026-11-01'],
    ['1-nov-2026', '2026-11-01'],
    ['01/Nov/26', '2026-11-01'],
    ['dom. 01/11/2026', '2026-11-01'],
    ['miércoles, 11/11/2026 10:32', '2026-11-11'],
    ['Mar 3, 2026', '2026-03-03'],
    ['01/11/2026 - 10:32', '2026-11-01'],
    ['10-set-26', '2026-09-10'],
    ['Nov 1st, 2026', '2026-11-01'],
    ['20261101', '2026-11-01'],
    ['20261101103205', '2026-11-01'],
    ['202611011032', '2026-11-01'],
    ['01NOV26', '2026-11-01'],
    ['01112026', '2026-11-01'],
    ['miercoles, 11 nov 2026', '2026-11-11'],
    ['Thurs, November 5, 2026', '2026-11-05'],
    ['el 1 de noviembre de 2026', '2026-11-01'],
    ['2026-11-02T02:59:59Z', '2026-11-01'],
    ['2026-11-02T03:00:00+00:00', '2026-11-02'],
    ['2026-11-01T23:30:00.000-04:00', '2026-11-02'],
    ['2026-11-01 00:30 +0100', '2026-10-31'],
    ['31/12/2026 11:30 p. m. -05:00', '2027-01-01'],
    ['1 de noviembre de 2026 01:00 Z', '2026-10-31'],
  ])('reads %s', (text, expected) => {
    expect(resolveDate(readDateText(text), 'dia')).toBe(expected);
  });

  test.each([
    'ayer',
    'lun 46000',
    'Total November 1, 2026',
    '1.234,56',
    '01/11',
    '3 de brumario de 2026',
    '1/11/20266',
  ])('does not take %s for a date', (text) => {
    expect(readDateText(text).kind).toBe('otra');
  });

  test.each(['31/02/2026', '2026-02-30', '31 de abril de 2026', '45/13/2026', '29/02/2025', '20261301'])(
    'says that %s does not exist',
    (text) => {
      expect(resolveDate(readDateText(text), 'dia')).toBe('FECHA_IMPOSIBLE');
    },
  );

  test('a day written day first reads back', () => {
    forAll(fc.integer({ min: 10_958, max: 47_800 }), (day) => {
      const iso = fromDayNumber(day);
      const [year = '', month = '', date = ''] = iso.split('-');
      expect(resolveDate(readDateText(`${date}/${month}/${year}`), 'dia')).toBe(iso);
      expect(resolveDate(readDateText(`${month}/${date}/${year}`), 'mes')).toBe(iso);
    });
  });
});

describe('the order of a column', () => {
  test('is day first when nothing contradicts it', () => {
    expect(datesRead(validateDates('03/04/2026', '05/06/2026'))).toEqual(['2026-04-03', '2026-06-05']);
  });

  test('is month first when some value is impossible day first and all are possible month first', () => {
    expect(datesRead(validateDates('03/04/2026', '04/13/2026'))).toEqual(['2026-03-04', '2026-04-13']);
  });

  test('is told where fewer dates decide that the month comes first than could be either', () => {
    const found = validateDates('02/11/2026', '03/11/2026', '04/11/2026', '12/31/2025');
    expect(found.errores).toEqual([]);
    const told = found.avisos.filter(({ codigo }) => codigo === 'FECHA_DECIDE_ORDEN');
    expect(told).toMatchObject([{ fila: 5, campo: 'fecha_venta', valor: '12/31/2025' }]);
    expect(told[0]?.mensaje).toContain('toda la columna se lee mes/día');
    const month = Array.from({ length: 30 }, (_, i) => `11/${String(i + 1)}/2026`);
    expect(noticeCodes(validateDates(...month))).not.toContain('FECHA_DECIDE_ORDEN');
  });

  test('leaves what fits both ways ambiguous when both orders are needed', () => {
    const found = validateDates('03/04/2026', '04/13/2026', '14/04/2026', '2026-05-06', '05/05/2026');
    expect(codesOf(found)).toEqual(['FECHA_AMBIGUA']);
    expect(found.errores[0]).toMatchObject({
      fila: 2,
      campo: 'fecha_venta',
      valor: '03/04/2026',
      columna: 'fecha_venta',
    });
    expect(datesRead(found)).toEqual(['2026-04-13', '2026-04-14', '2026-05-06', '2026-05-05']);
  });

  test('is that of ten or more, and a single date of the other order is an error that offers its other reading', () => {
    const rest = Array.from({ length: 10 }, (_, i) => String(i + 13));
    const found = validateDates(...rest.map((day) => `${day}/10/2026`), '11/15/2026', '03/11/2026');
    expect(found.errores).toMatchObject([{ fila: 12, codigo: 'FECHA_IMPOSIBLE', arreglo: '15/11/2026' }]);
    expect(datesRead(found).at(-1)).toBe('2026-11-03');
    const english = validateDates(...rest.map((day) => `10/${day}/2026`), '15/11/2026', '11/03/2026');
    expect(english.errores).toMatchObject([{ fila: 12, codigo: 'FECHA_IMPOSIBLE', arreglo: '15/11/2026' }]);
    expect(datesRead(english).at(-1)).toBe('2026-11-03');
  });

  test('is not decided by a value that no order makes a date', () => {
    const found = validateDates('31/02/2026', '04/13/2026', '03/04/2026');
    expect(codesOf(found)).toEqual(['FECHA_IMPOSIBLE']);
    expect(datesRead(found)).toEqual(['2026-04-13', '2026-03-04']);
  });

  test('does not bear on date cells', () => {
    expect(datesRead(validateDates(date('2026-03-04'), '04/13/2026'))).toEqual(['2026-03-04', '2026-04-13']);
  });

  test('is decided for each column alone', () => {
    const found = validateFields([
      { fecha_venta: '04/13/2026', fecha_pres: '05/06/2026' },
      { fecha_venta: '05/06/2026', fecha_pres: '05/06/2026', comprobante: '2' },
    ]);
    expect(found.cupones[1]?.cupon).toMatchObject({ fecha_venta: '2026-05-06', fecha_pres: '2026-06-05' });
  });

  test('is the one that the person says, when asked', () => {
    const rows = ['03/04/2026', '04/13/2026', '14/04/2026'].map((saleDate) => ({ fecha_venta: saleDate }));
    const found = validateFields(rows, { dateOrders: { fecha_venta: 'dia' } });
    expect(found.cupones.map(({ cupon }) => cupon['fecha_venta'])).toEqual(['2026-04-03', '2026-04-14']);
    expect(codesOf(found)).toEqual(['FECHA_IMPOSIBLE']);
  });
});

describe('numbers and date cells', () => {
  test('a date cell loses its time on the wire', () => {
    expect(datesRead(validateDates(date('2026-11-01 10:32:05')))).toEqual(['2026-11-01']);
  });

  test('a plain number of the years 2000 to 2100 is a serial, with one notice for the column', () => {
    const found = validateDates(46_327, 36_526, 73_050);
    expect(datesRead(found)).toEqual(['2026-11-01', '2000-01-01', '2099-12-31']);
    expect(found.avisos.filter(({ codigo }) => codigo === 'FECHA_DE_NUMERO_SERIE')).toMatchObject([
      { fila: null, campo: 'fecha_venta', valor: '46327', filas: 3 },
    ]);
  });

  test('a serial with an hour is said with a comma', () => {
    expect(validateDates(46_327.75).avisos).toMatchObject([{ valor: '46327.75' }]);
    expect(validateDates(46_327.75).avisos[0]?.mensaje).toContain(
      'el número 46327,75 de la fila 2 se leyó como el 01/11/2026.',
    );
  });

  test('a plain number of a workbook that counts from 1904 is the date that Excel would show', () => {
    const header = ['fecha_venta', 'importe', 'comprobante', 'tarjeta_nro'];
    const rows = [header, [46_327 - 1462, 10, '1', '1234'], [36_526 - 1462, 10, '2', '1234']];
    const found = validate(aSheet(rows, { date1904: true }));
    expect(found.cupones.map(({ cupon }) => cupon['fecha_venta'])).toEqual(['2026-11-01', '2000-01-01']);
    expect(found.avisos[0]).toMatchObject({ codigo: 'FECHA_DE_NUMERO_SERIE', valor: '44865' });
  });

  test('a number outside of them is no date', () => {
    expect(codesOf(validateDates(36_525, 12, 99_999))).toEqual(['NO_ES_FECHA', 'NO_ES_FECHA', 'NO_ES_FECHA']);
  });
});

describe('dates far from today', () => {
  test('tomorrow is a notice, today is not', () => {
    const found = validateDates('2026-11-21', '2026-11-22');
    expect(noticeCodes(found)).toEqual(['FECHA_FUTURA']);
    expect(found.avisos[0]).toMatchObject({
      fila: 3,
      campo: 'fecha_venta',
      mensaje: expect.stringContaining('Es una fecha futura: 22/11/2026.'),
    });
    expect(found.validas).toBe(2);
  });

  test('over two years old is a notice, two years to the day is not', () => {
    expect(noticeCodes(validateDates('2024-11-21', '2024-11-20'))).toEqual(['FECHA_ANTIGUA']);
    // Years of two digits that a program wrote with four.
    for (const old of ['0025-10-14', '14/10/0025', '1025-10-14'])
      expect(codesOf(validateDates(old))).toEqual(['NO_ES_FECHA']);
  });

  test('two years before a 29th of February there is still a limit', () => {
    const rows = ['2022-02-28', '2022-02-27'].map((saleDate, i) => ({ fecha_venta: saleDate, comprobante: String(i) }));
    expect(noticeCodes(validateFields(rows, { hoy: civilDay('2024-02-29') }))).toEqual(['FECHA_ANTIGUA']);
  });

  test.for<[string, string, string | undefined]>([
    ['2026-04-02', 'FECHA_LEJANA', '02/10/2026'],
    ['2025-10-03', 'FECHA_LEJANA', '03/10/2026'],
    ['2026-12-10', 'FECHA_FUTURA', '12/10/2026'],
    ['2023-10-01', 'FECHA_ANTIGUA', '01/10/2026'],
    // No usual date fits, or several do.
    ['2026-03-31', 'FECHA_LEJANA', undefined],
    ['2026-01-09', 'FECHA_LEJANA', undefined],
  ])('%s among the sales of one month has the day that it may be', ([far, codigo, arreglo]) => {
    const month = ['2026-09-09', '2026-10-01', '2026-10-02', '2026-10-03', '2026-10-12'];
    const { avisos } = validateDates(...month, far);
    expect(avisos.map((one) => [one.fila, one.codigo, one.valor, one.arreglo])).toEqual([[7, codigo, far, arreglo]]);
  });

  test('days are far only from most sales of a file', () => {
    const isFar = (...dates: string[]) => noticeCodes(validateDates(...dates)).length > 0;
    const four = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'];
    expect(isFar(...four, '2026-08-02')).toBe(false);
    expect(isFar(...four, '2026-08-01')).toBe(true);
    expect(isFar(...four.slice(1), '2026-08-01')).toBe(false);
    expect(isFar(...four, '2026-03-01', '2026-04-01')).toBe(false);
  });

  test('a payment is expected in the future', () => {
    expect(noticeCodes(validateFields([{ fecha_pago: '2026-12-20' }]))).toEqual([]);
  });
});
