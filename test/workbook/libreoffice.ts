/** LibreOffice as one more reader of our workbooks, which calculates every formula again. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import ExcelJS, { type Cell, type Worksheet } from 'exceljs';
import { expect } from 'vitest';
import { readWorkbook } from './write/read-back.ts';

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

/** A LibreOffice profile that calculates formulas on opening, instead of keeping the cached values. */
const RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** Every sheet as rows of text, with formulas calculated again: amounts plain, dates as shown. `folder`: for LibreOffice's own files. */
export async function sheetsByLibreOffice(program: string, file: string, folder: string) {
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

/**
 * Expects that LibreOffice reads the same cells and calculates formulas to the same values; returns how many numbers were compared. `folder`: for
 * LibreOffice's own files.
 */
export async function expectSameInLibreOffice(program: string, file: string, folder: string): Promise<number> {
  const [ours, theirs] = [await readWorkbook(file), await sheetsByLibreOffice(program, file, folder)];
  expect([...theirs.keys()].sort()).toEqual(ours.map(({ nombre }) => nombre).sort());
  let numbers = 0;
  for (const { nombre, filas } of ours)
    for (const [n, row] of filas.entries())
      for (const [k, value] of row.entries()) {
        const text = theirs.get(nombre)?.[n]?.[k] ?? '';
        if (typeof value === 'string') expect(text).toBe(value);
        if (typeof value !== 'number') continue;
        numbers += 1;
        expect(Number(text), `${nombre} ${String(n + 1)},${String(k + 1)}`).toBeCloseTo(value, 6);
      }
  return numbers;
}

/** A word of a printed page: its page from 1, its text, and the size of its letters in points. */
interface PrintedText {
  readonly page: number;
  readonly text: string;
  readonly points: number;
}

/** Pixels for each point in `pdftohtml`, which allows at most 3 and rounds sizes. */
const ZOOM = 3;

/** The words of a workbook printed by LibreOffice; undefined where `pdftohtml` is not installed. */
async function printByLibreOffice(program: string, file: string, folder: string) {
  const profile = `-env:UserInstallation=file://${path.join(folder, 'perfil')}`;
  await run(program, [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, file]);
  const pdf = path.join(folder, `${path.parse(file).name}.pdf`);
  const args = ['-xml', '-stdout', '-i', '-zoom', String(ZOOM), pdf];
  const xml = await run('pdftohtml', args, { maxBuffer: 1 << 28 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    process.stderr.write('Skipped: pdftohtml is not installed, the size of printed text is not measured\n');
    return undefined;
  });
  if (xml === undefined) return undefined;
  const sizes = new Map<string, number>();
  const texts: PrintedText[] = [];
  let page = 0;
  for (const line of xml.stdout.split('\n')) {
    if (line.startsWith('<page ')) page += 1;
    const [, id, size] = /<fontspec id="(\d+)" size="(-?\d+)"/.exec(line) ?? [];
    if (id !== undefined) sizes.set(id, Number(size) / ZOOM);
    const [, font = '', text = ''] = /<text [^>]*font="(\d+)"[^>]*>(.*)<\/text>/.exec(line) ?? [];
    if (font !== '') texts.push({ page, text: text.replace(/<[^>]*>/g, '').trim(), points: sizes.get(font) ?? 0 });
  }
  return texts;
}

/** Longer texts are sentences, which may wrap or run over empty cells. */
const MAX_WHOLE = 34;

/** The texts that paper has to show in one piece: whole cells, and the single words of titles that wrap. */
function listTexts(sheet: Worksheet): readonly string[] {
  const textsOf = (cell: Cell): readonly string[] => {
    const { value, text } = cell;
    if (typeof value !== 'string' || text.length > MAX_WHOLE || sheet.getColumn(cell.col).hidden === true) return [];
    return cell.alignment?.wrapText === true ? text.split(/\s+/) : [text.trim().replaceAll(/\s+/g, ' ')];
  };
  const found: string[] = [];
  sheet.eachRow((row) => row.eachCell((cell) => found.push(...textsOf(cell))));
  return found.filter((text) => text !== '' && !text.startsWith('_'));
}

/**
 * What is hard to read in the printed workbook: letters below 7 points, `###`, texts that are cut or touch their neighbour. Empty where `pdftohtml` is
 * missing.
 */
export async function findTroubleOnPaper(program: string | undefined, file: string, folder: string) {
  const printed = program === undefined ? undefined : await printByLibreOffice(program, file, folder);
  if (printed === undefined) return []; // printByLibreOffice has printed that it is missing
  const small = printed.filter(({ points }) => points < 7).map(({ text, points }) => `${text}: ${String(points)} pt`);
  const figures = printed.filter(({ text }) => /^#+$/.test(text)).map(({ page }) => `### on page ${String(page)}`);
  const pdf = path.join(folder, `${path.parse(file).name}.pdf`);
  const { stdout } = await run('pdftotext', ['-layout', pdf, '-'], { maxBuffer: 1 << 28 });
  // Two spaces between words, because the search for each text consumes one on each side.
  const paper = `  ${stdout.replaceAll(/\s+/g, '  ')}  `;
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const counted = Map.groupBy(workbook.worksheets.flatMap(listTexts), (text) => text);
  const cut = [...counted].flatMap(([text, all]) => {
    const found = paper.split(` ${text.replaceAll(' ', '  ')} `).length - 1;
    return found < all.length ? [`${text}: ${String(found)} of ${String(all.length)}`] : [];
  });
  return [...small, ...figures, ...cut];
}
