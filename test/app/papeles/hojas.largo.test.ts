import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conDatosDe, type ConDatos } from '#app/inicio/sumador.ts';
import { createPapeles } from '#app/papeles/index.ts';
import { formatPesos } from '#domain/money.ts';
import { PAPELES, type Papel, type PapelDocumento } from '#contract/controles.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { findIllegible } from '../../workbook/write/legible.ts';
import { hojaDe, readLibro, type HojaLeida } from '../../workbook/write/libro-leido.ts';
import { unasMiradas, type Miradas } from './mundo.ts';
import { reales, suma, type Real } from './verdad.ts';

/** The clock of these tests stands on 15 October 2026. */
const DESDE = '2026-08-01';
const HASTA = '2026-10-15';
let carpeta = '';
beforeAll(() => {
  carpeta = mkdtempSync(path.join(tmpdir(), 'papeles-'));
});
afterAll(() => {
  rmSync(carpeta, { recursive: true });
});

const context = { signal: new AbortController().signal, onProgress: () => undefined };
let libros = 0;
async function exportado(
  { papeles }: Miradas,
  papel: Papel,
  { desde = DESDE, hasta = HASTA } = {},
): Promise<{ documento: PapelDocumento; hojas: readonly HojaLeida[] }> {
  const salida = path.join(carpeta, `${papel}-${String((libros += 1))}.xlsx`);
  const pedido = { cuenta: undefined, papel, desde: dia(desde), hasta: dia(hasta), salida };
  const documento = await papeles.exportar(pedido, context);
  return { documento, hojas: await readLibro(documento.archivo) };
}

const pesos = (centavos: number): number => centavos / 100;
/** Rows of a table under its header, as objects by the title of each column, without the totals. */
function filasDe(hoja: HojaLeida, encabezado = 5): Record<string, unknown>[] {
  const titulos = (hoja.filas[encabezado - 1] ?? []).map(String);
  const cuerpo = hoja.filas.slice(encabezado, -1);
  return cuerpo.map((fila) => Object.fromEntries(titulos.map((titulo, i) => [titulo, fila[i] ?? null])));
}
const totalDe = (hoja: HojaLeida, titulo: string, encabezado = 5): unknown => {
  const columna = (hoja.filas[encabezado - 1] ?? []).indexOf(titulo);
  return hoja.filas.at(-1)?.[columna];
};
const grupos = (filas: readonly Real[], clave: (fila: Real) => string): Map<string, Real[]> =>
  Map.groupBy(filas, clave);

