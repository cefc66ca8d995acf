import { rm } from 'node:fs/promises';
import type { Instant } from '#domain/clock.ts';
import { publish, refuseExisting, makeTemporaryName, type IfExists } from '#platform/new-file.ts';
import { MAX_ROWS } from './layout.ts';
import type { Cell, OutputSheet, TableSheet } from './workbook.ts';
import { startWriter, type WriterPort } from './worker-port.ts';

/** Rows sent together: enough to make the crossing cheap, few enough for the main thread to breathe between them. */
const ROWS_PER_MESSAGE = 500;

export interface WriteWorkbookOptions {
  readonly signal: AbortSignal;
  /** The creation date in the workbook's properties. */
  readonly creado: Instant;
  readonly ifExists: IfExists;
  /** Called with the number of rows sent so far, over all tables. */
  readonly onProgress?: (rows: number) => void;
  /** The most rows of a sheet; default, Excel's 1,048,576. */
  readonly maxRows?: number;
}

/**
 * Writes a workbook in a worker thread; rows are read one at a time, and no faster than they are written. The file has a temporary name beside
 * `destination`, is synced, and then gets its name without replacing anything; answers the final name. On abort (rejects with the signal's reason)
 * and on any failure nothing remains. Errors: SALIDA_EXISTENTE; errors of the system come unchanged, with their `code`.
 */
export async function writeWorkbook(
  destination: string,
  sheets: readonly OutputSheet[],
  { signal, creado, ifExists, onProgress = () => undefined, maxRows = MAX_ROWS }: WriteWorkbookOptions,
): Promise<string> {
  if (ifExists === 'rechazar') await refuseExisting(destination);
  const temporary = makeTemporaryName(destination);
  const port = startWriter({ archivo: temporary, creado, maxRows }, signal);
  let written = 0;
  try {
    for (const sheet of sheets) {
      if (sheet.forma === 'ficha') await port.send({ kind: 'ficha', ficha: sheet });
      else {
        await sendTable(port, sheet, (rows) => {
          written += rows;
          onProgress(written);
        });
      }
    }
    await port.end();
    await port.close();
    return await publish(temporary, destination, ifExists);
  } catch (error) {
    await port.close();
    await rm(temporary, { force: true });
    throw error;
  }
}

async function sendTable(port: WriterPort, sheet: TableSheet, onRows: (rows: number) => void): Promise<void> {
  const { filas: source, ...shape } = sheet;
  await port.send({ kind: 'tabla', forma: shape });
  let rows: (readonly Cell[])[] = [];
  for await (const row of source) {
    rows.push(row);
    if (rows.length < ROWS_PER_MESSAGE) continue;
    await port.send({ kind: 'filas', filas: rows });
    onRows(rows.length);
    rows = [];
  }
  if (rows.length > 0) await port.send({ kind: 'filas', filas: rows });
  onRows(rows.length);
  await port.send({ kind: 'fin_tabla' });
}
