import { expect, test } from 'vitest';
import type { TestCell } from './one-sheet.ts';
import { validate } from './validate-sheet.ts';

const HEADER = ['Fecha', 'Comprobante', 'Últimos 4', 'Importe', 'Marca'];
const cupon = (n: number): TestCell[] => ['01/11/2026', `0000${String(n)}`, '4905', '100,00', 'Visa'];

test('every error of a row says the sale that it is of, as it was read', () => {
  const { errores } = validate([HEADER, cupon(1), ['02/11/2026', 'x-1', '12345', '1.250,50', 'Cabal']]);
  const sale = {
    fecha: '2026-11-02',
    tarjeta: 'Cabal',
    tarjeta_nro: '12345',
    comprobante: 'x-1',
    importe: '1250.50',
  };
  expect(errores).toMatchObject([
    { codigo: 'NO_ES_NUMERO', venta: sale },
    { codigo: 'LARGO_MAXIMO', venta: sale },
  ]);
});

test('what could not be read is told as it was written', () => {
  const { errores } = validate([HEADER, cupon(1), ['31/02/2026', '7', '4905', 'mil', 'Cabal']]);
  expect(errores[0]?.venta).toMatchObject({ fecha: '31/02/2026', importe: null, importeEscrito: 'mil' });
});

test('a card number is covered there too', () => {
  const { errores } = validate([HEADER, cupon(1), ['31/02/2026', '7', '4509953566233704', '1,00', '']]);
  expect(JSON.stringify(errores)).not.toContain('4509953566233704');
});

test('a card without a name is told by its code', () => {
  const { errores } = validate([
    ['Fecha', 'tarjeta_id', 'Últimos 4', 'Importe'],
    ['01/11/2026', '5', '4905', '1,00'],
  ]);
  expect(errores[0]?.venta).toMatchObject({ tarjeta: 'Código 5', comprobante: null });
});

test('a line of totals says its amount, and nothing is wrong with it', () => {
  const { avisos, errores } = validate([
    HEADER,
    cupon(1),
    cupon(2),
    ['TOTAL', '', '', '$ 200,00', ''],
    ['Subtotal', '', '', 'doscientos', ''],
    ['Cantidad de cupones:', 2, '', '', ''],
  ]);
  expect(errores).toEqual([]);
  expect(avisos.map(({ fila, valor }) => [fila, valor])).toEqual([
    [4, '200.00'],
    [5, 'doscientos'],
    [6, undefined],
  ]);
});

test('the sum under a column says its amount without a word', () => {
  const { avisos } = validate([HEADER, cupon(1), cupon(2), ['', '', '', '200,00', '']]);
  expect(avisos).toMatchObject([{ codigo: 'FILA_DE_TOTALES', valor: '200.00' }]);
});
