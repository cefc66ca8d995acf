import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWithData, type WithData } from '#app/figures/adder.ts';
import { createPapers } from '#app/papers/index.ts';
import { formatPesos } from '#domain/money.ts';
import { PAPERS, type Paper, type PaperDocument } from '#contract/checks.ts';
import { civilDay } from '../../storage/cache/support.ts';
import { findIllegible } from '../../workbook/write/legible.ts';
import { sheetOf, readWorkbook, type SheetRead } from '../../workbook/write/read-back.ts';
import { createViews, type Views } from './world.ts';
import { findReal, sumOf, type Real } from './truth.ts';

/** The clock of these tests stands on 15 October 2026. */
const FROM = '2026-08-01';
const TO = '2026-10-15';
let carpeta = '';
beforeAll(() => {
  carpeta = mkdtempSync(path.join(tmpdir(), 'papeles-'));
});
afterAll(() => {
  rmSync(carpeta, { recursive: true });
});

const context = { signal: new AbortController().signal, onProgress: () => undefined };
let ledgers = 0;
async function exportPaper(
  { papers }: Views,
  papel: Paper,
  { desde = FROM, hasta = TO } = {},
): Promise<{ document: PaperDocument; hojas: readonly SheetRead[] }> {
  const salida = path.join(carpeta, `${papel}-${String((ledgers += 1))}.xlsx`);
  const request = { cuenta: undefined, papel, desde: civilDay(desde), hasta: civilDay(hasta), salida };
  const doc = await papers.writeFile(request, context);
  return { document: doc, hojas: await readWorkbook(doc.archivo) };
}

const pesos = (centavos: number): number => centavos / 100;
/** Rows of a table under its header, as objects by the title of each column, without the totals. */
function rowsOf(hoja: SheetRead, encabezado = 5): Record<string, unknown>[] {
  const titles = (hoja.filas[encabezado - 1] ?? []).map(String);
  const cuerpo = hoja.filas.slice(encabezado, -1);
  return cuerpo.map((fila) => Object.fromEntries(titles.map((titulo, i) => [titulo, fila[i] ?? null])));
}
const totalDe = (hoja: SheetRead, titulo: string, encabezado = 5): unknown => {
  const columna = (hoja.filas[encabezado - 1] ?? []).indexOf(titulo);
  return hoja.filas.at(-1)?.[columna];
};
const groupBy = (filas: readonly Real[], clave: (fila: Real) => string): Map<string, Real[]> =>
  Map.groupBy(filas, clave);

describe('the tax workpaper', () => {
  test('has its sheets in order, and every sum is the sandbox’s, by month, processor and province', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: FROM, hasta: TO });
    const truth = findReal(looks.world.sandbox, FROM, TO);
    const { document: doc, hojas } = await exportPaper(looks, 'impuestos');
    expect(doc).toMatchObject({ papel: 'impuestos', filas: truth.length, controles: { difieren: 0 } });
    expect(hojas.map(({ nombre }) => nombre)).toEqual([
      'Resumen por mes',
      'IVA',
      'IIBB por provincia',
      'Ganancias',
      'Percepciones',
      'Retenciones',
      'Detalle',
      'Controles',
    ]);

    const iva = sheetOf(hojas, 'IVA');
    const byMarca = groupBy(truth, ({ mes, marca }) => `${mes} ${marca}`);
    expect(rowsOf(iva)).toHaveLength(byMarca.size);
    for (const fila of rowsOf(iva)) {
      const theirs = byMarca.get(`${String(fila['Mes'])} ${String(fila['Procesador'])}`) ?? [];
      const valores = Object.values(fila);
      const campos = ['impuesto_iva_105', 'impuesto_iva_21', 'imp_iva', 'retencion_iva', 'percepcion_iva'];
      expect(valores.slice(3)).toEqual(campos.map((campo) => pesos(sumOf(theirs, campo))));
      expect(fila['Comprobantes']).toBe(theirs.length);
    }

    const iibb = sheetOf(hojas, 'IIBB por provincia');
    const byProvince = groupBy(truth, ({ mes, provincia, marca }) => `${mes} ${provincia} ${marca}`);
    for (const fila of rowsOf(iibb)) {
      const [mes, provincia, marca, , retencion, perception] = Object.values(fila);
      const theirs = byProvince.get([mes, provincia, marca].map(String).join(' ')) ?? [];
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

    const detalle = sheetOf(hojas, 'Detalle');
    expect(rowsOf(detalle)).toHaveLength(truth.length);
    expect(detalle.formula(`A${String(detalle.filas.length)}`)).toMatch(/^SUBTOTAL\(103,/);
    expect(detalle.filas.at(-1)?.at(-1)).toBeCloseTo(pesos(sumOf(truth, 'total_percepciones')), 2);
  });

  test('says when it was written as a date, and no figure nor title of it is cut', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: FROM, hasta: TO });
    for (const papel of PAPERS) {
      const { document: doc, hojas } = await exportPaper(looks, papel);
      expect(await findIllegible(doc.archivo)).toEqual([]);
      const resumen = sheetOf(hojas, 'Resumen por mes');
      const fila = resumen.filas.findIndex(([label]) => label === 'Escrito el') + 1;
      expect(resumen.valor(`B${String(fila)}`)).toBeInstanceOf(Date);
      expect(resumen.getFormat(`B${String(fila)}`)).toBe('dd/mm/yyyy hh:mm:ss');
    }
  });

  test('the summary’s figures are formulas over the detail that give the sandbox’s sums', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: FROM, hasta: TO });
    const { hojas } = await exportPaper(looks, 'impuestos');
    const resumen = sheetOf(hojas, 'Resumen por mes');
    const encabezado = resumen.filas.findIndex(([primera]) => primera === 'Mes') + 1;
    const truth = findReal(looks.world.sandbox, FROM, TO);
    const cobertura = ['Completo', 'Completo', 'Solo del 01/10 al 15/10'];
    for (const [i, mes] of ['2026-08', '2026-09', '2026-10'].entries()) {
      const numero = encabezado + 1 + i;
      const fila = resumen.filas[numero - 1] ?? [];
      const theirs = truth.filter((each) => each.mes === mes);
      expect(fila.slice(0, 3)).toEqual([mes, theirs.length, pesos(sumOf(theirs, 'imp_iva'))]);
      expect(fila.at(-1)).toBe(cobertura[i]);
      expect(resumen.formula(`C${String(numero)}`)).toMatch(/^SUMIFS\('Detalle'!/);
    }
  });
});

