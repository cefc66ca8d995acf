/** Writes a view as a workbook: a sheet with rows and totals, and further sheets for withdrawn rows and for the parts of details. */
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { RowDocument } from '#contract/documents.ts';
import { parseMoney } from '#domain/money.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Cell, Column, ColumnType, TableSheet } from '#workbook/write/workbook.ts';
import { toOutputError, writeBook } from '../sheets.ts';
import {
  detailSheetsOf,
  partsOf,
  readShown,
  toColumns,
  withBothSides,
  type DetailSheet,
  type ExportedField,
  describeExport,
  describeGap,
  type Export,
  type Exported,
  type Output,
} from './export-columns.ts';
import { writeCsv } from './export-csv.ts';
import { isWithdrawn } from './row-summary.ts';
import { nameOfView, describeEmpty } from './titles.ts';

function toCell(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return type === 'importe' ? (parseMoney(text, 'sin-miles') ?? text) : text;
}

async function writeSheets(exportData: Export, output: Output): Promise<string> {
  const { vista, idioma: language, rowBatches: rows, cobertura, retiradas, summary } = exportData;
  const details = exportData.detalle ? detailSheetsOf(vista) : [];
  // The detail has sheets of its own, because spreadsheets cut off long cells.
  const own = exportData.campos.filter(({ nombre }) => details.length === 0 || nombre !== 'detalle');
  const fields = language === undefined ? withBothSides(vista, own) : own;
  const columns = toColumns(vista, fields, { sums: summary.sumas, language });
  const stamp = describeExport(exportData);
  const say = chooseIn(language);
  const gap = describeGap(cobertura, say);
  const name = nameOfView(vista, say);
  let written = 0;

  async function* readAllRows(withdrawn: boolean): AsyncGenerator<RowDocument> {
    for await (const chunk of rows()) for (const row of chunk) if (isWithdrawn(row) === withdrawn) yield row;
  }
  async function* toRows(source: AsyncIterable<RowDocument>): AsyncGenerator<readonly Cell[]> {
    for await (const row of source) {
      written += 1;
      yield fields.map(({ nombre }, i) => toCell(readShown(vista, row, nombre, language), columns[i]?.tipo ?? 'texto'));
    }
  }
  async function* toParts({ parte, de, campos }: DetailSheet, kinds: readonly Column[], withdrawn: boolean) {
    const read = (from: RowDocument, some: readonly ExportedField[], first: number): readonly Cell[] =>
      some.map(({ nombre }, i) => toCell(from[nombre], kinds[first + i]?.tipo ?? 'texto'));
    for await (const row of readAllRows(withdrawn)) {
      const before = read(row, de, 0);
      for (const part of partsOf(row, parte)) yield [...before, ...read(part, campos, de.length)];
    }
  }
  const toSheet = (name: string, columns: readonly Column[], rows: AsyncIterable<readonly Cell[]>): TableSheet => ({
    forma: 'tabla',
    nombre: name,
    sello: stamp,
    columnas: columns,
    vacia: describeEmpty(cobertura, vista, say),
    ...(gap === undefined ? {} : { totalNote: gap }),
    filas: rows,
  });
  const toDetailSheets = (withdrawn: boolean): readonly TableSheet[] =>
    details.map((detail) => {
      const columns = toColumns(vista, [...detail.de, ...detail.campos], { language });
      return toSheet(say(...detail.nombre), columns, toParts(detail, columns, withdrawn));
    });
  const toSheetAside = ({ nombre, ...rest }: TableSheet, title: string): TableSheet => ({
    ...rest,
    nombre: title,
    sello: [`${nombre}: ${say('retiradas', 'withdrawn')}`, ...stamp.slice(1)],
  });
  // Withdrawn rows have a sheet of their own, because they belong in no sum, and the totals of a sheet add up every visible row.
  const withdrawnSheets: readonly TableSheet[] =
    retiradas && summary.retiradas > 0
      ? [
          toSheetAside(toSheet(name, columns, toRows(readAllRows(true))), say('Retiradas', 'Withdrawn')),
          ...toDetailSheets(true).map((detail) =>
            toSheetAside(detail, `${detail.nombre} ${say('retiradas', 'withdrawn')}`),
          ),
        ]
      : [];
  return writeBook(
    output.archivo,
    [toSheet(name, columns, toRows(readAllRows(false))), ...toDetailSheets(false), ...withdrawnSheets],
    {
      signal: output.signal,
      now: output.creado,
      ...(language === undefined ? {} : { language }),
      onProgress: () => output.onProgress(written),
    },
  );
}

/**
 * Writes the view to `archivo`, an `.xlsx`, or a `.csv` with a text file beside it; returns the paths. Never replaces a file. Throws `SALIDA_EXISTENTE`, `USO`
 * for another extension, `DISCO_LLENO` or `CARPETA_SIN_PERMISO`, and then leaves no file.
 */
export async function writeExport(exportData: Export, output: Output): Promise<Exported> {
  const shape = path.extname(output.archivo).toLowerCase();
  if (shape !== '.xlsx' && shape !== '.csv') throw new AppError('USO', { mensaje: REFUSALS.outputNoWorkbookNorText });
  try {
    return shape === '.xlsx' ? { archivo: await writeSheets(exportData, output) } : await writeCsv(exportData, output);
  } catch (error) {
    throw toOutputError(error, output.archivo, REFUSALS.noOutputFolder);
  }
}
