/** Reads our own copy of a workbook (`../import/copy.ts`): the text of its cells, one row per line, compressed. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { CELL } from '#domain/sheet.ts';
import { COPY_VERSION, chooseSheets, type Reading, type Workbook } from './workbook.ts';
import { FileProblem, createTooBigProblem } from './file-problem.ts';
import type { Limits } from './limits.ts';
import { SheetBuilder, readMergedAreas } from './sheet-builder.ts';
import { createParts, type WorkbookParts } from './packed-sheet.ts';

const header = z.strictObject({ copia: z.literal(COPY_VERSION), date1904: z.boolean() });
const mergedCells = z.strictObject({ column: z.number(), firstRow: z.number(), lastRow: z.number() });
const sheetLine = z.strictObject({
  hoja: z.string().nullable(),
  oculta: z.boolean(),
  combinadas: z.array(mergedCells).optional(),
  separador: z.string().optional(),
});
/** Column, kind, text, number, whether digits were lost. */
const cell = z.tuple([z.number(), z.number(), z.string(), z.number().nullable(), z.literal([0, 1])]);
const rowLine = z.tuple([z.number(), z.literal([0, 1]), z.array(cell)]);
export type CopiedCell = z.infer<typeof cell>;

/** Throws `FORMATO_DESCONOCIDO` for a compressed file that is not ours, `ARCHIVO_DANADO` for one of ours that was cut or changed. */
export async function readCopy(path: string, { signal, hoja, limits }: Reading): Promise<Workbook> {
  const sheets: { readonly name: string; readonly sheet: ReturnType<SheetBuilder['finish']> }[] = [];
  let parts: WorkbookParts | undefined;
  let current: { readonly builder: SheetBuilder; readonly hoja: z.infer<typeof sheetLine> } | undefined;
  const finish = (): void => {
    if (current === undefined) return;
    const { hoja: name, oculta, combinadas = [], separador } = current.hoja;
    current.builder.merges = readMergedAreas(
      combinadas.map(({ column, ...rows }) => ({ ...rows, firstColumn: column, lastColumn: column })),
    );
    sheets.push({ name: name ?? '', sheet: current.builder.finish(name, oculta, separador) });
  };
  try {
    for await (const line of readLines(path, limits, signal)) {
      const value: unknown = JSON.parse(line);
      if (parts === undefined) parts = createParts({ limits, date1904: header.parse(value).date1904 });
      else if (Array.isArray(value)) {
        if (current === undefined) throw new FileProblem('ARCHIVO_DANADO');
        add(current.builder, parts, rowLine.parse(value));
      } else {
        finish();
        current = { builder: new SheetBuilder(parts), hoja: sheetLine.parse(value) };
      }
    }
  } catch (cause) {
    if (cause instanceof FileProblem || signal.aborted) throw cause;
    throw new FileProblem(parts === undefined ? 'FORMATO_DESCONOCIDO' : 'ARCHIVO_DANADO', { cause });
  }
  finish();
  const chosen = sheets.every(({ sheet }) => sheet.name === null)
    ? (chooseSheets([], hoja), sheets)
    : chooseSheets(sheets, hoja);
  return { formato: 'copia', hojas: chosen.map(({ sheet }) => sheet) };
}

async function* readLines(path: string, limits: Limits, signal: AbortSignal): AsyncGenerator<string> {
  const bytes = createReadStream(path, { signal });
  const inflated = createGunzip();
  bytes.on('error', (error) => inflated.destroy(error));
  let readCount = 0;
  for await (const line of createInterface({ input: bytes.pipe(inflated), crlfDelay: Number.POSITIVE_INFINITY })) {
    readCount += line.length;
    if (readCount > limits.inflatedBytes) throw createTooBigProblem('file');
    yield line;
  }
}

function add(
  builder: SheetBuilder,
  { strings }: WorkbookParts,
  [number, hidden, cells]: z.infer<typeof rowLine>,
): void {
  builder.startRow(number, hidden === 1);
  for (const [column, kind, text, value, lost] of cells) {
    const index = strings.internText(text);
    switch (kind) {
      case CELL.texto:
        builder.text(column, index);
        break;
      case CELL.numero:
        builder.numberWithText(column, value ?? Number.NaN, { text: index, lost: lost === 1 });
        break;
      case CELL.fecha:
        builder.date(column, value ?? Number.NaN, index);
        break;
      case CELL.booleano:
        builder.boolean(column, value === 1);
        break;
      case CELL.error:
        builder.error(column, index);
        break;
      case CELL.formulaWithoutValue:
        builder.formulaWithoutValue(column);
        break;
      default:
        throw new FileProblem('ARCHIVO_DANADO');
    }
  }
  builder.endRow();
}
