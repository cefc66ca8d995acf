import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeInforme } from '#app/reports/write-informe.ts';
import { hojaDe, readLibro } from '../../workbook/write/libro-leido.ts';
import { aCuponInforme, aFuente, fecha } from './fuente.ts';

const run = promisify(execFile);

async function soffice(): Promise<string | undefined> {
  for (const name of ['soffice', 'libreoffice']) {
    try {
      await run(name, ['--version']);
      return name;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return undefined;
}

const program = await soffice();
if (program === undefined && process.env['CONCILIADOR_EXIGE_LIBREOFFICE'] === '1') {
  throw new Error('LibreOffice is required here (CONCILIADOR_EXIGE_LIBREOFFICE=1) and is not installed');
}
if (program === undefined)
  process.stderr.write('Skipped: LibreOffice is not installed, its reading of the report is not compared\n');

let carpeta = '';
beforeAll(async () => {
  carpeta = await mkdtemp(path.join(tmpdir(), 'informe-lo-'));
});
afterAll(() => rm(carpeta, { recursive: true }));

const DISPOSICIONES = ['conciliado', 'sin_conciliar', 'no_informado', 'existente'] as const;

/** LibreOffice believes the cached values of a workbook unless its profile says otherwise. */
const RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** Every sheet as rows of text, formulas calculated again: amounts plain, dates as shown. */
async function converted(archivo: string, name: string): Promise<Map<string, string[][]>> {
  const salida = path.join(carpeta, 'csv');
  await mkdir(path.join(carpeta, 'perfil', 'user'), { recursive: true });
  await writeFile(path.join(carpeta, 'perfil', 'user', 'registrymodifications.xcu'), RECALCULATE);
  const perfil = `-env:UserInstallation=file://${path.join(carpeta, 'perfil')}`;
  const filtro = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';
  await run(name, [perfil, '--headless', '--convert-to', filtro, '--outdir', salida, archivo]);
  const sheets = new Map<string, string[][]>();
  for (const file of await readdir(salida)) {
    const text = await readFile(path.join(salida, file), 'utf8');
    sheets.set(path.parse(file).name.replace(/^conciliacion-123-/, ''), parse(text, { relax_column_count: true }));
  }
  return sheets;
}

test.skipIf(program === undefined)('LibreOffice reads the same rows and calculates the same totals', async () => {
  const cupones = Array.from({ length: 1500 }, (_, n) =>
    aCuponInforme({
      fila: n + 2,
      disposicion: DISPOSICIONES[n % 4] ?? 'conciliado',
      cupon: {
        fecha_venta: `2026-11-${String((n % 20) + 1).padStart(2, '0')}`,
        comprobante: String(n).padStart(8, '0'),
        referencia: n % 7 === 0 ? `=1+${String(n)}` : `ref ${String(n)}`,
        importe: `${String((n * 7919) % 100_000)}.${String(n % 100).padStart(2, '0')}`,
      },
      fechaLiq: fecha('2026-11-20'),
    }),
  );
  const archivo = await writeInforme(aFuente(cupones), {
    signal: new AbortController().signal,
    creado: 0,
    salida: { carpeta },
    maxFilas: 300,
  });
  const nuestras = await readLibro(archivo);
  const suyas = await converted(archivo, program ?? '');
  expect([...suyas.keys()].sort()).toEqual(nuestras.map(({ nombre }) => nombre).sort());
  for (const hoja of nuestras) {
    const leida = suyas.get(hoja.nombre) ?? [];
    for (const [n, fila] of hoja.filas.entries()) {
      for (const [k, valor] of fila.entries()) {
        const texto = leida[n]?.[k] ?? '';
        if (typeof valor === 'number') expect(Number(texto)).toBeCloseTo(valor, 6);
        else if (typeof valor === 'string') expect(texto).toBe(valor);
      }
    }
  }
  expect(hojaDe(nuestras, 'Conciliados').filas.length).toBeGreaterThan(200);
});