describe('the settlements book', () => {
  test('adds up to what the sandbox settled, card by card', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: FROM, hasta: TO });
    const truth = findReal(looks.world.sandbox, FROM, TO);
    const { document: doc, hojas } = await exportPaper(looks, 'liquidaciones');
    expect(hojas.map(({ nombre }) => nombre)).toEqual([
      'Resumen por mes',
      'Por tarjeta',
      'Por provincia',
      'Detalle',
      'Controles',
    ]);
    const porTarjeta = groupBy(truth, ({ mes, marca, tarjeta }) => `${mes} ${marca} ${tarjeta}`);
    const filas = rowsOf(sheetOf(hojas, 'Por tarjeta'));
    expect(filas).toHaveLength(porTarjeta.size);
    for (const fila of filas) {
      const valores = Object.values(fila);
      const theirs = porTarjeta.get(valores.slice(0, 3).map(String).join(' ')) ?? [];
      const campos = [
        'total_facturado',
        'descontado_arancel',
        'descontado_impuesto',
        'total_descontado',
        'total_acreditado',
      ];
      expect(valores.slice(4)).toEqual(campos.map((campo) => pesos(sumOf(theirs, campo))));
    }
    const controles = rowsOf(sheetOf(hojas, 'Controles'));
    // What the summary counts are the ones of this sheet, not those of the other paper.
    const { coinciden, difieren, sinDatos } = doc.controles;
    const countWith = (estado: string): number => controles.filter(({ Estado }) => Estado === estado).length;
    expect([countWith('Coincide'), countWith('Difiere'), countWith('Sin datos')]).toEqual([
      coinciden,
      difieren,
      sinDatos,
    ]);
    expect(controles.length).toBeGreaterThan(5);
    expect(controles.some(({ Estado }) => Estado === 'Difiere')).toBe(false);
    expect(totalDe(sheetOf(hojas, 'Detalle'), 'Fecha')).toBe(truth.length);
  });
});

