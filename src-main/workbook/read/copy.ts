/** Reads our own copy of a workbook (`../import/copy.ts`): the text of its cells, a row a line, compressed. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { CELL } from '#domain/sheet.ts';
import { z } from 'zod';
import { FileProblem, tooBig } from './file-problem.ts';
import type { Limits } from './limits.ts';
import { mergedAreas } from './merged-areas.ts';
import type { WorkbookParts } from './packed-sheet.ts';
import { SheetBuilder } from './sheet-builder.ts';
import { StringStore } from './string-store.ts';
import { chooseSheets, type Workbook } from './workbook.ts';

const VERSION = 1;

/** The first line of a copy. */
export const buildCopyHeader = (date1904: boolean): string => JSON.stringify({ copia: VERSION, date1904 });

const encabezado = z.strictObject({ copia: z.literal(VERSION), date1904: z.boolean() });
const mergedCells = z.strictObject({ column: z.number(), firstRow: z.number(), lastRow: z.number() });
const sheetLine = z.strictObject({
  hoja: z.string().nullable(),
  oculta: z.boolean(),
  combinadas: z.array(mergedCells).optional(),
});
/** A cell: column, kind, text, number, whether digits were lost. */
const cell = z.tuple([z.number(), z.number(), z.string(), z.number().nullable(), z.literal([0, 1])]);
const rowLine = z.tuple([z.number(), z.literal([0, 1]), z.array(cell)]);
/** A cell in a line of a copy. */
export type CopiedCell = z.infer<typeof cell>;

interface Reading {
  readonly signal: AbortSignal;
  readonly hoja: string | undefined;
  readonly limits: Limits;
}

/** Reads a copy. Throws `FORMATO_DESCONOCIDO` for a compressed file that is not ours, `ARCHIVO_DANADO` for one of ours that was cut or changed. */
export async function readCopy(path: string, { signal, hoja, limits }: Reading): Promise<Workbook> {
  const hojas: { readonly name: string; readonly sheet: ReturnType<SheetBuilder['finish']> }[] = [];
  let parts: WorkbookParts | undefined;
  let actual: { readonly builder: SheetBuilder; readonly hoja: z.infer<typeof sheetLine> } | undefined;
  const finish = (): void => {
    if (actual === undefined) return;
    const { hoja: nombre, oculta, combinadas = [] } = actual.hoja;
    actual.builder.merges = mergedAreas(
      combinadas.map(({ column, ...filas }) => ({ ...filas, firstColumn: column, lastColumn: column })),
    );
    hojas.push({ name: nombre ?? '', sheet: actual.builder.finish(nombre, oculta) });
  };
  try {
    for await (const linea of readLines(path, limits, signal)) {
      const leida: unknown = JSON.parse(linea);
      if (parts === undefined) parts = partsOf(encabezado.parse(leida).date1904, limits);
      else if (Array.isArray(leida)) {
        if (actual === undefined) throw new FileProblem('ARCHIVO_DANADO');
        add(actual.builder, parts, rowLine.parse(leida));
      } else {
        finish();
        actual = { builder: new SheetBuilder(parts), hoja: sheetLine.parse(leida) };
      }
    }
  } catch (cause) {
    if (cause instanceof FileProblem || signal.aborted) throw cause;
    throw new FileProblem(parts === undefined ? 'FORMATO_DESCONOCIDO' : 'ARCHIVO_DANADO', { cause });
  }
  finish();
  const chosen = hojas.every(({ sheet }) => sheet.name === null)
    ? (chooseSheets([], hoja), hojas)
    : chooseSheets(hojas, hoja);
  return { formato: 'copia', hojas: chosen.map(({ sheet }) => sheet) };
}

const partsOf = (date1904: boolean, limits: Limits): WorkbookParts => ({
  strings: new StringStore(limits.textBytes),
  formats: [],
  date1904,
  limits,
  cells: 0,
});

async function* readLines(path: string, limits: Limits, signal: AbortSignal): AsyncGenerator<string> {
  const bytes = createReadStream(path, { signal });
  const inflated = createGunzip();
  bytes.on('error', (error) => inflated.destroy(error));
  let readCount = 0;
  for await (const linea of createInterface({ input: bytes.pipe(inflated), crlfDelay: Number.POSITIVE_INFINITY })) {
    readCount += linea.length;
    if (readCount > limits.inflatedBytes) throw tooBig('file');
    yield linea;
  }
}

function add(
  builder: SheetBuilder,
  { strings }: WorkbookParts,
  [numero, oculta, celdas]: z.infer<typeof rowLine>,
): void {
  builder.startRow(numero, oculta === 1);
  for (const [columna, clase, texto, valor, lost] of celdas) {
    const index = strings.internText(texto);
    switch (clase) {
      case CELL.texto:
        builder.text(columna, index);
        break;
      case CELL.numero:
        builder.numberWithText(columna, valor ?? Number.NaN, { text: index, lost: lost === 1 });
        break;
      case CELL.fecha:
        builder.date(columna, valor ?? Number.NaN, index);
        break;
      case CELL.booleano:
        builder.boolean(columna, valor === 1);
        break;
      case CELL.error:
        builder.error(columna, index);
        break;
      case CELL.formulaSinValor:
        builder.formulaWithoutValue(columna);
        break;
      default:
        throw new FileProblem('ARCHIVO_DANADO');
    }
  }
  builder.endRow();
}
