import { rm } from 'node:fs/promises';
import type { Instant } from '#domain/clock.ts';
import { MAX_ROWS } from './layout.ts';
import type { Cell, OutputSheet, TableSheet } from './workbook.ts';
import { assertFree, publish, temporaryName, type IfExists } from './publish.ts';
import { startWriter, type WriterPort } from './worker-port.ts';

/** Rows sent together: enough to make the crossing cheap, few enough for the main thread to breathe between them. */
const ROWS_PER_MESSAGE = 500;

export interface WriteWorkbookOptions {
  readonly signal: AbortSignal;
  /** The creation date in the workbook's properties. */
  readonly creado: Instant;
  readonly ifExists: IfExists;
  /** Called with the number of rows sent so far, over all tables. */
  readonly onProgress?: (filas: number) => void;
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
  hojas: readonly OutputSheet[],
  { signal, creado, ifExists, onProgress = () => undefined, maxRows = MAX_ROWS }: WriteWorkbookOptions,
): Promise<string> {
  if (ifExists === 'rechazar') await assertFree(destination);
  const temporal = temporaryName(destination);
  const port = startWriter({ archivo: temporal, creado, maxRows }, signal);
  let written = 0;
  try {
    for (const hoja of hojas) {
      if (hoja.forma === 'ficha') await port.send({ kind: 'ficha', ficha: hoja });
      else {
        await sendTable(port, hoja, (filas) => {
          written += filas;
          onProgress(written);
        });
      }
    }
    await port.end();
    await port.close();
    return await publish(temporal, destination, ifExists);
  } catch (error) {
    await port.close();
    await rm(temporal, { force: true });
    throw error;
  }
}

async function sendTable(port: WriterPort, hoja: TableSheet, onRows: (filas: number) => void): Promise<void> {
  const { filas: source, ...shape } = hoja;
  await port.send({ kind: 'tabla', forma: shape });
  let filas: (readonly Cell[])[] = [];
  for await (const fila of source) {
    filas.push(fila);
    if (filas.length < ROWS_PER_MESSAGE) continue;
    await port.send({ kind: 'filas', filas });
    onRows(filas.length);
    filas = [];
  }
  if (filas.length > 0) await port.send({ kind: 'filas', filas });
  onRows(filas.length);
  await port.send({ kind: 'fin_tabla' });
}
