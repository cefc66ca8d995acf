import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { createWithData, type WithData } from '#app/figures/adder.ts';
import { createPapers } from '#app/papers/index.ts';
import { formatPesos } from '#domain/money.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { PAPERS, type Paper, type PaperDocument } from '#contract/checks.ts';
import { context } from '../context.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { findLibreOffice, findTroubleOnPaper } from '../../workbook/libreoffice.ts';
import { findIllegible } from '../../workbook/write/legible.ts';
import { sheetOf, readWorkbook, type SheetRead } from '../../workbook/write/read-back.ts';
import { createViews, type Views } from './world.ts';
import { findReal, sumOf, type Real } from './truth.ts';

const program = await findLibreOffice();

/** The clock of these tests stands on 15 October 2026. */
const FROM = '2026-08-01';
const TO = '2026-10-15';

const looks = await createViews();
afterAll(() => looks[Symbol.asyncDispose]());
await looks.world.synchronise({ desde: FROM, hasta: TO });

async function exportPaper(
  { papers }: Views,
  paper: Paper,
  { desde = FROM, hasta = TO } = {},
): Promise<{ document: PaperDocument; hojas: readonly SheetRead[] }> {
  const output = path.join(createTemporaryFolder(), `${paper}.xlsx`);
  const request = { cuenta: undefined, papel: paper, desde: civilDay(desde), hasta: civilDay(hasta), salida: output };
  const doc = await papers.exportar(request, context);
  return { document: doc, hojas: await readWorkbook(doc.archivo) };
}

const pesos = (centavos: number): number => centavos / 100;
/** Rows of a table under its header, as objects by the title of each column, without the totals. */
function rowsOf(sheet: SheetRead, header = 5): Record<string, unknown>[] {
  const titles = (sheet.filas[header - 1] ?? []).map(String);
  const body = sheet.filas.slice(header, -1);
  return body.map((row) => Object.fromEntries(titles.map((title, i) => [title, row[i] ?? null])));
}
const totalOf = (sheet: SheetRead, title: string, header = 5): unknown => {
  const column = (sheet.filas[header - 1] ?? []).indexOf(title);
  return sheet.filas.at(-1)?.[column];
};
const groupBy = (rows: readonly Real[], getKey: (row: Real) => string): Map<string, Real[]> =>
  Map.groupBy(rows, getKey);