describe('the tax workpaper', () => {
  test('has its sheets in order, and every sum is the sandbox’s, by month, processor and province', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: DESDE, hasta: HASTA });
    const verdad = reales(miradas.mundo.sandbox, DESDE, HASTA);
    const { documento, hojas } = await exportado(miradas, 'impuestos');
    expect(documento).toMatchObject({ papel: 'impuestos', filas: verdad.length, controles: { difieren: 0 } });
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

    const iva = hojaDe(hojas, 'IVA');
    const porMarca = grupos(verdad, ({ mes, marca }) => `${mes} ${marca}`);
    expect(filasDe(iva)).toHaveLength(porMarca.size);
    for (const fila of filasDe(iva)) {
      const suyas = porMarca.get(`${String(fila['Mes'])} ${String(fila['Procesador'])}`) ?? [];
      const valores = Object.values(fila);
      const campos = ['impuesto_iva_105', 'impuesto_iva_21', 'imp_iva', 'retencion_iva', 'percepcion_iva'];
      expect(valores.slice(3)).toEqual(campos.map((campo) => pesos(suma(suyas, campo))));
      expect(fila['Comprobantes']).toBe(suyas.length);
    }

    const iibb = hojaDe(hojas, 'IIBB por provincia');
    const porProvincia = grupos(verdad, ({ mes, provincia, marca }) => `${mes} ${provincia} ${marca}`);
    for (const fila of filasDe(iibb)) {
      const [mes, provincia, marca, , retencion, percepcion] = Object.values(fila);
      const suyas = porProvincia.get([mes, provincia, marca].map(String).join(' ')) ?? [];
      expect([retencion, percepcion]).toEqual([
        pesos(suma(suyas, 'retencion_iibb')),
        pesos(suma(suyas, 'percepcion_iibb')),
      ]);
    }
    const retenciones = hojaDe(hojas, 'Retenciones');
    expect(retenciones.filas.at(-1)?.at(-1)).toBeCloseTo(pesos(suma(verdad, 'total_retenciones')), 2);
    expect(hojaDe(hojas, 'Percepciones').filas.at(-1)?.at(-1)).toBeCloseTo(
      pesos(suma(verdad, 'total_percepciones')),
      2,
    );
    expect(hojaDe(hojas, 'Ganancias').filas.at(-1)?.at(-2)).toBeCloseTo(pesos(suma(verdad, 'retencion_ganancias')), 2);

    const detalle = hojaDe(hojas, 'Detalle');
    expect(filasDe(detalle)).toHaveLength(verdad.length);
    expect(detalle.formula(`A${String(detalle.filas.length)}`)).toMatch(/^SUBTOTAL\(103,/);
    expect(detalle.filas.at(-1)?.at(-1)).toBeCloseTo(pesos(suma(verdad, 'total_percepciones')), 2);
  });

  test('says when it was written as a date, and no figure nor title of it is cut', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: DESDE, hasta: HASTA });
    for (const papel of PAPELES) {
      const { documento, hojas } = await exportado(miradas, papel);
      expect(await findIllegible(documento.archivo)).toEqual([]);
      const resumen = hojaDe(hojas, 'Resumen por mes');
      const fila = resumen.filas.findIndex(([etiqueta]) => etiqueta === 'Escrito el') + 1;
      expect(resumen.valor(`B${String(fila)}`)).toBeInstanceOf(Date);
      expect(resumen.formato(`B${String(fila)}`)).toBe('dd/mm/yyyy hh:mm:ss');
    }
  });

  test('the summary’s figures are formulas over the detail that give the sandbox’s sums', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: DESDE, hasta: HASTA });
    const { hojas } = await exportado(miradas, 'impuestos');
    const resumen = hojaDe(hojas, 'Resumen por mes');
    const encabezado = resumen.filas.findIndex(([primera]) => primera === 'Mes') + 1;
    const verdad = reales(miradas.mundo.sandbox, DESDE, HASTA);
    const cobertura = ['Completo', 'Completo', 'Solo del 01/10 al 15/10'];
    for (const [i, mes] of ['2026-08', '2026-09', '2026-10'].entries()) {
      const numero = encabezado + 1 + i;
      const fila = resumen.filas[numero - 1] ?? [];
      const suyas = verdad.filter((cada) => cada.mes === mes);
      expect(fila.slice(0, 3)).toEqual([mes, suyas.length, pesos(suma(suyas, 'imp_iva'))]);
      expect(fila.at(-1)).toBe(cobertura[i]);
      expect(resumen.formula(`C${String(numero)}`)).toMatch(/^SUMIFS\('Detalle'!/);
    }
  });
});

