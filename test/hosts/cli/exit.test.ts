import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { resolveOutputFile, resolveOutputWorkbook, checkPeriod } from '#hosts/cli/output.ts';

describe('the name of a workbook to write', () => {
  test.each([
    ['informe.xlsx', 'informe.xlsx'],
    ['informe.XLSX', 'informe.XLSX'],
    ['informe', 'informe.xlsx'],
    ['informe 2026.11', 'informe 2026.11.xlsx'],
    ['test/informe', 'test/informe.xlsx'],
  ])('%s is %s', (nombre, archivo) => {
    expect(resolveOutputWorkbook(nombre)).toBe(path.resolve(archivo));
  });

  test.each(['informe.pdf', 'informe.csv', 'informe.xls'])('%s is refused', (nombre) => {
    expect(() => resolveOutputWorkbook(nombre)).toThrow(/no termina en \.xlsx/);
  });
});

test.each([resolveOutputFile, resolveOutputWorkbook])(
  'a file in a folder that is not there is a wrong call',
  (salida) => {
    expect(() => salida('no hay/informe.xlsx')).toThrow(
      expect.objectContaining({
        code: 'USO',
        message: expect.stringContaining('No existe la carpeta de «no hay/informe.xlsx»'),
      }),
    );
  },
);

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
    const check = (desde: string, hasta?: string) => (): void => {
      checkPeriod(desde, hasta);
    };
    expect(check('31/03/2026', '15/04/2026')).toThrow('--desde: «31/03/2026» no es una fecha AAAA-MM-DD');
    expect(check('31/03/2026', '15/04/2026')).toThrow('Escribila así: 2026-03-31.');
    expect(check('2026-03-01', '31/02/2026')).toThrow('--hasta: «31/02/2026»');
  });

  test.each([
    ['2026-10-01', '2026-10-01'],
    ['2026-10-01', undefined],
    [undefined, '2026-10-01'],
  ])('from %s to %s is taken', (desde, hasta) => {
    expect(() => {
      checkPeriod(desde, hasta);
    }).not.toThrow();
  });
});