describe('the tax workpaper', () => {
  test('has its sheets in order, and every sum is the sandbox’s, by month, processor and jurisdiction', async () => {
    const truth = findReal(looks.world.sandbox, FROM, TO);
    const { document: doc, hojas } = await exportPaper(looks, 'impuestos');
    expect(doc).toMatchObject({ papel: 'impuestos', filas: truth.length, controles: { difieren: 0 } });
    expect(hojas.map(({ nombre }) => nombre)).toEqual([
      'Resumen por mes',
      'IVA',
      'Ganancias',
      'Percepciones',
      'Retenciones',
      'IIBB por jurisdicción',
      'Detalle',
      'Controles',
    ]);

    const iva = sheetOf(hojas, 'IVA');
    const byMarca = groupBy(truth, ({ mes, marca }) => `${mes} ${marca}`);
    expect(rowsOf(iva)).toHaveLength(byMarca.size);
    for (const row of rowsOf(iva)) {
      const theirs = byMarca.get(`${String(row['Mes'])} ${String(row['Procesador'])}`) ?? [];
      const values = Object.values(row);
      const fields = ['impuesto_iva_105', 'impuesto_iva_21', 'imp_iva', 'retencion_iva', 'percepcion_iva'];
      expect(values.slice(3)).toEqual(fields.map((field) => pesos(sumOf(theirs, field))));
      expect(row['Comprobantes']).toBe(theirs.length);
    }

    const iibb = sheetOf(hojas, 'IIBB por jurisdicción');
    const byProvince = groupBy(truth, ({ mes, provincia, marca }) => `${mes} ${provincia} ${marca}`);
    for (const row of rowsOf(iibb)) {
      const [month, jurisdiction, marca, retencion, perception] = Object.values(row);
      const province = String(jurisdiction).slice('921 '.length);
      const theirs = byProvince.get([month, province, marca].map(String).join(' ')) ?? [];
      expect([retencion, perception]).toEqual([
        pesos(sumOf(theirs, 'retencion_iibb')),
        pesos(sumOf(theirs, 'percepcion_iibb')),
      ]);
    }
    const retenciones = sheetOf(hojas, 'Retenciones');
    expect(retenciones.filas.at(-1)?.at(-1)).toBeCloseTo(pesos(sumOf(truth, 'total_retenciones')), 2);
    expect(sheetOf(hojas, 'Percepciones').filas.at(-1)?.at(-1)).toBeCloseTo(
      pesos(sumOf(truth, 'total_percepciones')),
      2,
    );
    expect(sheetOf(hojas, 'Ganancias').filas.at(-1)?.at(-2)).toBeCloseTo(pesos(sumOf(truth, 'retencion_ganancias')), 2);

    const detail = sheetOf(hojas, 'Detalle');
    expect(rowsOf(detail)).toHaveLength(truth.length);
    expect(detail.formula(`A${String(detail.filas.length)}`)).toMatch(/^SUBTOTAL\(103,/);
    expect(detail.filas.at(-1)?.at(-1)).toBeCloseTo(pesos(sumOf(truth, 'total_percepciones')), 2);
  });

  test('says when it was written as a date, and no figure nor title of it is cut', async () => {
    for (const paper of PAPERS) {
      const { document: doc, hojas } = await exportPaper(looks, paper);
      expect(await findIllegible(doc.archivo)).toEqual([]);
      expect(await findTroubleOnPaper(program, doc.archivo, createTemporaryFolder())).toEqual([]);
      const summary = sheetOf(hojas, 'Resumen por mes');
      const row = summary.filas.findIndex(([label]) => label === 'Escrito el') + 1;
      expect(summary.valueAt(`B${String(row)}`)).toBeInstanceOf(Date);
      expect(summary.getFormat(`B${String(row)}`)).toBe('dd/mm/yyyy hh:mm');
    }
  });

  test('the summary’s figures are formulas over the detail that give the sandbox’s sums', async () => {
    const { hojas } = await exportPaper(looks, 'impuestos');
    const summary = sheetOf(hojas, 'Resumen por mes');
    const header = summary.filas.findIndex(([first]) => first === 'Mes') + 1;
    const truth = findReal(looks.world.sandbox, FROM, TO);
    const coverage = ['Completo', 'Completo', 'Solo del 01/10 al 15/10'];
    for (const [i, month] of ['2026-08', '2026-09', '2026-10'].entries()) {
      const number = header + 1 + i;
      const row = summary.filas[number - 1] ?? [];
      const theirs = truth.filter((each) => each.mes === month);
      expect(row.slice(0, 3)).toEqual([month, theirs.length, pesos(sumOf(theirs, 'imp_iva'))]);
      expect(row.at(-1)).toBe(coverage[i]);
      expect(summary.formula(`C${String(number)}`)).toMatch(/^SUMIFS\('Detalle'!/);
    }
  });
});

test('the settlements book adds up to what the sandbox settled, card by card', async () => {
  const truth = findReal(looks.world.sandbox, FROM, TO);
  const { document: doc, hojas } = await exportPaper(looks, 'liquidaciones');
  expect(hojas.map(({ nombre }) => nombre)).toEqual([
    'Resumen por mes',
    'Por tarjeta',
    'Por provincia',
    'Detalle',
    'Controles',
  ]);
  const byTarjeta = groupBy(truth, ({ mes, marca, tarjeta }) => `${mes} ${marca} ${tarjeta}`);
  const rows = rowsOf(sheetOf(hojas, 'Por tarjeta'));
  expect(rows).toHaveLength(byTarjeta.size);
  for (const row of rows) {
    const values = Object.values(row);
    const theirs = byTarjeta.get(values.slice(0, 3).map(String).join(' ')) ?? [];
    const fields = {
      'Total facturado': 'total_facturado',
      'Descontado arancel': 'descontado_arancel',
      'Descontado impuesto': 'descontado_impuesto',
      'Total descontado': 'total_descontado',
      'Total acreditado': 'total_acreditado',
    };
    for (const [title, field] of Object.entries(fields)) expect(row[title], title).toBe(pesos(sumOf(theirs, field)));
    // Every part of the deducted total is a column.
    const parts = values.slice(5, -2).reduce<number>((sum, part) => sum + Number(part), 0);
    expect(parts).toBeCloseTo(Number(row['Total descontado']), 6);
  }
  const checks = rowsOf(sheetOf(hojas, 'Controles'));
  // The summary counts the checks of this sheet, not of the other paper.
  const { coinciden, difieren, sinDatos } = doc.controles;
  const countWith = (state: string): number => checks.filter(({ Estado }) => Estado === state).length;
  expect([countWith('Coincide'), countWith('Difiere'), countWith('Sin datos')]).toEqual([
    coinciden,
    difieren,
    sinDatos,
  ]);
  expect(checks.length).toBeGreaterThan(5);
  expect(checks.some(({ Estado }) => Estado === 'Difiere')).toBe(false);
  expect(totalOf(sheetOf(hojas, 'Detalle'), 'Fecha')).toBe(truth.length);
});

describe('what was not read', () => {
  test('a month that was never read is empty and says so, and the stamp says that days are missing', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: '2026-09-01', hasta: TO });
    const { document: doc, hojas } = await exportPaper(looks, 'impuestos');
    expect(doc.cobertura.estado).toBe('parcial');
    const summary = sheetOf(hojas, 'Resumen por mes');
    const august = summary.filas.find(([month]) => month === '2026-08') ?? [];
    expect(august[1] ?? null).toBeNull();
    expect(august.at(-1)).toBe('Sin datos: no se leyó');
    expect(sheetOf(hojas, 'IVA').filas[2]?.[0]).toMatch(/faltan días/);
    // The total of an incomplete period names the missing month.
    const totals = ['IVA', 'Retenciones', 'Detalle'].map((name) => sheetOf(hojas, name).filas.at(-1));
    expect(totals.map((row) => row?.[1])).toEqual(['Falta 2026-08', 'Falta 2026-08', 'Falta 2026-08']);
    const sums = summary.filas.filter(([first]) => first === 'Total');
    expect(sums.map((row) => row.filter((cell) => cell === 'Falta 2026-08'))).toEqual([
      ['Falta 2026-08'],
      ['Falta 2026-08'],
    ]);
  });

  test('days and rows that are missing are told in the totals too, each as what it is', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: '2026-09-10', hasta: TO });
    await looks.caches.use(looks.cuenta, (cache) => {
      const window = { desde: civilDay('2026-10-05'), hasta: civilDay('2026-10-05') };
      const when = looks.world.clock.now();
      cache.setAside({ metodo: 'impuestos', crudo: '{}', problemas: [], cuando: when, ventana: window });
      return Promise.resolve();
    });
    const { hojas } = await exportPaper(looks, 'impuestos', { desde: '2026-09-01' });
    const note = 'Faltan días de 2026-09; faltan filas de 2026-10';
    expect(sheetOf(hojas, 'Detalle').filas.at(-1)?.[1]).toBe(note);
    // The note stands beside the figures, where no figure cuts it off.
    expect(sheetOf(hojas, 'IVA').filas.at(-1)?.slice(-1)).toEqual([note]);
    const sums = sheetOf(hojas, 'Resumen por mes').filas.filter(([first]) => first === 'Total');
    // The note is in the column of the coverage or, without that column, past the last column.
    expect(sums.map((row) => row.length - row.indexOf(note))).toEqual([2, 1]);
  });

  test('rows in doubt are in the sums, told with their amounts in the summary and over each sheet', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: FROM, hasta: TO });
    // With rows in doubt, one more line is above the header.
    const sumColumn = async (header: number) => {
      const { hojas } = await exportPaper(looks, 'liquidaciones');
      return { hojas, suma: totalOf(sheetOf(hojas, 'Detalle'), 'Total acreditado', header) };
    };
    const before = await sumColumn(5);
    expect(before.suma).toBeGreaterThan(0);
    const db = new Database(looks.world.ruta);
    const one = db.prepare("SELECT id, total_acreditado AS importe FROM liquidaciones WHERE fecha LIKE '2026-09%' AND total_acreditado > 0").get() as { id: string; importe: number }; // prettier-ignore
    db.prepare("INSERT INTO ausencia (metodo, id, desde) VALUES ('liquidaciones', ?, 0)").run(one.id);
    db.close();
    const { hojas, suma: after } = await sumColumn(6);
    expect(after).toBe(before.suma);
    const importe = formatPesos(BigInt(one.importe));
    const summary = sheetOf(hojas, 'Resumen por mes');
    expect(summary.filas.find(([month]) => month === '2026-09')?.at(-1)).toBe(`Completo · 1 en duda, ${importe}`);
    expect(summary.filas.find(([label]) => label === 'En duda')?.[1]).toContain(`1 fila, ${importe}.`);
    expect(sheetOf(hojas, 'Por tarjeta').filas[3]?.[0]).toContain(`En duda: 1 fila, ${importe}.`);
  });
});

