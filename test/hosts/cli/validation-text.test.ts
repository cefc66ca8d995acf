import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';
import { listValidationLines } from '../../../src-main/hosts/cli/validation-text.ts';
import { TODAY } from '../../domain/cupones/validate-sheet.ts';
import { test as base } from '../../platform/temporary-folder.ts';

const test = base.extend<{ say: (content: string) => Promise<string> }>({
  say: async ({ folder }, use) => {
    const runner = createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock: systemClock });
    await use(async (content) => {
      const file = path.join(folder, 'cupones.csv');
      await writeFile(file, content);
      const outcome = await runner.run(
        { archivo: file, hoy: TODAY, conCupones: false },
        {},
        new AbortController().signal,
      );
      return listValidationLines(outcome.tipo === 'ilegible' ? outcome.ilegible : outcome.resumen).join('\n');
    });
  },
});

test('a field that no column has is told once, beside what is wrong with single rows', async ({ say }) => {
  const said = await say(
    'Fecha;Doc;Últimos 4;Importe\n01/11/2026;A-1;4905;10,00\n02/11/2026;A-2;4905;20,00\nayer;A-3;4905;5,00\n',
  );
  expect(said).toContain('3 filas: 0 válidas, 3 con error');
  expect(said).toContain(
    'Ninguna columna tiene el comprobante, y sin ese dato hay 3 filas que no se envían. Si es una de las que no se usan («Doc»), elegila en el paso Columnas o con --mapear comprobante=COLUMNA.',
  );
  expect(said).not.toContain('Falta el comprobante');
  expect(said).toMatch(/fila 4 +Fecha +«ayer» no es una fecha/);
  expect(said).not.toContain('Avisos:');
});

test('columns that are not enough are told with the header and what was taken', async ({ say }) => {
  const said = await say('Ventas\nFecha;Cupón;Últimos 4;Neto\n01/11/2026;1;4905;10,00\n');
  expect(said).toMatch(/No encontramos el importe\..* --mapear importe=COLUMNA\. Las que no se usan: «Neto»\.$/m);
  expect(said).toMatch(/^ {2}Encabezado en la fila 2$/m);
  expect(said).toMatch(
    /^ {2}Columnas que se tomaron: fecha_venta ← Fecha, comprobante ← Cupón, tarjeta_nro ← Últimos 4$/m,
  );
});

test('a title with a line break stays in its line', async ({ say }) => {
  const said = await say('"Fecha de\nventa";Cupón;"Últimos\r\n4";Importe;"Otra\ncosa"\nayer;1;4905;10,00;\n');
  expect(said).toMatch(/^ {2}Columnas: fecha_venta ← Fecha de venta, .*tarjeta_nro ← Últimos 4, importe ← Importe$/m);
  expect(said).toMatch(/^ {2}Columnas que no se usan: Otra cosa$/m);
  expect(said).toMatch(/^ {4}fila \d {2}Fecha de venta {2}«ayer» no es una fecha/m);
});

test('a column that serves no row for what none needs is told how to leave out', async ({ say }) => {
  const header = 'Fecha;Cupón;Últimos 4;Importe;Terminal;Lote';
  const said = await say(`${header}\n01/11/2026;1;4905;10,00;POS1;1\n13/11/2026;2;4905;10,00;POS2;dos\n`);
  expect(said).toMatch(/«Terminal» no tiene la terminal en ninguna fila\..* con --mapear terminal=$/m);
  expect(said).not.toContain('--mapear lote=');
});
