import { expect, test } from 'vitest';
import { enviadosEnPalabras } from '../../src-renderer/features/conciliar/enviados-en-palabras.ts';

const NINGUNA = { omitidas: 0, ignoradas: 0, lineasDeTotal: 0 };

test('what became of every line of the file is said in one line', () => {
  const de = { enviados: 1417, tandas: 3 };
  expect(enviadosEnPalabras(de, { omitidas: 4, ignoradas: 1, lineasDeTotal: 1 })).toBe(
    '1.417 enviados · 4 omitidos · 1 línea de total · 3 tandas',
  );
  expect(enviadosEnPalabras(de, { omitidas: 1, ignoradas: 3, lineasDeTotal: 1 })).toBe(
    '1.417 enviados · 1 omitido · 1 línea de total · 2 líneas que no son cupones · 3 tandas',
  );
});

test('what there is none of is left out', () => {
  expect(enviadosEnPalabras({ enviados: 1, tandas: 1 }, NINGUNA)).toBe('1 enviado · 1 tanda');
});
