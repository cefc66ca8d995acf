import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import Database from 'better-sqlite3';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { toDayNumber } from '#domain/civil-date.ts';
import { formatPesos, formatPlain } from '#domain/money.ts';
import { METODOS, type Metodo } from '#domain/vista.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { findIllegible } from '../../workbook/write/legible.ts';
import { buscarLibreOffice, hojasSegunLibreOffice } from '../../workbook/libreoffice.ts';
import { unMundo, type Mundo } from '../sync/mundo.ts';

type Pedido = MethodParsed<'datos.consultar'>;
const pedido = (cambios: Partial<Pedido> & Pick<Pedido, 'vista'>): Pedido => ({ cuenta: undefined, ...cambios });
const PERIODO = { desde: '2026-09-01', hasta: '2026-09-30' };

const PRIMEROS: Metodo[] = ['comercios', 'operaciones', 'liquidaciones'];

/** September, with the service gone: what is asked can only come from here. */
async function conDatos(): Promise<Mundo> {
  const mundo = await unMundo();
  await mundo.sincronizar({ ...PERIODO, metodos: PRIMEROS });
  await mundo.sandbox.close();
  return mundo;
}

describe('asking a view', () => {
  test('nothing was ever read: it is said, and no file is made', async () => {
    await using mundo = await unMundo();
    expect(await mundo.browse.consultar(pedido({ vista: 'operaciones' }))).toEqual({
      vista: 'operaciones',
      total: 0,
      filas: [],
      cobertura: { estado: 'nunca', contratado: true, desde: null, hasta: null, sincronizado: null, enDuda: 0 },
    });
  });

  test('the period is filtered by the date of the view, both ends included', async () => {
    await using mundo = await conDatos();
    const { filas, total } = await mundo.browse.consultar(
      pedido({ vista: 'operaciones', desde: dia('2026-09-10'), hasta: dia('2026-09-11'), limite: 0 }),
    );
    expect(total).toBe(filas.length);
    expect(new Set(filas.map((fila) => String(fila['fecha_venta']).slice(0, 10)))).toEqual(
      new Set(['2026-09-10', '2026-09-11']),
    );
  });

  test('a limit cuts the rows, not the total', async () => {
    await using mundo = await conDatos();
    const { filas, total, siguiente } = await mundo.browse.consultar(pedido({ vista: 'operaciones', limite: 3 }));
    expect(filas).toHaveLength(3);
    expect(total).toBeGreaterThan(3);
    const otra = await mundo.browse.consultar(
      pedido({ vista: 'operaciones', limite: 3, ...(siguiente === undefined ? {} : { despues: [...siguiente] }) }),
    );
    expect(otra.filas[0]).not.toEqual(filas[0]);
  });

  test('the same field twice is or, another field is and', async () => {
    await using mundo = await conDatos();
    const todas = (await mundo.browse.consultar(pedido({ vista: 'operaciones', limite: 0 }))).filas;
    const [a, b] = [...new Set(todas.map((fila) => String(fila['marca'])))];
    const filtros = [
      { campo: 'marca', valor: a ?? '' },
      { campo: 'marca', valor: b ?? '' },
      { campo: 'cuotas', valor: '1' },
    ];
    const { total } = await mundo.browse.consultar(pedido({ vista: 'operaciones', filtros }));
    const esperadas = todas.filter((fila) => (fila['marca'] === a || fila['marca'] === b) && fila['cuotas'] === '1');
    expect(total).toBe(esperadas.length);
    expect(total).toBeGreaterThan(0);
  });

  test('an amount is asked for as the documents write it', async () => {
    await using mundo = await conDatos();
    const [primera] = (await mundo.browse.consultar(pedido({ vista: 'operaciones' }))).filas;
    const valor = String(primera?.['importe']);
    const { filas } = await mundo.browse.consultar(
      pedido({ vista: 'operaciones', filtros: [{ campo: 'importe', valor }] }),
    );
    expect(filas).toContainEqual(primera);
  });

  test.each([
    [{ filtros: [{ campo: 'inventado', valor: '1' }] }],
    [{ filtros: [{ campo: 'importe', valor: 'mucho' }] }],
    [{ orden: { campo: 'inventado', desc: false } }],
    [{ campoFecha: 'tarjeta' }],
  ])('what the view does not have is a wrong call (%j)', async (cambios) => {
    await using mundo = await conDatos();
    await expect(mundo.browse.consultar(pedido({ vista: 'operaciones', ...cambios }))).rejects.toMatchObject({
      code: 'USO',
    });
  });

  test('the order is the one asked for', async () => {
    await using mundo = await conDatos();
    const { filas } = await mundo.browse.consultar(
      pedido({ vista: 'operaciones', orden: { campo: 'importe', desc: true }, limite: 0 }),
    );
    const importes = filas.map((fila) => Number(fila['importe']));
    expect(importes).toEqual(importes.toSorted((a, b) => b - a));
  });

  test('totals of the filter are those of its rows', async () => {
    await using mundo = await conDatos();
    const { filas, totales } = await mundo.browse.consultar(
      pedido({ vista: 'liquidaciones', limite: 0, totales: true }),
    );
    const centavos = filas.reduce((suma, fila) => suma + BigInt(String(fila['total_acreditado']).replace('.', '')), 0n);
    expect(totales?.['total_acreditado']?.replace('.', '')).toBe(String(centavos));
  });

  test('the detail comes only when it is asked for', async () => {
    await using mundo = await conDatos();
    const [sin] = (await mundo.browse.consultar(pedido({ vista: 'liquidaciones' }))).filas;
    const [con] = (await mundo.browse.consultar(pedido({ vista: 'liquidaciones', detalle: true }))).filas;
    expect(sin).not.toHaveProperty('detalle');
    expect(con?.['detalle']).toMatchObject({ ventas: expect.any(Array), descuentos: expect.any(Array) });
  });
});

