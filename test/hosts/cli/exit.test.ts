import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { resolveOutputFile, resolveOutputFolder, resolveOutputWorkbook, checkPeriod } from '#hosts/cli/reading.ts';
import { COMMANDS } from '#hosts/cli/main.ts';
import { TABLE } from '#hosts/cli/table.js';

describe('the name of a workbook to write', () => {
  test.each([
    ['informe.xlsx', 'informe.xlsx'],
    ['informe.XLSX', 'informe.XLSX'],
    ['informe', 'informe.xlsx'],
    ['informe 2026.11', 'informe 2026.11.xlsx'],
    ['test/informe', 'test/informe.xlsx'],
  ])('%s is %s', (name, file) => {
    expect(resolveOutputWorkbook(name)).toBe(path.resolve(file));
  });

  test.each(['informe.pdf', 'informe.csv', 'informe.xls'])('%s is refused', (name) => {
    expect(() => resolveOutputWorkbook(name)).toThrow(/no termina en \.xlsx/);
  });
});

test.each([resolveOutputFile, resolveOutputWorkbook])(
  'a file in a folder that is not there is a wrong call',
  (getExit) => {
    expect(() => getExit('no hay/informe.xlsx')).toThrow(
      expect.objectContaining({
        code: 'USO',
        message: expect.stringContaining('No existe la carpeta de «no hay/informe.xlsx»'),
      }),
    );
  },
);

test('a file is no folder to write in', () => {
  const file = fileURLToPath(import.meta.url);
  expect(() => resolveOutputFolder(file)).toThrow(expect.objectContaining({ code: 'USO' }));
  expect(() => resolveOutputFile(path.join(file, 'x.xlsx'))).toThrow(expect.objectContaining({ code: 'USO' }));
});

test('a folder that is not there is a wrong call', () => {
  expect(() => resolveOutputFolder('no hay')).toThrow(
    expect.objectContaining({ code: 'USO', message: expect.stringContaining('No existe la carpeta «no hay»') }),
  );
  expect(resolveOutputFolder('test')).toBe(path.resolve('test'));
});

test('a file that is there already is left to be refused as that, whatever it is called', () => {
  const file = fileURLToPath(import.meta.url);
  expect(resolveOutputWorkbook(file)).toBe(file);
});

describe('a period', () => {
  test('that ends before it begins is refused', () => {
    expect(() => {
      checkPeriod('2026-10-02', '2026-10-01');
    }).toThrow(/empieza después de terminar/);
  });

  test('of dates written as here is refused with how to write them, and not for its order', () => {
    const check = (from: string, to?: string) => (): void => {
      checkPeriod(from, to);
    };
    expect(check('31/03/2026', '15/04/2026')).toThrow('--desde: «31/03/2026» no es una fecha AAAA-MM-DD');
    expect(check('31/03/2026', '15/04/2026')).toThrow('Escribila así: 2026-03-31.');
    expect(check('2026-03-01', '31/02/2026')).toThrow('--hasta: «31/02/2026»');
  });
});

test('every command that the help names can be run', () => {
  expect(Object.keys(COMMANDS).sort()).toEqual(TABLE.map(([words]) => words).sort());
});
