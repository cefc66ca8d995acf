import { expect, test } from 'vitest';
import { contienePlegado, palabrasDe } from '#domain/plegar.ts';

test.each(['30715542189', 'CUIT 30-71554218-9 SUC 2'])(
  'a tax number that is typed as screens write it is found where it is «%s»',
  (guardado) => {
    expect(palabrasDe('30-71554218-9').every((palabra) => contienePlegado(guardado, palabra))).toBe(true);
  },
);

test('only a whole tax number is taken apart', () => {
  expect(palabrasDe('  Peña 30-71554218-9 0016-2211 130-71554218-9')).toEqual([
    ...['pena', '30', '71554218', '9', '0016-2211', '130-71554218-9'],
  ]);
});
