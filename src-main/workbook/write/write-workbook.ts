import { rm } from 'node:fs/promises';
import type { Instant } from '#domain/clock.ts';
import type { Language } from '#domain/texts/language.ts';
import { publish, refuseExisting, makeTemporaryName, type IfExists } from '#platform/new-file.ts';
import { createJobThread } from '#platform/job-thread.ts';
import type { createJobs } from './jobs.ts';
import { MAX_ROWS, getTextWidth, getTitleWidth, isSentence } from './layout.ts';
import type { Cell, Column, OutputSheet, TableSheet } from './workbook.ts';

/** Rows per message: enough that messages cost little, few enough that the main thread stays responsive. */
const ROWS_PER_MESSAGE = 500;
/** The thread's memory. If it is exceeded, the thread ends with an error and the program goes on. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 };
/** Jobs sent and not yet done: the one that runs, and one ready behind it. */
const HELD = 2;

type Jobs = ReturnType<typeof createJobs>['jobs'];
type Send = <K extends keyof Jobs>(job: K, ...input: Parameters<Jobs[K]>) => Promise<void>;

export interface WriteWorkbookOptions {
  readonly signal: AbortSignal;
  /** The creation date in the workbook's properties. */
  readonly creado: Instant;
  readonly ifExists: IfExists;
  /** The language of the foot of each printed page; Spanish by default. */
  readonly language?: Language;
  /** Called with the number of rows sent so far, over all tables. */
  readonly onProgress?: (rows: number) => void;
  readonly maxRows?: number;
}

/**
 * Writes a workbook in a worker thread, reading rows no faster than it writes. The file has a temporary name beside `destination`, is synced, and then
 * gets its name without replacing anything; returns the final name. On an abort (rejects with the signal's reason) or any failure nothing remains.
 * Errors: SALIDA_EXISTENTE; the system's own come unchanged, with their `code`.
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
  /** Resolves when the thread has room, so that rows are read no faster than they are written. A later call throws a failure. */
  const send: Send = async (job, ...input) => {
    if (asked.length === HELD) await asked.shift();
    signal.throwIfAborted();
    const done = thread.ask(job, input, { signal });
    done.catch(() => undefined);
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
  /** `isAll`: the table has no more rows than these. A longer table is not meant for paper and shows all its columns. */
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

/** Widens a column for its title and for the texts of these rows; sentences wrap to a second line. */
function widen(column: Column, index: number, rows: readonly (readonly Cell[])[]): Column {
  const title = Math.max(column.ancho, getTitleWidth(column));
  if (column.tipo !== 'texto' || isSentence(column)) return { ...column, ancho: title };
  return { ...column, ancho: rows.reduce((width, row) => Math.max(width, getTextWidth(row[index] ?? null)), title) };
}

/** The columns without a value in any row; none if there are no rows. */
const listEmpty = (rows: readonly (readonly Cell[])[], columns: number): readonly number[] =>
  rows.length === 0
    ? []
    : Array.from({ length: columns }, (_, i) => i).filter((i) => rows.every((row) => (row[i] ?? '') === ''));
