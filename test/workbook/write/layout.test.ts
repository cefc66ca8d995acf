import { fc, forAll, forAllOf } from '../../for-all.ts';
import { expect, test } from 'vitest';
import { MAX_ROWS, getNoteColumn, getSheetName, partsOf, toReferencia } from '#workbook/write/layout.ts';

test('the parts of a table hold all its rows and none past the last of a sheet', () => {
  forAllOf(200, fc.nat(5_000_000), fc.integer({ min: 10, max: MAX_ROWS }), fc.nat(3), (rows, maxRows, lines) => {
    const parts = partsOf(
      { nombre: 'Datos', sello: Array.from({ length: lines }, () => '') },
      Math.min(rows, maxRows * 9),
      maxRows,
    );
    const total = parts.reduce((sum, { primera, ultima }) => sum + ultima - primera + 1, 0);
    expect(total).toBe(Math.min(rows, maxRows * 9));
    expect(parts.every(({ ultima }) => ultima <= maxRows - 2)).toBe(true);
  });
});

test('any sheet name is within what Excel accepts', () => {
  forAll(fc.string({ maxLength: 60 }), fc.integer({ min: 1, max: 99 }), (name, part) => {
    expect(getSheetName(name, part)).toMatch(/^[^[\]:*?/\\']{1,31}$/s);
  });
});

test('a reference quotes its sheet', () => {
  expect(toReferencia({ nombre: 'Sin conciliar (2)', primera: 5, ultima: 9 }, 27)).toBe(
    "'Sin conciliar (2)'!$AB$5:$AB$9",
  );
});

const free = (width: number) => ({ free: true, width });
const figure = { free: false, width: 17 };
const NOTE = 'Faltan días: no es el total'; // 27 characters

test('what a total says of itself is in the first free cells that it fits in', () => {
  expect(getNoteColumn(NOTE, [figure, free(12), figure, free(18), free(18), figure])).toBe(3);
});

test('the last free cells hold any text, because there is nothing after them', () => {
  expect(getNoteColumn(NOTE, [figure, free(5)])).toBe(1);
});

test('it is past the last column where a figure would cut it, or where no cell is free', () => {
  expect(getNoteColumn(NOTE, [figure, free(18), figure])).toBe(3);
  expect(getNoteColumn(NOTE, [figure, figure])).toBe(2);
});
