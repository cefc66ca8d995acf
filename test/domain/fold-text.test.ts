import { expect, test } from 'vitest';
import { containsFolded, splitWords } from '#domain/fold-text.ts';

test.each(['30715542189', 'CUIT 30-71554218-9 SUC 2'])(
  'a tax number that is typed as screens write it is found where it is «%s»',
  (stored) => {
    expect(splitWords('30-71554218-9').every((word) => containsFolded(stored, word))).toBe(true);
  },
);

test('only a whole tax number is taken apart', () => {
  expect(splitWords('  Peña 30-71554218-9 0016-2211 130-71554218-9')).toEqual([
    ...['pena', '30', '71554218', '9', '0016-2211', '130-71554218-9'],
  ]);
});
