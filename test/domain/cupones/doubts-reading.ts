import { resolveDoubts } from '#domain/cupones/doubts/index.ts';
import { nameMapping } from '#domain/cupones/prepare-sheet.ts';
import type { DoubtAnswers } from '#domain/finding.ts';
import { civilDay } from '../civil-day.ts';
import { aSheet, type TestCell } from './one-sheet.ts';
import { prepareOneSheet } from './validate-sheet.ts';

const HEAD = ['Fecha', 'Terminal', 'Cupón', 'Últimos 4'];

/** A sheet of sales on following days, each with its own number, and after it the cells of `rows`. */
export const sales = (titles: readonly string[], ...rows: readonly (readonly TestCell[])[]) =>
  aSheet([
    [...HEAD, ...titles],
    ...rows.map((cells, i) => [`${String(20 + i)}/10/2026`, '12345678', String(1001 + i), String(4001 + i), ...cells]),
  ]);
export const three = (titles: readonly string[], of: (n: number) => readonly TestCell[]) =>
  sales(titles, of(1), of(2), of(3));
export const dated = (...dates: readonly TestCell[]) =>
  aSheet([
    [...HEAD, 'Importe'],
    ...dates.map((one, i) => [one, '12345678', String(1001 + i), String(4001 + i), '10,00']),
  ]);

export const read = (sheet: ReturnType<typeof aSheet>, answers: DoubtAnswers = {}) => {
  const { prepared, dudas } = resolveDoubts(prepareOneSheet(sheet), answers, civilDay('2026-11-30'));
  const { cupones, table, mapeo } = prepared;
  const column = mapeo.columnas.find(({ campo }) => campo === 'importe')?.columna ?? -1;
  const rows = Array.from({ length: cupones.rowCount - table.headerRow - 1 }, (_, i) => table.headerRow + 1 + i);
  return {
    dudas,
    importe: nameMapping(prepared).mapeo.importe,
    unused: nameMapping(prepared).sinMapear,
    texts: rows.map((row) => cupones.text(row, column)),
    columna: (at: number) => rows.map((row) => cupones.text(row, at)),
    prepared,
  };
};
