import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ROWS, getSheetName, partsOf, toReferencia } from '#workbook/write/layout.ts';

test('the parts of a table hold all its rows and none past the last of a sheet', () => {
  fc.assert(
    fc.property(fc.nat(5_000_000), fc.integer({ min: 10, max: MAX_ROWS }), fc.nat(3), (rows, maxRows, lines) => {
      const parts = partsOf(
        { nombre: 'Datos', sello: Array.from({ length: lines }, () => '') },
        Math.min(rows, maxRows * 9),
        maxRows,
      );
      const total = parts.reduce((sum, { primera, ultima }) => sum + ultima - primera + 1, 0);
      expect(total).toBe(Math.min(rows, maxRows * 9));
      expect(parts.every(({ ultima }) => ultima <= maxRows - 2)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('any sheet name is within what Excel accepts', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.integer({ min: 1, max: 99 }), (name, part) => {
      expect(getSheetName(name, part)).toMatch(/^[^[\]:*?/\\']{1,31}$/s);
    }),
  );
});

test('a reference quotes its sheet', () => {
  expect(toReferencia({ nombre: 'Sin conciliar (2)', primera: 5, ultima: 9 }, 27)).toBe(
    "'Sin conciliar (2)'!$AB$5:$AB$9",
  );
});
