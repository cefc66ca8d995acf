import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import Database from 'better-sqlite3';
import ExcelJS from 'exceljs';
import { afterAll, describe, expect, test } from 'vitest';
import { toDayNumber } from '#domain/civil-date.ts';
import { formatPesos, formatPlain } from '#domain/money.ts';
import { METHODS, type ServiceMethod } from '#domain/views/index.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { context } from '../context.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { findIllegible } from '../../workbook/write/legible.ts';
import { findLibreOffice, findTroubleOnPaper, sheetsByLibreOffice } from '../../workbook/libreoffice.ts';
import { createWorld, type World } from '../sync/world.ts';

const program = await findLibreOffice();

type QueryInput = MethodParsed<'datos.consultar'>;
const ask = ({ browse }: World, changes: Partial<QueryInput> = {}) =>
  browse.consultar({ cuenta: undefined, vista: 'operaciones', ...changes }, context);
const PERIOD = { desde: '2026-09-01', hasta: '2026-09-30' };

const FIRST_SHOWN: ServiceMethod[] = ['comercios', 'operaciones', 'liquidaciones'];

/** September, with the service closed: every answer comes from the cache. */
async function withData(): Promise<World> {
  const world = await createWorld();
  await world.synchronise({ ...PERIOD, metodos: FIRST_SHOWN });
  await world.sandbox.close();
  return world;
}

const world = await withData();
afterAll(() => world[Symbol.asyncDispose]());

const exportRows = (world: World, name: string, changes: Partial<MethodParsed<'datos.exportar'>> = {}) =>
  world.browse.exportar(
    { cuenta: undefined, vista: 'operaciones', salida: path.join(path.dirname(world.ruta), name), ...changes },
    context,
  );
async function readBook(file: string): Promise<ExcelJS.Worksheet[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  return workbook.worksheets;
}
const titlesOf = (sheet: ExcelJS.Worksheet | undefined): unknown[] => (sheet?.getRow(5).values as unknown[]).slice(1);

describe('asking a view', () => {
  test('the period is filtered by the date of the view, both ends included', async () => {
    const { filas, total } = await ask(world, {
      desde: civilDay('2026-09-10'),
      hasta: civilDay('2026-09-11'),
      limite: 0,
    });
    expect(total).toBe(filas.length);
    expect(new Set(filas.map((row) => String(row['fecha_venta']).slice(0, 10)))).toEqual(
      new Set(['2026-09-10', '2026-09-11']),
    );
  });

  test.each([
    [{ filtros: [{ campo: 'inventado', valor: '1' }] }],
    [{ filtros: [{ campo: 'importe', valor: 'mucho' }] }],
    [{ orden: { campo: 'inventado', desc: false } }],
    [{ campoFecha: 'tarjeta' }],
  ])('what the view does not have is a wrong call (%j)', async (changes) => {
    await expect(ask(world, { ...changes })).rejects.toMatchObject({ code: 'USO' });
  });

  test('the detail comes only when it is asked for', async () => {
    const [without] = (await ask(world, { vista: 'liquidaciones' })).filas;
    const [other] = (await ask(world, { vista: 'liquidaciones', detalle: true })).filas;
    expect(without).not.toHaveProperty('detalle');
    expect(other?.['detalle']).toMatchObject({ ventas: expect.any(Array), descuentos: expect.any(Array) });
  });
});

test('the coverage of what has no date ignores dates, and gets old', async () => {
  await using world = await withData();
  const askShops = async () => {
    const { cobertura, total } = await ask(world, { vista: 'comercios', desde: civilDay('2030-01-01') });
    return [cobertura.estado, total];
  };
  expect(await askShops()).toEqual(['al_dia', 5]);
  world.clock.advance(25 * 3_600_000);
  expect(await askShops()).toEqual(['desactualizada', 5]);
});