describe('what goes wrong', () => {
  test('a file that is there is not replaced, and one that is no workbook is refused', async () => {
    await using looks = await createViews();
    const { document: doc } = await exportPaper(looks, 'liquidaciones');
    const request = { cuenta: undefined, papel: 'liquidaciones' as const, desde: civilDay(FROM), hasta: civilDay(TO) };
    await expect(looks.papers.exportar({ ...request, salida: doc.archivo }, context)).rejects.toMatchObject({
      code: 'SALIDA_EXISTENTE',
    });
    await expect(looks.papers.exportar({ ...request, salida: 'papel.csv' }, context)).rejects.toMatchObject({
      code: 'USO',
    });
    await expect(
      looks.papers.exportar({ ...request, salida: path.join(createTemporaryFolder(), 'no-hay', 'a.xlsx') }, context),
    ).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
  });

  test('rows that are not those that were added up leave no workbook', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: '2026-10-01', hasta: TO });
    const { cuenta, world } = looks;
    // The sums lack a row, as when another program writes after them and before the rows.
    const withData: WithData = (which, job, signal) =>
      createWithData(looks.caches)(
        which,
        (data) =>
          job({
            ...data,
            sumador: {
              ...data.sumador,
              group: async (...args) => {
                const groups = await data.sumador.group(...args);
                const [{ metodo }, { sumas }] = args;
                return metodo === 'impuestos' && sumas.length > 0 ? groups.slice(1) : groups;
              },
            },
          }),
        signal,
      );
    const papers = createPapers({
      accounts: { choose: () => Promise.resolve(cuenta) },
      withData,
      clock: world.clock,
      folder: getDataFolder(path.dirname(path.dirname(path.dirname(world.ruta)))),
    });
    const output = path.join(createTemporaryFolder(), 'inestable.xlsx');
    const request = {
      cuenta: undefined,
      papel: 'impuestos' as const,
      desde: civilDay('2026-10-01'),
      hasta: civilDay(TO),
      salida: output,
    };
    await expect(papers.exportar(request, context)).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' });
    expect(existsSync(output)).toBe(false);
  });
});
