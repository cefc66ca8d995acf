import { createWriteStream, type WriteStream } from 'node:fs';
import type { Instant } from '#domain/clock.ts';
import type { Language } from '#domain/texts/language.ts';
import { createWorkbookWriter } from './workbook-writer.ts';
import type { TableWriter } from './table-writer.ts';
import type { Cell, RecordSheet, TableShape } from './workbook.ts';

export interface NewWorkbook {
  readonly file: string;
  readonly creado: Instant;
  readonly maxRows: number;
  readonly language: Language;
}

export function createJobs() {
  let output: WriteStream | undefined;
  let workbook: ReturnType<typeof createWorkbookWriter> | undefined;
  let table: TableWriter | undefined;
  const jobs = {
    begin: ({ file, creado, maxRows, language }: NewWorkbook): void => {
      // Mode 0600, because the file holds the sales of a business. `wx` fails if the file exists, because the temporary name must be new.
      output = createWriteStream(file, { flags: 'wx', mode: 0o600, highWaterMark: 262_144 });
      workbook = createWorkbookWriter(output, { creado: new Date(creado), maxRows, language });
    },
    record: async (sheet: RecordSheet): Promise<void> => workbook?.addRecord(sheet),
    table: (shape: TableShape): void => {
      table = workbook?.addTable(shape);
    },
    rows: async (rows: readonly (readonly Cell[])[]): Promise<void> => table?.rows(rows),
    endTable: async (): Promise<void> => table?.end(),
    end: async (): Promise<void> => workbook?.end(),
  };
  return { jobs, close: () => output?.destroy() };
}