describe('exporting', () => {
  test('a workbook has the rows of the filter under the stamp', async () => {
    const filters = [{ campo: 'cuotas', valor: '1' }];
    const { filas } = await ask(world, { filtros: filters, limite: 0 });
    const { archivo, filas: written } = await exportRows(world, 'o.xlsx', { filtros: filters });
    expect(written).toBe(filas.length);
    const [sheet] = await readBook(archivo);
    const stamp = [1, 2, 3].map((n) => sheet?.getCell(n, 1).text).join('\n');
    expect(stamp).toContain('Datos del 01/09/2026 al 30/09/2026');
    expect(stamp).toContain('cuotas = 1');
    const column = titlesOf(sheet).indexOf('Importe') + 1;
    const alreadyRead = filas.map((_, i) => Number(sheet?.getCell(6 + i, column).value));
    expect(alreadyRead).toEqual(filas.map((row) => Number(row['importe'])));
  });

  test('a text has separators, order mark, decimal comma, and no formula', async () => {
    await using world = await createWorld();
    const movimiento = world.sandbox.data.movimientos.find(
      ({ fecha }) => fecha === toDayNumber(civilDay('2026-09-07')),
    ) as { informacion: string };
    movimiento.informacion = '=HYPERLINK("x";"y")';
    await world.synchronise({ ...PERIOD, metodos: ['movimientos'] });
    const { archivo, leeme, filas } = await exportRows(world, 'm.csv', { vista: 'movimientos' });
    const text = readFileSync(archivo, 'utf8');
    expect(text.startsWith('\uFEFFID;Fecha;Banco;')).toBe(true);
    // Only a header and the rows: a text beside the file (`leeme`) says what a workbook says in its heading.
    expect(text.split('\r\n')).toHaveLength(filas + 2);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(leeme).toBe(archivo.replace('.csv', '.leeme.txt'));
    const said = readFileSync(leeme ?? '', 'utf8');
    expect(said).toContain('Datos del 01/09/2026 al 30/09/2026');
    expect(said).toContain(`m.csv: ${String(filas)} filas`);
    expect(text).toMatch(/;\d+,\d{2};/);
    expect(text).toContain(`"'=HYPERLINK(""x"";""y"")"`);
  });

  test('neither a text nor what goes beside it is written over another file', async () => {
    writeFileSync(path.join(path.dirname(world.ruta), 'y.leeme.txt'), 'propio');
    await expect(exportRows(world, 'y.csv')).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
    const names = readdirSync(path.dirname(world.ruta)).filter((name) => name.includes('y.'));
    expect(names).toEqual(['y.leeme.txt']);
  });

  test('amounts without their sign are added up with it, with credits and debits beside', async () => {
    await using world = await createWorld();
    await world.synchronise({ desde: '2026-10-01', hasta: '2026-10-14', metodos: ['movimientos'] });
    const { filas } = await ask(world, { vista: 'movimientos', limite: 0 });
    const sumOf = (letter: string) =>
      filas
        .filter((row) => row['debito_credito'] === letter)
        .reduce((total, row) => total + BigInt(String(row['importe']).replace('.', '')), 0n);
    const [credits, debits] = [sumOf('C'), -sumOf('D')];
    expect(debits).toBeLessThan(0n);
    const { archivo } = await exportRows(world, 'mov.xlsx', { vista: 'movimientos' });
    const sheets = program === undefined ? undefined : await sheetsByLibreOffice(program, archivo, path.dirname(world.ruta)); // prettier-ignore
    const [sheet] = await readBook(archivo);
    const titles = titlesOf(sheet);
    const last = 6 + filas.length;
    for (const [title, value] of [
      ['Créditos', credits],
      ['Débitos', debits],
      ['Importe neto', credits + debits],
    ] as const) {
      // prettier-ignore
      const column = titles.indexOf(title);
      expect(sheet?.getCell(last, column + 1).result, title).toBe(Number(value) / 100);
      if (sheets !== undefined)
        expect(
          sheets
            .get('Movimientos')
            ?.at(-1)
            ?.[column]?.replace(/(\.\d)$/, '$10'),
          title,
        ).toBe(formatPlain(value));
    }
    // The reported amounts, without a sign, are never added up.
    expect(sheet?.getCell(last, titles.indexOf('Importe') + 1).value).toBeNull();
  });

  test('a row in doubt is added up and told; a withdrawn one is listed apart and is in no sum', async () => {
    await using world = await withData();
    const db = new Database(world.ruta);
    const [doubtful, withdrawn] = db.prepare('SELECT id, importe FROM operaciones ORDER BY n LIMIT 2').all() as { id: string; importe: number }[]; // prettier-ignore
    const liveRow = db
      .prepare('SELECT sum(importe) FROM operaciones WHERE id <> ?')
      .pluck()
      .get(withdrawn?.id) as number;
    db.prepare("INSERT INTO ausencia (metodo, id, desde) VALUES ('operaciones', ?, 0)").run(doubtful?.id);
    db.prepare('UPDATE operaciones SET retirada = 0 WHERE id = ?').run(withdrawn?.id);
    db.close();
    const { archivo } = await exportRows(world, 'r.xlsx', { retiradas: true, columnas: ['id', 'importe'] });
    const [sheet, aside] = await readBook(archivo);
    expect([sheet?.name, aside?.name]).toEqual(['Operaciones', 'Retiradas']);
    const doubts = `En duda: 1 fila, ${formatPesos(BigInt(doubtful?.importe ?? 0))}`;
    expect([4, 5].map((n) => sheet?.getCell(n, 1).text)).toEqual([
      expect.stringContaining(doubts),
      'Retiradas: 1 fila que el servicio dejó de dar; no están en las sumas',
    ]);
    expect((sheet?.getRow(7).values as unknown[]).slice(1)).toEqual(['ID', 'Importe', 'Retirada', 'En duda']);
    const total = sheet?.getRow(sheet.rowCount);
    expect(total?.getCell(2).result).toBe(liveRow / 100);
    expect(aside?.getCell('A8').value).toBe(withdrawn?.id);
    const csv = await exportRows(world, 'r.csv', { retiradas: true });
    const said = readFileSync(csv.leeme ?? '', 'utf8');
    expect(said).toContain(doubts);
    expect(said).toContain(`Importe: ${formatPesos(BigInt(liveRow))}`);
    const lines = readFileSync(csv.archivo, 'utf8').split('\r\n').map((line) => line.split(';')); // prettier-ignore
    const indexOfColumn = (name: string): number => lines[0]?.indexOf(name) ?? -1;
    const lineOf = (id: string | undefined) => lines.find(([own]) => own === id);
    expect([
      lineOf(doubtful?.id)?.[indexOfColumn('En duda')],
      lineOf(doubtful?.id)?.[indexOfColumn('Retirada')],
    ]).toEqual(['31/12/1969 21:00:00', '']);
    expect([
      lineOf(withdrawn?.id)?.[indexOfColumn('En duda')],
      lineOf(withdrawn?.id)?.[indexOfColumn('Retirada')],
    ]).toEqual(['', '31/12/1969 21:00:00']);
  });

  test('what the service writes as text and is a number is a number in a sheet', async () => {
    const { archivo } = await exportRows(world, 'n.xlsx', { columnas: ['id', 'cuotas', 'tna'] });
    const [sheet] = await readBook(archivo);
    const { filas } = await ask(world, { limite: 0 });
    const alreadyRead = filas.map((_, i) => [2, 3].map((column) => sheet?.getCell(6 + i, column).value));
    expect(alreadyRead).toEqual(filas.map(({ cuotas, tna }) => [Number(cuotas), Number(tna)]));
  });

  test('a total says that it lacks days or rows, in a workbook and beside a text', async () => {
    const noteOf = async (name: string, to: string): Promise<unknown> => {
      const { archivo } = await exportRows(world, name, { desde: civilDay('2026-09-01'), hasta: civilDay(to) });
      return (await readBook(archivo))[0]?.lastRow?.getCell(2).text;
    };
    expect(await noteOf('whole.xlsx', '2026-09-30')).toBe('');
    expect(await noteOf('parts.xlsx', '2026-10-31')).toBe('Faltan días: no es el total');
    const text = await exportRows(world, 'parts.csv', { hasta: civilDay('2026-10-31') });
    expect(readFileSync(text.leeme ?? '', 'utf8')).toContain('\r\nSumas · Faltan días: no es el total\r\n');
  });

  test('no figure nor title of any view is cut in its workbook', async () => {
    await using world = await createWorld();
    await world.synchronise(PERIOD);
    for (const vista of METHODS) {
      const { archivo } = await exportRows(world, `${vista}.xlsx`, { vista, detalle: true });
      expect([vista, ...(await findIllegible(archivo))]).toEqual([vista]);
      if (vista === 'liquidaciones' || vista === 'movimientos')
        expect(await findTroubleOnPaper(program, archivo, createTemporaryFolder())).toEqual([]);
    }
  });

  test.each(['x.xlsx', 'x.csv'])('is for who wrote it alone, and never writes over another file (%s)', async (name) => {
    const { archivo } = await exportRows(world, name);
    if (process.platform !== 'win32') expect(statSync(archivo).mode & 0o777).toBe(0o600);
    await expect(exportRows(world, name)).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
  });

  test.each([
    ['x.pdf', 'USO'],
    ['x', 'USO'],
    ['no-esta/x.xlsx', 'CARPETA_SIN_PERMISO'],
    ['no-esta/x.csv', 'CARPETA_SIN_PERMISO'],
  ])('to %s is refused with %s', async (name, code) => {
    await expect(exportRows(world, name)).rejects.toMatchObject({ code });
  });
});

