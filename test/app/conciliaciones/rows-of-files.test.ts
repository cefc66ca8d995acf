import { expect, test } from 'vitest';
import type { RowError } from '#domain/finding.ts';
import { rowsOfFiles } from '#app/uploaded/uploads.ts';

test('rows with errors count once each, and rows of two sheets with the same number are two', () => {
  const wrong: RowError = { fila: 4, columna: null, campo: null, codigo: 'OBLIGATORIO', valor: '', mensaje: '' };
  const errors = ['Octubre', 'Octubre', 'Noviembre'].map((sheet) => ({ ...wrong, archivo: 'caja.xlsx', hoja: sheet }));
  expect(rowsOfFiles(10, errors)).toBe(12);
});
