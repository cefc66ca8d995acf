/**
 * A view as text: `;`, byte order mark, decimal comma (docs/screens.md). The file has only a header and the rows, so that a program can
 * read it; what a workbook says in its headings goes to a text beside it (docs/cli.md, `exportar`).
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatPesos, parseMoney } from '#domain/money.ts';
import type { ColumnType } from '#workbook/write/workbook.ts';
import { assertFree, publish, temporaryName } from '#workbook/write/publish.ts';
import { csvField, withoutControls } from './csv-text.ts';
import { listSums, toKinds } from './export-columns.ts';
import { describeExport, describeGap, type Export, type Exported, type Output } from './export-source.ts';
import { getReadmeName } from './readme-name.ts';
import { titleOf } from './titles.ts';

const BOM = '\uFEFF';
const END = '\r\n';

const dayMonthYear = (iso: string): string =>
  `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}${iso.slice(10)}`;

function toText(valor: unknown, tipo: ColumnType): string {
  if (valor === null || valor === undefined) return '';
  if (typeof valor === 'boolean') return valor ? 'Sí' : 'No';
  if (typeof valor === 'number') return String(valor);
  const texto = typeof valor === 'string' ? valor : JSON.stringify(valor);
  const isNumber = (tipo === 'importe' || tipo === 'porcentaje') && parseMoney(texto, 'sin-miles') !== undefined;
  if (isNumber) return texto.replace('.', ',');
  if (tipo === 'fecha' || tipo === 'fechaHora') return dayMonthYear(texto);
  return csvField(texto);
}

/** The text beside the rows: what they are and their totals, because a `.csv` has no totals row. */
function describeText(exportData: Export, archivo: string, written: number): string {
  const { vista, campos, summary, cobertura } = exportData;
  const gap = describeGap(cobertura);
  const sums = listSums(vista, campos).map((name) => `${titleOf(name)}: ${formatPesos(summary.sums[name] ?? 0n)}`);
  const lines = [
    ...describeExport(exportData),
    '',
    `${path.basename(archivo)}: ${written === 1 ? '1 fila' : `${String(written)} filas`}`,
    ...(sums.length === 0 ? [] : [gap === undefined ? 'Sumas' : `Sumas · ${gap}`, ...sums.map((sum) => `  ${sum}`)]),
  ];
  return `${BOM}${lines.map(withoutControls).join(END)}${END}`;
}

/** Writes the rows under a temporary name; gives their number. */
async function writeRows(
  temporal: string,
  { campos, rowBatches: filas }: Export,
  { signal, onProgress }: Output,
): Promise<number> {
  const kinds = toKinds(campos);
  const stream = createWriteStream(temporal, { flags: 'wx', mode: 0o600, signal });
  // `once` would reject on an error before anybody waits for it.
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  let failure: unknown;
  stream.on('error', (error) => (failure = error));
  let chunk = `${BOM}${kinds.map(([nombre]) => csvField(titleOf(nombre))).join(';')}${END}`;
  let written = 0;
  for await (const read of filas()) {
    for (const fila of read) chunk += `${kinds.map(([nombre, tipo]) => toText(fila[nombre], tipo)).join(';')}${END}`;
    written += read.length;
    if (failure !== undefined) break;
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), closed]);
    chunk = '';
    onProgress(written);
  }
  stream.end(chunk);
  await closed;
  if (failure !== undefined) throw failure;
  const file = await open(temporal, 'r+');
  await file.sync();
  await file.close();
  onProgress(written);
  return written;
}

/** Writes both files or none; never over an existing file. */
export async function writeCsv(exportData: Export, salida: Output): Promise<Exported> {
  const { archivo, signal } = salida;
  const leeme = getReadmeName(archivo);
  await assertFree(archivo);
  await assertFree(leeme);
  const temporal = temporaryName(archivo);
  const temporaryReadme = temporaryName(leeme);
  try {
    const written = await writeRows(temporal, exportData, salida);
    await writeFile(temporaryReadme, describeText(exportData, archivo, written), { flag: 'wx', mode: 0o600 });
    const publishedReadme = await publish(temporaryReadme, leeme, 'rechazar');
    try {
      return { archivo: await publish(temporal, archivo, 'rechazar'), leeme: publishedReadme };
    } catch (error) {
      await rm(publishedReadme, { force: true });
      throw error;
    }
  } catch (error) {
    await Promise.all([temporal, temporaryReadme].map((file) => rm(file, { force: true })));
    signal.throwIfAborted();
    throw error;
  }
}
