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

/** Every sheet as rows of text, formulas calculated again: amounts plain, dates as shown. `folder` is for its own files. */
export async function sheetsByLibreOffice(
  program: string,
  file: string,
  folder: string,
): Promise<Map<string, string[][]>> {
  const output = path.join(folder, 'csv');
  await mkdir(path.join(folder, 'perfil', 'user'), { recursive: true });
  await writeFile(path.join(folder, 'perfil', 'user', 'registrymodifications.xcu'), RECALCULATE);
  const profile = `-env:UserInstallation=file://${path.join(folder, 'perfil')}`;
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';
  await run(program, [profile, '--headless', '--convert-to', filter, '--outdir', output, file]);
  const sheets = new Map<string, string[][]>();
  const prefix = `${path.parse(file).name}-`;
  for (const file of await readdir(output)) {
    const text = await readFile(path.join(output, file), 'utf8');
    sheets.set(path.parse(file).name.replace(prefix, ''), parse(text, { relax_column_count: true }));
  }
  return sheets;
}