describe('coverage', () => {
  const estado = async (mundo: Mundo, cambios: Partial<Pedido> = {}): Promise<string> =>
    (await mundo.browse.consultar(pedido({ vista: 'operaciones', ...cambios }))).cobertura.estado;

  test('is of the period that is asked', async () => {
    await using mundo = await conDatos();
    expect(await estado(mundo)).toBe('al_dia');
    expect(await estado(mundo, { desde: dia('2026-09-05'), hasta: dia('2026-09-20') })).toBe('al_dia');
    expect(await estado(mundo, { desde: dia('2026-08-20'), hasta: dia('2026-09-20') })).toBe('parcial');
    expect(await estado(mundo, { desde: dia('2026-09-20'), hasta: dia('2026-10-02') })).toBe('parcial');
    expect(await estado(mundo, { desde: dia('2025-01-01'), hasta: dia('2025-01-31') })).toBe('nunca');
  });

  test('by another date than the one that was read is partial', async () => {
    await using mundo = await conDatos();
    expect(await estado(mundo, { campoFecha: 'fecha_presentacion', desde: dia('2026-09-05') })).toBe('parcial');
  });

  test('gets old', async () => {
    await using mundo = await conDatos();
    mundo.clock.advance(25 * 3_600_000);
    expect(await estado(mundo)).toBe('desactualizada');
  });

  test('of what has no date ignores dates', async () => {
    await using mundo = await conDatos();
    const { cobertura, total } = await mundo.browse.consultar(pedido({ vista: 'comercios', desde: dia('2030-01-01') }));
    expect({ estado: cobertura.estado, total }).toEqual({ estado: 'al_dia', total: 5 });
  });
});

