import { expect, test } from 'vitest';
import { contados } from '#hosts/cli/formato.ts';

test.each([
  [0, '0 tandas'],
  [1, '1 tanda'],
  [1252, '1.252 tandas'],
])('%i is %s', (cuantas, texto) => {
  expect(contados(cuantas, ['tanda', 'tandas'])).toBe(texto);
});
