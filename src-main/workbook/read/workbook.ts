import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import type { Sheet } from '#domain/sheet.ts';
import { FileProblem } from './file-problem.ts';
import type { Limits } from './limits.ts';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';

type WorkbookFormat = 'xlsx' | 'xlsm' | 'xlsb' | 'xls' | 'ods' | 'csv' | 'copia';

/** `csv` stands for any separated text, tabs included; `copia` for our own copy of a file of any format. */
export interface Workbook {
  readonly formato: WorkbookFormat;
  /** The sheets in the workbook's order, hidden ones too; or only the requested one. */
  readonly hojas: readonly Sheet[];
}

export interface Reading {
  readonly signal: AbortSignal;
  /** The sheet to read alone. */
  readonly hoja: string | undefined;
  readonly limits: Limits;
}

/** Folds a shown name: card numbers in it are masked, and the caller asks for it in that form. */
const fold = (name: string): string => maskCertainCards(name).normalize('NFC').trim().toLocaleLowerCase('es');

/** All sheets, or the one named `hoja` (its exact name, else ignoring case). Throws `HOJA_INEXISTENTE`, which names the existing ones. */
export function chooseSheets<T extends { readonly name: string }>(
  sheets: readonly T[],
  oneSheet: string | undefined,
): readonly T[] {
  if (oneSheet === undefined) return sheets;
  const chosen =
    sheets.find((sheet) => sheet.name === oneSheet) ?? sheets.find((sheet) => fold(sheet.name) === fold(oneSheet));
  if (chosen !== undefined) return [chosen];
  throw new FileProblem('HOJA_INEXISTENTE', {
    mensaje: CONSOLE.sheetMissing(
      maskCertainCards(oneSheet),
      sheets.map(({ name }) => maskCertainCards(name)),
    ),
  });
}

/** The bytes of a workbook: a file by its path, or memory where the file came inside a `.zip`. */

export type Source = string | Buffer;

/** Ends with an error when `signal` is aborted. */
export const streamOf = (source: Source, signal: AbortSignal): AsyncIterable<Uint8Array> =>
  typeof source === 'string' ? createReadStream(source, { signal }) : toPieces(source);

async function* toPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const size = 64 * 1024;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The first `length` bytes, or all if there are fewer. */
export async function headOf(source: Source, length: number): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, length);
  const file = await open(source);
  try {
    const head = Buffer.alloc(length);
    const { bytesRead } = await file.read(head, 0, length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export const sizeOf = async (source: Source): Promise<number> =>
  typeof source === 'string' ? (await stat(source)).size : source.length;

export const bytesOf = async (source: Source, signal: AbortSignal): Promise<Buffer> =>
  typeof source === 'string' ? readFile(source, { signal }) : source;

/** Apart from the reader of copies, so that the writer does not load it. */
export const COPY_VERSION = 1;

/** The first line of a copy. */
export const buildCopyHeader = (date1904: boolean): string => JSON.stringify({ copia: COPY_VERSION, date1904 });