describe('exporting', () => {
  const exportar = async (mundo: Mundo, nombre: string, cambios: Partial<MethodParsed<'datos.exportar'>> = {}) =>
    mundo.browse.exportar(
      { cuenta: undefined, vista: 'operaciones', salida: path.join(path.dirname(mundo.ruta), nombre), ...cambios },
      { signal: new AbortController().signal, onProgress: () => undefined },
    );

  test('a workbook has the rows of the filter under the stamp', async () => {
    await using mundo = await conDatos();
    const filtros = [{ campo: 'cuotas', valor: '1' }];
    const { filas } = await mundo.browse.consultar(pedido({ vista: 'operaciones', filtros, limite: 0 }));
    const { archivo, filas: escritas } = await exportar(mundo, 'o.xlsx', { filtros });
    expect(escritas).toBe(filas.length);
    const libro = new ExcelJS.Workbook();
    await libro.xlsx.readFile(archivo);
    const hoja = libro.worksheets[0];
    const sello = [1, 2, 3].map((n) => hoja?.getCell(n, 1).text).join('\n');
    expect(sello).toContain('Datos del 01/09/2026 al 30/09/2026');
    expect(sello).toContain('cuotas = 1');
    const encabezado = (hoja?.getRow(5).values as unknown[]).slice(1);
    const columna = encabezado.indexOf('Importe') + 1;
    const leidas = filas.map((_, i) => Number(hoja?.getCell(6 + i, columna).value));
    expect(leidas).toEqual(filas.map((fila) => Number(fila['importe'])));
  });

  test('a text has separators, order mark, decimal comma, and no formula', async () => {
    await using mundo = await unMundo();
    const movimiento = mundo.sandbox.datos.movimientos.find(
      ({ fecha }) => fecha === toDayNumber(dia('2026-09-07')),
    ) as { informacion: string };
    movimiento.informacion = '=HYPERLINK("x";"y")';
    await mundo.sincronizar({ ...PERIODO, metodos: ['movimientos'] });
    const { archivo, leeme, filas } = await exportar(mundo, 'm.csv', { vista: 'movimientos' });
    const texto = readFileSync(archivo, 'utf8');
    expect(texto.startsWith('\uFEFFID;Fecha;Banco;')).toBe(true);
    // A header and the rows, nothing else: what a workbook says in its heading is in a text beside it.
    expect(texto.split('\r\n')).toHaveLength(filas + 2);
    expect(texto.endsWith('\r\n')).toBe(true);
    expect(leeme).toBe(archivo.replace('.csv', '.leeme.txt'));
    const dicho = readFileSync(leeme ?? '', 'utf8');
    expect(dicho).toContain('Datos del 01/09/2026 al 30/09/2026');
    expect(dicho).toContain(`m.csv: ${String(filas)} filas`);
    expect(texto).toMatch(/;\d+,\d{2};/);
    expect(texto).toContain(`"'=HYPERLINK(""x"";""y"")"`);
  });

  test('neither a text nor what goes beside it is written over another file', async () => {
    await using mundo = await conDatos();
    writeFileSync(path.join(path.dirname(mundo.ruta), 'y.leeme.txt'), 'propio');
    await expect(exportar(mundo, 'y.csv')).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
    const nombres = readdirSync(path.dirname(mundo.ruta)).filter((nombre) => nombre.includes('y.'));
    expect(nombres).toEqual(['y.leeme.txt']);
  });

  test('amounts without their sign are added up with it, with credits and debits beside', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar({ desde: '2026-10-01', hasta: '2026-10-14', metodos: ['movimientos'] });
    const { filas, totales } = await mundo.browse.consultar(pedido({ vista: 'movimientos', limite: 0, totales: true }));
    const suma = (letra: string) =>
      filas
        .filter((fila) => fila['debito_credito'] === letra)
        .reduce((total, fila) => total + BigInt(String(fila['importe']).replace('.', '')), 0n);
    const [creditos, debitos] = [suma('C'), -suma('D')];
    expect(debitos).toBeLessThan(0n);
    const esperados = { creditos, debitos, importe_neto: creditos + debitos };
    expect(totales).toEqual(Object.fromEntries(Object.entries(esperados).map(([k, v]) => [k, formatPlain(v)])));
    const { archivo } = await exportar(mundo, 'mov.xlsx', { vista: 'movimientos' });
    const libreOffice = await buscarLibreOffice();
    const hojas = libreOffice === undefined ? undefined : await hojasSegunLibreOffice(libreOffice, archivo, path.dirname(mundo.ruta)); // prettier-ignore
    const libro = new ExcelJS.Workbook();
    await libro.xlsx.readFile(archivo);
    const hoja = libro.getWorksheet('Movimientos');
    const titulos = (hoja?.getRow(5).values as unknown[]).slice(1);
    const ultima = 6 + filas.length;
    for (const [titulo, valor] of [
      ['Créditos', creditos],
      ['Débitos', debitos],
      ['Importe neto', creditos + debitos],
    ] as const) {
      // prettier-ignore
      const columna = titulos.indexOf(titulo);
      expect(hoja?.getCell(ultima, columna + 1).result, titulo).toBe(Number(valor) / 100);
      if (hojas !== undefined)
        expect(
          hojas
            .get('Movimientos')
            ?.at(-1)
            ?.[columna]?.replace(/(\.\d)$/, '$10'),
          titulo,
        ).toBe(formatPlain(valor));
    }
    // As the service reported it, and never added up.
    expect(hoja?.getCell(ultima, titulos.indexOf('Importe') + 1).value).toBeNull();
  });

  test('a row in doubt is added up and told; a withdrawn one is listed apart and is in no sum', async () => {
    await using mundo = await conDatos();
    const db = new Database(mundo.ruta);
    const [dudosa, retirada] = db.prepare('SELECT id, importe FROM operaciones ORDER BY n LIMIT 2').all() as { id: string; importe: number }[]; // prettier-ignore
    const viva = db.prepare('SELECT sum(importe) FROM operaciones WHERE id <> ?').pluck().get(retirada?.id) as number;
    db.prepare("INSERT INTO ausencia (metodo, id, desde) VALUES ('operaciones', ?, 0)").run(dudosa?.id);
    db.prepare('UPDATE operaciones SET retirada = 0 WHERE id = ?').run(retirada?.id);
    db.close();
    const { archivo } = await exportar(mundo, 'r.xlsx', { retiradas: true, columnas: ['id', 'importe'] });
    const libro = new ExcelJS.Workbook();
    await libro.xlsx.readFile(archivo);
    const [hoja, aparte] = libro.worksheets;
    expect([hoja?.name, aparte?.name]).toEqual(['Operaciones', 'Retiradas']);
    const dudas = `En duda: 1 fila, ${formatPesos(BigInt(dudosa?.importe ?? 0))}`;
    expect([4, 5].map((n) => hoja?.getCell(n, 1).text)).toEqual([
      expect.stringContaining(dudas),
      'Retiradas: 1 fila que el servicio dejó de dar; no están en las sumas',
    ]);
    expect((hoja?.getRow(7).values as unknown[]).slice(1)).toEqual(['ID', 'Importe', 'Retirada', 'En duda']);
    const total = hoja?.getRow(hoja.rowCount);
    expect(total?.getCell(2).result).toBe(viva / 100);
    expect(aparte?.getCell('A8').value).toBe(retirada?.id);
    const csv = await exportar(mundo, 'r.csv', { retiradas: true });
    const dicho = readFileSync(csv.leeme ?? '', 'utf8');
    expect(dicho).toContain(dudas);
    expect(dicho).toContain(`Importe: ${formatPesos(BigInt(viva))}`);
    const lineas = readFileSync(csv.archivo, 'utf8').split('\r\n').map((linea) => linea.split(';')); // prettier-ignore
    const lugar = (nombre: string): number => lineas[0]?.indexOf(nombre) ?? -1;
    const de = (id: string | undefined) => lineas.find(([propio]) => propio === id);
    expect([de(dudosa?.id)?.[lugar('En duda')], de(dudosa?.id)?.[lugar('Retirada')]]).toEqual([
      '31/12/1969 21:00:00',
      '',
    ]);
    expect([de(retirada?.id)?.[lugar('En duda')], de(retirada?.id)?.[lugar('Retirada')]]).toEqual([
      '',
      '31/12/1969 21:00:00',
    ]);
  });

  test('what the service writes as text and is a number is a number in a sheet', async () => {
    await using mundo = await conDatos();
    const { archivo } = await exportar(mundo, 'n.xlsx', { columnas: ['id', 'cuotas', 'tna'] });
    const libro = new ExcelJS.Workbook();
    await libro.xlsx.readFile(archivo);
    const { filas } = await mundo.browse.consultar(pedido({ vista: 'operaciones', limite: 0 }));
    const leidas = filas.map((_, i) => [2, 3].map((columna) => libro.worksheets[0]?.getCell(6 + i, columna).value));
    expect(leidas).toEqual(filas.map(({ cuotas, tna }) => [Number(cuotas), Number(tna)]));
  });

  test('an empty list has its filter all the same', async () => {
    await using mundo = await conDatos();
    const { archivo } = await exportar(mundo, 'e.xlsx', { columnas: ['id', 'importe'], filtros: [{ campo: 'id', valor: 'x' }] }); // prettier-ignore
    const libro = new ExcelJS.Workbook();
    await libro.xlsx.readFile(archivo);
    const [hoja] = libro.worksheets;
    expect([hoja?.autoFilter, hoja?.getCell('A6').text]).toEqual(['A5:B5', 'No hay nada con ese filtro.']);
  });

  test('a total says that it lacks days or rows, in a workbook and beside a text', async () => {
    await using mundo = await conDatos();
    const noteOf = async (nombre: string, hasta: string): Promise<unknown> => {
      const { archivo } = await exportar(mundo, nombre, { desde: dia('2026-09-01'), hasta: dia(hasta) });
      const libro = new ExcelJS.Workbook();
      await libro.xlsx.readFile(archivo);
      return libro.worksheets[0]?.lastRow?.getCell(2).text;
    };
    expect(await noteOf('whole.xlsx', '2026-09-30')).toBe('');
    expect(await noteOf('parts.xlsx', '2026-10-31')).toBe('Faltan días: no es el total');
    const text = await exportar(mundo, 'parts.csv', { hasta: dia('2026-10-31') });
    expect(readFileSync(text.leeme ?? '', 'utf8')).toContain('\r\nSumas · Faltan días: no es el total\r\n');
  });

  test('no figure nor title of any view is cut in its workbook', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar(PERIODO);
    for (const vista of METODOS) {
      const { archivo } = await exportar(mundo, `${vista}.xlsx`, { vista, detalle: true });
      expect([vista, ...(await findIllegible(archivo))]).toEqual([vista]);
    }
  });

  test.each(['x.xlsx', 'x.csv'])(
    'is for who wrote it alone, and never writes over another file (%s)',
    async (nombre) => {
      await using mundo = await conDatos();
      const { archivo } = await exportar(mundo, nombre);
      if (process.platform !== 'win32') expect(statSync(archivo).mode & 0o777).toBe(0o600);
      await expect(exportar(mundo, nombre)).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
    },
  );

  test.each(['x.pdf', 'x'])('refuses another kind of file (%s)', async (nombre) => {
    await using mundo = await conDatos();
    await expect(exportar(mundo, nombre)).rejects.toMatchObject({ code: 'USO' });
  });

  test.each(['no-esta/x.xlsx', 'no-esta/x.csv'])('says that the folder is not there (%s)', async (nombre) => {
    await using mundo = await conDatos();
    await expect(exportar(mundo, nombre)).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
  });
});

