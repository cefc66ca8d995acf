import { expect, test } from 'vitest';
import { getNoteColumn } from '#workbook/write/layout.ts';

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