describe('the settlements book', () => {
  test('adds up to what the sandbox settled, card by card', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: DESDE, hasta: HASTA });
    const verdad = reales(miradas.mundo.sandbox, DESDE, HASTA);
    const { documento, hojas } = await exportado(miradas, 'liquidaciones');
    expect(hojas.map(({ nombre }) => nombre)).toEqual([
      'Resumen por mes',
      'Por tarjeta',
      'Por provincia',
      'Detalle',
      'Controles',
    ]);
    const porTarjeta = grupos(verdad, ({ mes, marca, tarjeta }) => `${mes} ${marca} ${tarjeta}`);
    const filas = filasDe(hojaDe(hojas, 'Por tarjeta'));
    expect(filas).toHaveLength(porTarjeta.size);
    for (const fila of filas) {
      const valores = Object.values(fila);
      const suyas = porTarjeta.get(valores.slice(0, 3).map(String).join(' ')) ?? [];
      const campos = [
        'total_facturado',
        'descontado_arancel',
        'descontado_impuesto',
        'total_descontado',
        'total_acreditado',
      ];
      expect(valores.slice(4)).toEqual(campos.map((campo) => pesos(suma(suyas, campo))));
    }
    const controles = filasDe(hojaDe(hojas, 'Controles'));
    // What the summary counts are the ones of this sheet, not those of the other paper.
    const { coinciden, difieren, sinDatos } = documento.controles;
    const cuantos = (estado: string): number => controles.filter(({ Estado }) => Estado === estado).length;
    expect([cuantos('Coincide'), cuantos('Difiere'), cuantos('Sin datos')]).toEqual([coinciden, difieren, sinDatos]);
    expect(controles.length).toBeGreaterThan(5);
    expect(controles.some(({ Estado }) => Estado === 'Difiere')).toBe(false);
    expect(totalDe(hojaDe(hojas, 'Detalle'), 'Fecha')).toBe(verdad.length);
  });
});

describe('what was not read', () => {
  test('a month that was never read is empty and says so, and the stamp says that days are missing', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: '2026-09-01', hasta: HASTA });
    const { documento, hojas } = await exportado(miradas, 'impuestos');
    expect(documento.cobertura.estado).toBe('parcial');
    const resumen = hojaDe(hojas, 'Resumen por mes');
    const agosto = resumen.filas.find(([mes]) => mes === '2026-08') ?? [];
    expect(agosto[1] ?? null).toBeNull();
    expect(agosto.at(-1)).toBe('Sin datos: no se leyó');
    expect(hojaDe(hojas, 'IVA').filas[2]?.[0]).toMatch(/faltan días/);
    // Nobody takes a total for that of the period.
    const totales = ['IVA', 'Retenciones', 'Detalle'].map((nombre) => hojaDe(hojas, nombre).filas.at(-1));
    expect(totales.map((fila) => fila?.[1])).toEqual(['Falta 2026-08', 'Falta 2026-08', 'Falta 2026-08']);
    const sumas = resumen.filas.filter(([primera]) => primera === 'Total');
    expect(sumas.map((fila) => fila.filter((celda) => celda === 'Falta 2026-08'))).toEqual([
      ['Falta 2026-08'],
      ['Falta 2026-08'],
    ]);
  });

  test('days and rows that are missing are told in the totals too, each as what it is', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: '2026-09-10', hasta: HASTA });
    await miradas.caches.usar(miradas.cuenta, (cache) => {
      const ventana = { desde: dia('2026-10-05'), hasta: dia('2026-10-05') };
      const cuando = miradas.mundo.clock.now();
      cache.apartar({ metodo: 'impuestos', crudo: '{}', motivo: 'm', cuando, ventana });
      return Promise.resolve();
    });
    const { hojas } = await exportado(miradas, 'impuestos', { desde: '2026-09-01' });
    const note = 'Faltan días de 2026-09; faltan filas de 2026-10';
    expect(hojaDe(hojas, 'Detalle').filas.at(-1)?.[1]).toBe(note);
    // Beside the figures, where none of them cuts it.
    expect(hojaDe(hojas, 'IVA').filas.at(-1)?.slice(-1)).toEqual([note]);
    const sumas = hojaDe(hojas, 'Resumen por mes').filas.filter(([primera]) => primera === 'Total');
    // In the column of the coverage, and past the last one where there is none.
    expect(sumas.map((fila) => fila.length - fila.indexOf(note))).toEqual([2, 1]);
  });

  test('rows in doubt are in the sums, told with their amounts in the summary and over each sheet', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: DESDE, hasta: HASTA });
    // Over the header there is one line more once there is one to tell.
    const sumaDe = async (encabezado: number) => {
      const { hojas } = await exportado(miradas, 'liquidaciones');
      return { hojas, suma: totalDe(hojaDe(hojas, 'Detalle'), 'Total acreditado', encabezado) };
    };
    const antes = await sumaDe(5);
    expect(antes.suma).toBeGreaterThan(0);
    const db = new Database(miradas.mundo.ruta);
    const una = db.prepare("SELECT id, total_acreditado AS importe FROM liquidaciones WHERE fecha LIKE '2026-09%' AND total_acreditado > 0").get() as { id: string; importe: number }; // prettier-ignore
    db.prepare("INSERT INTO ausencia (metodo, id, desde) VALUES ('liquidaciones', ?, 0)").run(una.id);
    db.close();
    const { hojas, suma: despues } = await sumaDe(6);
    expect(despues).toBe(antes.suma);
    const importe = formatPesos(BigInt(una.importe));
    const resumen = hojaDe(hojas, 'Resumen por mes');
    expect(resumen.filas.find(([mes]) => mes === '2026-09')?.at(-1)).toBe(`Completo · 1 en duda, ${importe}`);
    expect(resumen.filas.find(([etiqueta]) => etiqueta === 'En duda')?.[1]).toContain(`1 fila, ${importe}.`);
    expect(hojaDe(hojas, 'Por tarjeta').filas[3]?.[0]).toContain(`En duda: 1 fila, ${importe}.`);
  });

  test('with nothing read there is still a workbook, without a figure', async () => {
    await using miradas = await unasMiradas();
    const { documento, hojas } = await exportado(miradas, 'liquidaciones');
    expect(documento).toMatchObject({ filas: 0, cobertura: { estado: 'nunca' } });
    expect(hojaDe(hojas, 'Detalle').filas.at(-1)?.[0]).toMatch(/Todavía no se bajó/);
  });
});

