import path from 'node:path';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import { useWorld, sheet, NO_WAITS } from './world.ts';

const world = useWorld();

const json = (args: readonly string[], code = 0) => world.json<Readonly<Record<string, string>>>(args, code);

/** The value beside a label in a report's summary; undefined without that label. */
async function summaryLine(file: string, label: string): Promise<string | undefined> {
  const ledger = new ExcelJS.Workbook();
  await ledger.xlsx.readFile(path.join(world.carpeta, file));
  let found: string | undefined;
  ledger.getWorksheet('Resumen')?.eachRow((row) => {
    if (row.getCell(1).text === label) found = row.getCell(2).text;
  });
  return found;
}

test('a name is in every report that is written after it, in the lists, and can be taken away', async () => {
  const file = world.file('octubre.csv', sheet(3));
  const { id = '', carga = '' } = await json(['conciliar', file, '--informe', 'antes.xlsx', ...NO_WAITS]);
  expect(await summaryLine('antes.xlsx', 'Nombre')).toBeUndefined();

  expect(await json(['conciliaciones', 'nombrar', id, ' Octubre de la caja '])).toEqual({
    id,
    nombre: 'Octubre de la caja',
  });
  await json(['conciliaciones', 'retomar', carga, '--informe', 'envio.xlsx', ...NO_WAITS]);
  await json(['conciliaciones', 'resultado', id, '--exportar', 'resultado.xlsx']);
  await json(['explicar', id, '--salida', 'explicado.xlsx']);
  for (const file of ['envio.xlsx', 'resultado.xlsx', 'explicado.xlsx'])
    expect(await summaryLine(file, 'Nombre'), file).toBe('Octubre de la caja');
  expect(await json(['conciliaciones', 'ver', id])).toMatchObject({ nombre: 'Octubre de la caja' });
  expect((await world.cli(['conciliaciones', 'listar'])).stdout).toContain('Octubre de la caja');

  expect(await json(['conciliaciones', 'nombrar', id, '--deshacer'])).toEqual({ id, nombre: null });
  expect(await json(['conciliaciones', 'ver', id])).not.toHaveProperty('nombre');
});

test('what is not known here is not named, and a call says one of the two', async () => {
  expect(await json(['conciliaciones', 'nombrar', '999999', 'Nadie'], 1)).toMatchObject({
    codigo: 'CONCILIACION_INEXISTENTE',
  });
  expect(await json(['conciliaciones', 'nombrar', '1'], 2)).toMatchObject({ codigo: 'USO' });
  expect(await json(['conciliaciones', 'nombrar', '1', ''], 2)).toMatchObject({ codigo: 'USO' });
  const { stderr } = await world.cli(['conciliaciones', 'nombrar', '1', 'a'.repeat(81)]);
  expect(stderr).toContain('nombre: es demasiado largo');
  expect(await json(['conciliaciones', 'nombrar', '1', 'Uno', '--deshacer'], 2)).toMatchObject({ codigo: 'USO' });
});
