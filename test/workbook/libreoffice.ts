/** LibreOffice as one more reader of our workbooks, which calculates every formula again. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';

const run = promisify(execFile);

/** The program's name; undefined where it is not installed, unless it is required (CONCILIADOR_EXIGE_LIBREOFFICE=1). */
export async function findLibreOffice(): Promise<string | undefined> {
  for (const name of ['soffice', 'libreoffice']) {
    try {
      await run(name, ['--version']);
      return name;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  if (process.env['CONCILIADOR_EXIGE_LIBREOFFICE'] === '1')
    throw new Error('LibreOffice is required here (CONCILIADOR_EXIGE_LIBREOFFICE=1) and is not installed');
  process.stderr.write('Skipped: LibreOffice is not installed, its reading is not compared\n');
  return undefined;
}

/** LibreOffice believes the cached values of a workbook unless its profile says otherwise. */
const RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** Every sheet as rows of text, formulas calculated again: amounts plain, dates as shown. `carpeta` is for its own files. */
export async function sheetsByLibreOffice(
  programa: string,
  archivo: string,
  carpeta: string,
): Promise<Map<string, string[][]>> {
  const salida = path.join(carpeta, 'csv');
  await mkdir(path.join(carpeta, 'perfil', 'user'), { recursive: true });
  await writeFile(path.join(carpeta, 'perfil', 'user', 'registrymodifications.xcu'), RECALCULATE);
  const profile = `-env:UserInstallation=file://${path.join(carpeta, 'perfil')}`;
  const filtro = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';
  await run(programa, [profile, '--headless', '--convert-to', filtro, '--outdir', salida, archivo]);
  const sheets = new Map<string, string[][]>();
  const prefix = `${path.parse(archivo).name}-`;
  for (const file of await readdir(salida)) {
    const text = await readFile(path.join(salida, file), 'utf8');
    sheets.set(path.parse(file).name.replace(prefix, ''), parse(text, { relax_column_count: true }));
  }
  return sheets;
}
