import { expect, test } from 'vitest';
import { listRejectedRows } from '#app/conciliaciones/keep-result.ts';
import type { RowError, InFile, SaleOfRow } from '#domain/finding.ts';

const SALE: SaleOfRow = {
  fecha: '2026-11-02',
  tarjeta: 'Visa',
  tarjeta_nro: '1234',
  comprobante: '17',
  importe: '80.00',
};
const error = (row: number, part: Partial<InFile<RowError>> = {}): InFile<RowError> => ({
  archivo: 'a.xlsx',
  fila: row,
  columna: 'Lote',
  campo: 'lote',
  codigo: 'NO_ES_NUMERO',
  valor: 'x',
  mensaje: 'No es un número.',
  ...part,
});

test('a row that was not sent is there once, with its sale and all that was wrong with it', () => {
  const second = { columna: 'Cuotas', campo: 'cuotas', valor: 'tres', mensaje: 'Tampoco.' } as const;
  const [row, ...others] = listRejectedRows([error(9, { venta: SALE }), error(9, { venta: SALE, ...second })]);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    archivo: 'a.xlsx',
    mensaje: 'Lote: No es un número. Cuotas: Tampoco.',
    operacion: {
      fila: 9,
      fecha_venta: '2026-11-02',
      tarjeta_desc: 'Visa',
      lote: 'x',
      cuotas: 'tres',
      importe: '80.00',
    },
    problema: { campo: 'lote' },
    problemas: [{ campo: 'lote' }, { campo: 'cuotas' }],
  });
});

test('the same row of another sheet or file is another one', () => {
  const rows = [error(9), error(9, { hoja: 'Otra' }), error(9, { archivo: 'b.xlsx' }), error(10)];
  expect([...listRejectedRows(rows)]).toHaveLength(4);
});

test.each([
  ['mil', 'mil'],
  ['1000.00', undefined],
])('an amount that was not read, «%s», is never one to be added', (parseTypedImporte, importe) => {
  const [row] = listRejectedRows([error(9, { venta: { ...SALE, importe: null, importeEscrito: parseTypedImporte } })]);
  expect(row?.operacion.importe).toBe(importe);
});

test('of what was kept before rows said their sale, the cell that was wrong is told', () => {
  const [row] = listRejectedRows([error(9, { campo: 'importe', valor: 'mil' })]);
  expect(row?.operacion).toMatchObject({ fila: 9, importe: 'mil' });
  expect(row).not.toHaveProperty('problemas');
});
