import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CELL, type Sheet } from '#domain/sheet.ts';
import { readWorkbook, type FileError, type ReadOptions } from '#workbook/read/index.ts';
import { test as base } from '../../platform/temporary-folder.ts';

export interface Reader {
  readonly folder: string;
  /** Writes the bytes to a file without an extension and reads it. */
  workbook(bytes: Uint8Array | string, options?: Partial<ReadOptions>): Promise<{ readonly hojas: readonly Sheet[] }>;
  /** The first sheet of the workbook. */
  sheet(bytes: Uint8Array | string): Promise<Sheet>;
  failure(bytes: Uint8Array | string, options?: Partial<ReadOptions>): Promise<FileError>;
}

async function readBytes(folder: string, bytes: Uint8Array | string, options: Partial<ReadOptions>) {
  const path = join(folder, 'archivo');
  await writeFile(path, bytes);
  return readWorkbook(path, { signal: new AbortController().signal, ...options });
}

export const test = base.extend<{ reader: Reader }>({
  reader: async ({ folder }, use) => {
    const workbook: Reader['workbook'] = async (bytes, options = {}) => {
      const result = await readBytes(folder, bytes, options);
      if (!result.ok) throw new Error(`${result.error.codigo}: ${result.error.mensaje}`);
      return { hojas: result.value };
    };
    await use({
      folder,
      workbook,
      sheet: async (bytes) => {
        const [first] = (await workbook(bytes)).hojas;
        if (first === undefined) throw new Error('no sheets');
        return first;
      },
      failure: async (bytes, options = {}) => {
        const result = await readBytes(folder, bytes, options);
        if (result.ok) throw new Error('it was read');
        return result.error;
      },
    });
  },
});

/** The text of each cell in a row, blanks included. */
export const texts = (sheet: Sheet, row = 0): string[] =>
  Array.from({ length: sheet.columnCount }, (_, column) => sheet.text(row, column));

const NAMES = Object.entries(CELL);

/** Kind and text of each cell of a row: `numero:1`. */
export const cells = (sheet: Sheet, row = 0): string[] =>
  Array.from({ length: sheet.columnCount }, (_, column) => {
    const kind = NAMES.find(([, value]) => value === sheet.kind(row, column))?.[0] ?? '?';
    return `${kind}:${sheet.text(row, column)}`;
  });
