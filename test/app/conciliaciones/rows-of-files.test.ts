import { expect, test } from 'vitest';
import { rowsOfFiles } from '#app/uploaded/rows-of-files.ts';

test('rows with errors count once each, and rows of two sheets with the same number are two', () => {
  const wrong = {
    archivo: 'caja.xlsx',
    ...{ columna: null, campo: null, codigo: 'OBLIGATORIO', valor: '', mensaje: '' },
  } as const;
  const errors = [
    { ...wrong, hoja: 'Octubre', fila: 4 },
    { ...wrong, hoja: 'Octubre', fila: 4 },
    { ...wrong, hoja: 'Noviembre', fila: 4 },
  ];
  expect(rowsOfFiles(10, errors)).toBe(12);
});
