import { describe, expect, test } from 'vitest';
import { leaveOutLockFiles } from '#app/conciliar/methods.ts';

const LOCK = '/ventas/~$octubre.xlsx';

describe('what a spreadsheet program leaves beside an open workbook', () => {
  const left = (files: readonly string[]): { archivos: readonly string[]; said: readonly string[] } => {
    const said: string[] = [];
    return { archivos: leaveOutLockFiles(files, (_text, { nombre }) => said.push(nombre)), said };
  };
  test('is left out of what is read, and said', () => {
    expect(left(['/ventas/octubre.xlsx', LOCK, '/ventas/.~lock.caja.ods#'])).toEqual({
      archivos: ['/ventas/octubre.xlsx'],
      said: ['~$octubre.xlsx', '.~lock.caja.ods#'],
    });
  });
  test('alone it stays, so that the reading says what it is', () => {
    expect(left([LOCK])).toEqual({ archivos: [LOCK], said: [] });
  });
  test('is told by its name and not by that of its folder', () => {
    expect(left(['/~$carpeta/octubre.xlsx', '/ventas/a~$b.xlsx'])).toMatchObject({ said: [] });
  });
});
