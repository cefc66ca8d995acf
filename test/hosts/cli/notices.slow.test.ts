import { readFileSync } from 'node:fs';
import path from 'node:path';
import { read, write, utils } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { useWorld, sheet, NO_WAITS } from './world.ts';

const world = useWorld();

const LEFT = 'La hoja «Sur» también tiene 2 filas de cupones y no se leyó.';

/** A workbook with coupons in two sheets. */
function twoSheets(name: string, from: number): string {
  const book = utils.book_new();
  const rows = (text: string) =>
    utils.aoa_to_sheet(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(';')),
    );
  utils.book_append_sheet(book, rows(`${sheet(4, from)}Total;1,00;;\n`), 'Centro');
  utils.book_append_sheet(book, rows(sheet(2, from + 100)), 'Sur');
  return world.file(name, write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array);
}

test('an upload names the sheet with coupons that it left, with the option that sends it', async () => {
  const { codigo, stdout } = await world.cli(['conciliar', twoSheets('sucursales.xlsx', 1), ...NO_WAITS]);
  expect(codigo).toBe(0);
  expect(stdout).toContain(`sucursales.xlsx: ${LEFT}`);
  expect(stdout).toContain('agregá --hoja "Sur" a «conciliar»');
  expect(stdout).toContain('De la hoja «Centro» a lo enviado:');
  expect(stdout).toContain('Avisos: 1 FILA_DE_TOTALES. Cada uno está en la hoja Avisos del informe.');
});

test('its document has the notices of the files', async () => {
  const file = twoSheets('sucursales-2.xlsx', 300);
  const { stdout } = await world.cli(['conciliar', file, '--json', ...NO_WAITS]);
  const validated = await world.cli(['validar', file, '--json']);
  const { avisos } = JSON.parse(validated.stdout) as { avisos: readonly object[] };
  expect(avisos).toHaveLength(2);
  expect(JSON.parse(stdout)).toMatchObject({
    avisos: avisos.map((one) => ({ ...one, archivo: file, hoja: 'Centro' })),
  });
});

test('the words, the document and the report of an upload name the columns that were not used', async () => {
  const file = world.file(
    'con-caja.csv',
    sheet(2, 990)
      .replaceAll('\n', ';Caja;Caja\n')
      .replace(/(?<=\d);Caja;Caja/g, ';1;2'),
  );
  const validated = await world.cli(['validar', file]);
  expect(validated.stdout).toContain(
    'Columnas: fecha_venta ← Fecha, comprobante ← Comprobante, tarjeta_nro ← Tarjeta, importe ← Importe',
  );
  const report = 'con-caja.xlsx';
  const { stdout } = await world.cli(['conciliar', file, '--informe', report, '--json', ...NO_WAITS]);
  const notUsed = ['Caja', 'Caja'];
  expect(JSON.parse(stdout)).toMatchObject({
    columnas: [{ archivo: file, hoja: null, mapeo: { importe: 'Importe' }, sinMapear: notUsed }],
  });
  const summary = utils.sheet_to_csv(read(readFileSync(path.join(world.carpeta, report))).Sheets['Resumen'] ?? {});
  expect(summary).toContain('Columnas que no se usan,"Caja, Caja"');
  const again = await world.cli(['conciliar', file, '--repetir', ...NO_WAITS]);
  expect(again.stdout).toContain('Columnas que no se usan de con-caja.csv: Caja, Caja');
});

test('where no day was downloaded, an upload says what to do to know why coupons did not match', async () => {
  const file = world.file('nada.csv', sheet(3, 700));
  const { stdout } = await world.cli(['conciliar', file, ...NO_WAITS]);
  expect(stdout).toMatch(
    /De 3 cupones sin conciliar no se sabe por qué: .*«sincronizar --desde 2026-10-01 --hasta 2026-10-03» y mirá «explicar \d+»/,
  );
});

test('where no day was downloaded, a forecast says that it cannot know', async () => {
  const file = world.file('nada-2.csv', sheet(3, 700));
  const { stdout } = await world.cli(['previa', file]);
  expect(stdout).toContain('No se puede saber cuántos conciliarían');
  expect(stdout).not.toContain('Conciliarían');
  const { stdout: document } = await world.cli(['previa', file, '--json']);
  expect(JSON.parse(document)).toMatchObject({ sinBajar: { cupones: 3 } });
});

test('a forecast reads dates in the order that is said', async () => {
  expect(await world.json(['previa', world.file('orden.csv', sheet(3, 700)), '--orden-fecha', 'mes'])).toMatchObject({
    archivos: [{ dudas: [{ tomada: 'mes', elegida: true }] }],
  });
});