describe('exporting what the screen shows', () => {
  const withOrder = {
    filtros: [{ campo: 'importe', op: 'mayor' as const, valor: '20000.00' }],
    texto: 'espiga',
    orden: { campo: 'importe', desc: true },
  };

  test('the rows of the filter, in its order, with its columns in theirs', async () => {
    const columns = ['importe', 'comprobante', 'comercio'];
    const { filas } = await ask(world, { ...withOrder, columnas: columns, limite: 0 });
    expect(Object.keys(filas[0] ?? {})).toEqual(columns);
    const { archivo, leeme } = await exportRows(world, 'pantalla.csv', { ...withOrder, columnas: columns });
    const [header, ...lines] = readFileSync(archivo, 'utf8').split('\r\n');
    expect(header).toBe('\uFEFFImporte;Comprobante;Comercio');
    expect(lines).toEqual([
      ...filas.map(
        (row) => `${String(row['importe']).replace('.', ',')};${String(row['comprobante'])};${String(row['comercio'])}`,
      ),
      '',
    ]);
    expect(readFileSync(leeme ?? '', 'utf8')).toContain('importe > $\u{a0}20.000,00 · con «espiga»');
  });

  test('fewer rows than the filter has are told to be the first ones', async () => {
    const { archivo, leeme, filas } = await exportRows(world, 'pocas.csv', { limite: 3 });
    expect(filas).toBe(3);
    const importes = readFileSync(archivo, 'utf8').split('\r\n').slice(1, 4).map((line) => line.split(';')[11]); // prettier-ignore
    const sum = importes.reduce((total, importe) => total + Number(importe?.replace(',', '')), 0);
    const said = readFileSync(leeme ?? '', 'utf8');
    expect(said).toContain('· a lo sumo 3 filas');
    // The sums are of the three exported rows, not of the filter.
    expect(said).toContain(`Importe: ${formatPesos(BigInt(sum))}`);
  });

  test('the detail of settlements goes whole: in sheets of a workbook, in a column of a text', async () => {
    const { filas } = await ask(world, { vista: 'liquidaciones', detalle: true, limite: 0 });
    const sales = filas.flatMap((row) => (row['detalle'] as { ventas: { importe: string }[] }).ventas);
    const { archivo } = await exportRows(world, 'l.xlsx', { vista: 'liquidaciones', detalle: true });
    const sheets = await readBook(archivo);
    expect(sheets.map(({ name }) => name)).toEqual(['Liquidaciones', 'Ventas', 'Descuentos']);
    const [, sheet] = sheets;
    const column = titlesOf(sheet).indexOf('Importe') + 1;
    const importes = sales.map((_, i) => Number(sheet?.getCell(6 + i, column).value));
    expect(importes).toEqual(sales.map(({ importe }) => Number(importe)));
    const text = await exportRows(world, 'l.csv', { vista: 'liquidaciones', detalle: true });
    const csv = readFileSync(text.archivo, 'utf8');
    expect(csv.split('\r\n')[0]).toContain(';Detalle;Otros datos;');
    expect(csv).toContain(JSON.stringify(filas[0]?.['detalle']).replaceAll('"', '""'));
  });
});
