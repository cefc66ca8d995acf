import { expect, test } from 'vitest';
import { getReportName, toNamePart } from '#domain/texts/report-name.ts';

const october = { desde: '2026-10-01', hasta: '2026-10-31' };

test('a report is called by its account and the month of its sales', () => {
  expect(getReportName({ cuenta: 'La Espiga', dias: october })).toBe('informe-La Espiga-2026-10.xlsx');
});

test('one that goes over the end of a month says both', () => {
  expect(getReportName({ cuenta: 'La Espiga', dias: { ...october, hasta: '2026-11-02' } })).toBe(
    'informe-La Espiga-2026-10 a 2026-11.xlsx',
  );
});

test('without days it says its number, as far as it has one', () => {
  expect(getReportName({ cuenta: 'La Espiga', dias: undefined, id: '5001' })).toBe('informe-La Espiga-5001.xlsx');
  expect(getReportName({ cuenta: 'La Espiga', dias: undefined })).toBe('informe-La Espiga.xlsx');
});

test('what no system takes in a name is left out, and a long one is cut', () => {
  expect(getReportName({ cuenta: 'Pan: "dulce" / sal\u0000', dias: october })).toBe(
    'informe-Pan dulce sal-2026-10.xlsx',
  );
  expect(getReportName({ cuenta: 'a'.repeat(400), dias: october })).toMatch(/^informe-a{80}-2026-10\.xlsx$/);
});

test('what the person called it is at its end', () => {
  expect(getReportName({ cuenta: 'La Espiga', dias: october, nombre: 'Cierre: centro' })).toBe(
    'informe-La Espiga-2026-10-Cierre centro.xlsx',
  );
});

test('says what it is of: the queue, or what has no coupon', () => {
  expect(getReportName({ what: 'sin-conciliar', cuenta: 'La Espiga', dias: october, nombre: '30012345' })).toBe(
    'sin-conciliar-La Espiga-2026-10-30012345.xlsx',
  );
  expect(getReportName({ what: 'sin-cupon', cuenta: 'La Espiga', dias: october })).toBe(
    'sin-cupon-La Espiga-2026-10.xlsx',
  );
});

test('a number of the service with slashes is one part of a name', () => {
  expect(toNamePart('0001/00001234')).toBe('0001 00001234');
});
