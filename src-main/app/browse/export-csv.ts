/** Writes a view as `.csv`: `;`, byte order mark, decimal comma, header and rows only. What a workbook has above its rows goes to a text file (docs/cli.md). */
import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { formatPesos, parseMoney } from '#domain/money.ts';
import type { ColumnType } from '#workbook/write/workbook.ts';
import { publish, refuseExisting, makeTemporaryName } from '#platform/new-file.ts';
import { chooseIn, type Language } from '#domain/texts/language.ts';
import { isDeduction } from '#domain/texts/field-labels.ts';
import {
  getTitle,
  listSums,
  readShown,
  toKinds,
  describeExport,
  describeGap,
  type Export,
  type Exported,
  type Output,
} from './export-columns.ts';

/** Control characters except tab and line ends, which spreadsheets keep inside a cell. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
/** The beginning of a text that a spreadsheet takes for a formula; also full-width signs (Asian keyboards), signs after invisible characters, tab and CR. */
const FORMULA = /^[\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/u;

/** The Unicode picture of a control character; U+FFFD from 0x80 on, where there are no pictures. */
function drawControl(char: string): string {
  const code = char.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

/** Replaces control characters by pictures: some programs end a field at a NUL, and a terminal that shows the file would obey an ESC. */
const withoutControls = (text: string): string => text.replace(CONTROL, drawControl);

/** A field of a `.csv`: an apostrophe before a text that would be taken for a formula; quotes around a text with a separator, a quote or a line end. */
export function toCsvField(text: string): string {
  const plain = withoutControls(text);
  const safe = FORMULA.test(plain) ? `'${plain}` : plain;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const BOM = '\uFEFF';
const END = '\r\n';

/** Writes a value as text. `language`: the exporting screen's, which shows times without seconds; undefined for the command line, which has seconds. */
function toText(value: unknown, type: ColumnType, language: Language | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isNumber = (type === 'importe' || type === 'porcentaje') && parseMoney(text, 'sin-miles') !== undefined;
  if (isNumber) return text.replace('.', ',');
  if (type === 'fecha' || type === 'fechaHora')
    return `${formatDayMonthYear(text)}${text.slice(10, language === undefined ? undefined : 16)}`;
  return toCsvField(text);
}

function describeText(exportData: Export, file: string, written: number): string {
  const { vista, idioma: language, campos, summary, cobertura } = exportData;
  const say = chooseIn(language);
  const gap = describeGap(cobertura, say);
  const heading = say('Sumas', 'Sums');
  const sums = listSums(vista, campos).map((name) => {
    const sum = summary.sumas[name] ?? 0n;
    return `${getTitle(name, language)}: ${formatPesos(language !== undefined && isDeduction(name) ? -sum : sum)}`;
  });
  const lines = [
    ...describeExport(exportData),
    '',
    `${path.basename(file)}: ${written === 1 ? say('1 fila', '1 row') : `${String(written)} ${say('filas', 'rows')}`}`,
    ...(sums.length === 0
      ? []
      : [gap === undefined ? heading : `${heading} · ${gap}`, ...sums.map((sum) => `  ${sum}`)]),
  ];
  return `${BOM}${lines.map(withoutControls).join(END)}${END}`;
}

async function writeRows(
  temporary: string,
  { vista, idioma: language, campos, rowBatches: rows }: Export,
  { signal, onProgress }: Output,
): Promise<number> {
  const kinds = toKinds(campos);
  let written = 0;
  async function* writeLines(): AsyncGenerator<string> {
    yield `${BOM}${kinds.map(([name]) => toCsvField(getTitle(name, language))).join(';')}${END}`;
    for await (const read of rows()) {
      const lines = read.map((row) =>
        kinds.map(([name, type]) => toText(readShown(vista, row, name, language), type, language)).join(';'),
      );
      yield lines.map((line) => `${line}${END}`).join('');
      written += read.length;
      onProgress(written);
    }
  }
  await pipeline(writeLines, createWriteStream(temporary, { flags: 'wx', mode: 0o600 }), { signal });
  onProgress(written);
  return written;
}

/** Writes the `.csv` and its text file, or neither; never replaces an existing file. */
export async function writeCsv(exportData: Export, output: Output): Promise<Exported> {
  const { archivo, signal } = output;
  const readme = getReadmeName(archivo);
  await refuseExisting(archivo);
  await refuseExisting(readme);
  const temporary = makeTemporaryName(archivo);
  const temporaryReadme = makeTemporaryName(readme);
  try {
    const written = await writeRows(temporary, exportData, output);
    await writeFile(temporaryReadme, describeText(exportData, archivo, written), { flag: 'wx', mode: 0o600 });
    const publishedReadme = await publish(temporaryReadme, readme, 'rechazar');
    try {
      return { archivo: await publish(temporary, archivo, 'rechazar'), leeme: publishedReadme };
    } catch (error) {
      await rm(publishedReadme, { force: true });
      throw error;
    }
  } catch (error) {
    await Promise.all([temporary, temporaryReadme].map((file) => rm(file, { force: true })));
    signal.throwIfAborted();
    throw error;
  }
}

/** The name of the text file beside a `.csv`: `ventas.leeme.txt` for `ventas.csv` (docs/cli.md, `exportar`). */
export function getReadmeName(file: string): string {
  const { dir, name } = path.parse(file);
  return path.join(dir, `${name}.leeme.txt`);
}