describe('exporting what the screen shows', () => {
  const exportar = async (mundo: Mundo, nombre: string, cambios: Partial<MethodParsed<'datos.exportar'>>) =>
    mundo.browse.exportar(
      { cuenta: undefined, vista: 'operaciones', salida: path.join(path.dirname(mundo.ruta), nombre), ...cambios },
      { signal: new AbortController().signal, onProgress: () => undefined },
    );
  const conOrden = {
    filtros: [{ campo: 'importe', op: 'mayor' as const, valor: '20000.00' }],
    texto: 'espiga',
    orden: { campo: 'importe', desc: true },
  };

  test('the rows of the filter, in its order, with its columns in theirs', async () => {
    await using mundo = await conDatos();
    const columnas = ['importe', 'comprobante', 'comercio'];
    const { filas } = await mundo.browse.consultar(pedido({ vista: 'operaciones', ...conOrden, columnas, limite: 0 }));
    expect(Object.keys(filas[0] ?? {})).toEqual(columnas);
    const { archivo, leeme } = await exportar(mundo, 'pantalla.csv', { ...conOrden, columnas });
    const [encabezado, ...lineas] = readFileSync(archivo, 'utf8').split('\r\n');
    expect(encabezado).toBe('\uFEFFImporte;Comprobante;Comercio');
    expect(lineas).toEqual([
      ...filas.map(
        (fila) =>
          `${String(fila['importe']).replace('.', ',')};${String(fila['comprobante'])};${String(fila['comercio'])}`,
      ),
      '',
    ]);
    expect(readFileSync(leeme ?? '', 'utf8')).toContain('importe > 20000.00 · con «espiga»');
  });

  test('fewer rows than the filter has are told to be the first ones', async () => {
    await using mundo = await conDatos();
    const { archivo, leeme, filas } = await exportar(mundo, 'pocas.csv', { limite: 3 });
    expect(filas).toBe(3);
    const importes = readFileSync(archivo, 'utf8').split('\r\n').slice(1, 4).map((linea) => linea.split(';')[11]); // prettier-ignore
    const suma = importes.reduce((total, importe) => total + Number(importe?.replace(',', '')), 0);
    const dicho = readFileSync(leeme ?? '', 'utf8');
    expect(dicho).toContain('· a lo sumo 3 filas');
    // The sums are of those rows, not of the filter.
    expect(dicho).toContain(`Importe: ${formatPesos(BigInt(suma))}`);
  });

  test('the detail of settlements goes whole: in sheets of a workbook, in a column of a text', async () => {
    await using mundo = await conDatos();
    const { filas } = await mundo.browse.consultar(pedido({ vista: 'liquidaciones', detalle: true, limite: 0 }));
    const ventas = filas.flatMap((fila) => (fila['detalle'] as { ventas: { importe: string }[] }).ventas);
    const { archivo } = await exportar(mundo, 'l.xlsx', { vista: 'liquidaciones', detalle: true });
    const libro = new ExcelJS.Workbook();
    await libro.xlsx.readFile(archivo);
    expect(libro.worksheets.map(({ name }) => name)).toEqual(['Liquidaciones', 'Ventas', 'Descuentos']);
    const hoja = libro.getWorksheet('Ventas');
    const titulos = (hoja?.getRow(5).values as unknown[]).slice(1);
    const columna = titulos.indexOf('Importe') + 1;
    const importes = ventas.map((_, i) => Number(hoja?.getCell(6 + i, columna).value));
    expect(importes).toEqual(ventas.map(({ importe }) => Number(importe)));
    const texto = await exportar(mundo, 'l.csv', { vista: 'liquidaciones', detalle: true });
    const csv = readFileSync(texto.archivo, 'utf8');
    expect(csv.split('\r\n')[0]).toContain(';Detalle;Otros datos;');
    expect(csv).toContain(JSON.stringify(filas[0]?.['detalle']).replaceAll('"', '""'));
  });
});