describe('what goes wrong', () => {
  test('a file that is there is not replaced, and one that is no workbook is refused', async () => {
    await using miradas = await unasMiradas();
    const { documento } = await exportado(miradas, 'liquidaciones');
    const pedido = { cuenta: undefined, papel: 'liquidaciones' as const, desde: dia(DESDE), hasta: dia(HASTA) };
    await expect(miradas.papeles.exportar({ ...pedido, salida: documento.archivo }, context)).rejects.toMatchObject({
      code: 'SALIDA_EXISTENTE',
    });
    await expect(miradas.papeles.exportar({ ...pedido, salida: 'papel.csv' }, context)).rejects.toMatchObject({
      code: 'USO',
    });
    await expect(
      miradas.papeles.exportar({ ...pedido, salida: path.join(carpeta, 'no-hay', 'a.xlsx') }, context),
    ).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
  });

  test('rows that are not those that were added up leave no workbook', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: '2026-10-01', hasta: HASTA });
    const { cuenta, mundo } = miradas;
    let preguntas = 0;
    // Another program writes between the sums and the rows.
    const conDatos: ConDatos = (cual, trabajo, signal) =>
      conDatosDe(miradas.caches)(
        cual,
        (datos) =>
          trabajo({
            ...datos,
            sumador: {
              ...datos.sumador,
              agrupar: async (...args) => {
                const grupos = await datos.sumador.agrupar(...args);
                if ((preguntas += 1) === 1) {
                  const db = new Database(mundo.ruta);
                  db.exec("UPDATE impuestos SET imp_iva = imp_iva + 1 WHERE fecha >= '2026-10-01'");
                  db.close();
                }
                return grupos;
              },
            },
          }),
        signal,
      );
    const papeles = createPapeles({ cuentas: { elegir: () => Promise.resolve(cuenta) }, conDatos, clock: mundo.clock });
    const salida = path.join(carpeta, 'inestable.xlsx');
    const pedido = {
      cuenta: undefined,
      papel: 'impuestos' as const,
      desde: dia('2026-10-01'),
      hasta: dia(HASTA),
      salida,
    };
    await expect(papeles.exportar(pedido, context)).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' });
    expect(existsSync(salida)).toBe(false);
  });
});