describe('what was not read', () => {
  test('a month that was never read is empty and says so, and the stamp says that days are missing', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: '2026-09-01', hasta: TO });
    const { document: doc, hojas } = await exportPaper(looks, 'impuestos');
    expect(doc.cobertura.estado).toBe('parcial');
    const resumen = sheetOf(hojas, 'Resumen por mes');
    const august = resumen.filas.find(([mes]) => mes === '2026-08') ?? [];
    expect(august[1] ?? null).toBeNull();
    expect(august.at(-1)).toBe('Sin datos: no se leyó');
    expect(sheetOf(hojas, 'IVA').filas[2]?.[0]).toMatch(/faltan días/);
    // Nobody takes a total for that of the period.
    const totales = ['IVA', 'Retenciones', 'Detalle'].map((nombre) => sheetOf(hojas, nombre).filas.at(-1));
    expect(totales.map((fila) => fila?.[1])).toEqual(['Falta 2026-08', 'Falta 2026-08', 'Falta 2026-08']);
    const sums = resumen.filas.filter(([primera]) => primera === 'Total');
    expect(sums.map((fila) => fila.filter((cell) => cell === 'Falta 2026-08'))).toEqual([
      ['Falta 2026-08'],
      ['Falta 2026-08'],
    ]);
  });

  test('days and rows that are missing are told in the totals too, each as what it is', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: '2026-09-10', hasta: TO });
    await looks.caches.use(looks.cuenta, (cache) => {
      const ventana = { desde: civilDay('2026-10-05'), hasta: civilDay('2026-10-05') };
      const cuando = looks.world.clock.now();
      cache.setAside({ metodo: 'impuestos', crudo: '{}', motivo: 'm', cuando, ventana });
      return Promise.resolve();
    });
    const { hojas } = await exportPaper(looks, 'impuestos', { desde: '2026-09-01' });
    const note = 'Faltan días de 2026-09; faltan filas de 2026-10';
    expect(sheetOf(hojas, 'Detalle').filas.at(-1)?.[1]).toBe(note);
    // Beside the figures, where none of them cuts it.
    expect(sheetOf(hojas, 'IVA').filas.at(-1)?.slice(-1)).toEqual([note]);
    const sums = sheetOf(hojas, 'Resumen por mes').filas.filter(([primera]) => primera === 'Total');
    // In the column of the coverage, and past the last one where there is none.
    expect(sums.map((fila) => fila.length - fila.indexOf(note))).toEqual([2, 1]);
  });

  test('rows in doubt are in the sums, told with their amounts in the summary and over each sheet', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: FROM, hasta: TO });
    // Over the header there is one line more once there is one to tell.
    const sumColumn = async (encabezado: number) => {
      const { hojas } = await exportPaper(looks, 'liquidaciones');
      return { hojas, suma: totalDe(sheetOf(hojas, 'Detalle'), 'Total acreditado', encabezado) };
    };
    const antes = await sumColumn(5);
    expect(antes.suma).toBeGreaterThan(0);
    const db = new Database(looks.world.ruta);
    const one = db.prepare("SELECT id, total_acreditado AS importe FROM liquidaciones WHERE fecha LIKE '2026-09%' AND total_acreditado > 0").get() as { id: string; importe: number }; // prettier-ignore
    db.prepare("INSERT INTO ausencia (metodo, id, desde) VALUES ('liquidaciones', ?, 0)").run(one.id);
    db.close();
    const { hojas, suma: despues } = await sumColumn(6);
    expect(despues).toBe(antes.suma);
    const importe = formatPesos(BigInt(one.importe));
    const resumen = sheetOf(hojas, 'Resumen por mes');
    expect(resumen.filas.find(([mes]) => mes === '2026-09')?.at(-1)).toBe(`Completo · 1 en duda, ${importe}`);
    expect(resumen.filas.find(([label]) => label === 'En duda')?.[1]).toContain(`1 fila, ${importe}.`);
    expect(sheetOf(hojas, 'Por tarjeta').filas[3]?.[0]).toContain(`En duda: 1 fila, ${importe}.`);
  });

  test('with nothing read there is still a workbook, without a figure', async () => {
    await using looks = await createViews();
    const { document: doc, hojas } = await exportPaper(looks, 'liquidaciones');
    expect(doc).toMatchObject({ filas: 0, cobertura: { estado: 'nunca' } });
    expect(sheetOf(hojas, 'Detalle').filas.at(-1)?.[0]).toMatch(/Todavía no se bajó/);
  });
});

describe('what goes wrong', () => {
  test('a file that is there is not replaced, and one that is no workbook is refused', async () => {
    await using looks = await createViews();
    const { document: doc } = await exportPaper(looks, 'liquidaciones');
    const request = { cuenta: undefined, papel: 'liquidaciones' as const, desde: civilDay(FROM), hasta: civilDay(TO) };
    await expect(looks.papers.writeFile({ ...request, salida: doc.archivo }, context)).rejects.toMatchObject({
      code: 'SALIDA_EXISTENTE',
    });
    await expect(looks.papers.writeFile({ ...request, salida: 'papel.csv' }, context)).rejects.toMatchObject({
      code: 'USO',
    });
    await expect(
      looks.papers.writeFile({ ...request, salida: path.join(carpeta, 'no-hay', 'a.xlsx') }, context),
    ).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
  });

  test('rows that are not those that were added up leave no workbook', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: '2026-10-01', hasta: TO });
    const { cuenta, world } = looks;
    let preguntas = 0;
    // Another program writes between the sums and the rows.
    const withData: WithData = (which, job, signal) =>
      createWithData(looks.caches)(
        which,
        (data) =>
          job({
            ...data,
            sumador: {
              ...data.sumador,
              group: async (...args) => {
                const grupos = await data.sumador.group(...args);
                if ((preguntas += 1) === 1) {
                  const db = new Database(world.ruta);
                  db.exec("UPDATE impuestos SET imp_iva = imp_iva + 1 WHERE fecha >= '2026-10-01'");
                  db.close();
                }
                return grupos;
              },
            },
          }),
        signal,
      );
    const papers = createPapers({
      cuentas: { choose: () => Promise.resolve(cuenta) },
      conDatos: withData,
      clock: world.clock,
    });
    const salida = path.join(carpeta, 'inestable.xlsx');
    const request = {
      cuenta: undefined,
      papel: 'impuestos' as const,
      desde: civilDay('2026-10-01'),
      hasta: civilDay(TO),
      salida,
    };
    await expect(papers.writeFile(request, context)).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' });
    expect(existsSync(salida)).toBe(false);
  });
});
