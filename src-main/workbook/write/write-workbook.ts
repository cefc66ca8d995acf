import { rm } from 'node:fs/promises';
import type { Instant } from '#domain/clock.ts';
import type { Language } from '#domain/texts/language.ts';
import { publish, refuseExisting, makeTemporaryName, type IfExists } from '#platform/new-file.ts';
import { createJobThread } from '#platform/job-thread.ts';
import type { createJobs } from './jobs.ts';
import { MAX_ROWS, getTextWidth, getTitleWidth, isSentence } from './layout.ts';
import type { Cell, Column, OutputSheet, TableSheet } from './workbook.ts';

/** Rows per message to the worker: few messages, each short enough to keep the main thread responsive. */
const ROWS_PER_MESSAGE = 500;
/** The memory of the thread. If it needs more, only the thread ends, with an error. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 };
/** How many jobs the thread may have: the running job and the next. */
const HELD = 2;

type Jobs = ReturnType<typeof createJobs>['jobs'];
type Send = <K extends keyof Jobs>(job: K, ...input: Parameters<Jobs[K]>) => Promise<void>;

export interface WriteWorkbookOptions {
  readonly signal: AbortSignal;
  readonly creado: Instant;
  readonly ifExists: IfExists;
  /** The language of the text at the foot of printed pages; Spanish by default. */
  readonly language?: Language;
  /** Called with the number of rows sent so far, of all tables together. */
  readonly onProgress?: (rows: number) => void;
  readonly maxRows?: number;
}

/**
 * Writes a workbook in a worker thread and reads rows no faster than the thread writes them. Writes to a temporary file beside `destination`, syncs it, and
 * gives it its final name without replacing an existing file; returns that name. After an abort (rejects with the signal's reason) or a failure no file
 * remains. Throws `SALIDA_EXISTENTE`; errors of the system come unchanged, with their `code`.
 */
export async function writeWorkbook(
  destination: string,
  sheets: readonly OutputSheet[],
  { signal, creado, ifExists, language = 'es', onProgress = () => undefined, maxRows = MAX_ROWS }: WriteWorkbookOptions,
): Promise<string> {
  if (ifExists === 'rechazar') await refuseExisting(destination);
  const temporary = makeTemporaryName(destination);
  const thread = createJobThread<typeof createJobs>(new URL('./jobs.ts', import.meta.url), {
    memory: MEMORY,
    held: HELD,
  });
  const asked: Promise<void>[] = [];
  /** Resolves when the thread has room for the next job, so that rows are not read faster than written. Throws the error of a job that failed before. */
  const send: Send = async (job, ...input) => {
    if (asked.length === HELD) await asked.shift();
    signal.throwIfAborted();
    const done = thread.ask(job, input, { signal });
    done.catch(() => undefined); // a later `send`, or the end, awaits it and reports the failure
    asked.push(done);
  };
  let written = 0;
  try {
    await send('begin', { file: temporary, creado, maxRows, language });
    for (const sheet of sheets) {
      if (sheet.forma === 'ficha') await send('record', sheet);
      else {
        await sendTable(send, sheet, (rows) => {
          written += rows;
          onProgress(written);
        });
      }
    }
    await send('end');
    await Promise.all(asked);
    await thread.close();
    return await publish(temporary, destination, ifExists);
  } catch (error) {
    await thread.close();
    await rm(temporary, { force: true });
    signal.throwIfAborted();
    throw error;
  }
}

async function sendTable(send: Send, sheet: TableSheet, onRows: (rows: number) => void): Promise<void> {
  const { filas: source, ...shape } = sheet;
  let isBegun = false;
  let rows: (readonly Cell[])[] = [];
  /** Sends the rows, and before the first the table's shape. `isAll`: no rows follow. A table of several messages is not for paper, so no column is hidden. */
  const sendRows = async (isAll: boolean): Promise<void> => {
    if (!isBegun) {
      const columnas = shape.columnas.map((column, i) => widen(column, i, rows));
      await send('table', { ...shape, columnas, empty: isAll ? listEmpty(rows, columnas.length) : [] });
    }
    isBegun = true;
    if (rows.length > 0) await send('rows', rows);
    onRows(rows.length);
    rows = [];
  };
  for await (const row of source) {
    if (rows.length === ROWS_PER_MESSAGE) await sendRows(false);
    rows.push(row);
  }
  await sendRows(true);
  await send('endTable');
}

/** Widens a column for its title and for the texts of these rows, except sentences, which wrap. */
function widen(column: Column, index: number, rows: readonly (readonly Cell[])[]): Column {
  const title = Math.max(column.ancho, getTitleWidth(column));
  if (column.tipo !== 'texto' || isSentence(column)) return { ...column, ancho: title };
  return { ...column, ancho: rows.reduce((width, row) => Math.max(width, getTextWidth(row[index] ?? null)), title) };
}

const listEmpty = (rows: readonly (readonly Cell[])[], columns: number): readonly number[] =>
  rows.length === 0
    ? []
    : Array.from({ length: columns }, (_, i) => i).filter((i) => rows.every((row) => (row[i] ?? '') === ''));
