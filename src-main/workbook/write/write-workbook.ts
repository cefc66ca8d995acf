import { rm } from 'node:fs/promises';
import type { Instant } from '#domain/clock.ts';
import { MAX_FILAS } from './layout.ts';
import type { Celda, Hoja, HojaTabla } from './libro.ts';
import { assertFree, publish, temporaryName, type SiExiste } from './publish.ts';
import { startWriter, type WriterPort } from './worker-port.ts';

/** Rows that travel together: enough to make the crossing cheap, few enough for the main thread to breathe between them. */
const FILAS_POR_ENVIO = 500;

export interface WriteWorkbookOptions {
  readonly signal: AbortSignal;
  /** The instant that the workbook's properties give as its creation. */
  readonly creado: Instant;
  readonly siExiste: SiExiste;
  /** Called with the rows of data handed over so far, over all tables. */
  readonly onProgress?: (filas: number) => void;
  /** Rows of a sheet; default, Excel's 1,048,576. */
  readonly maxFilas?: number;
}

/**
 * Writes a workbook in a worker thread, its rows read one at a time and no faster than they are written. Under a temporary name beside
 * `destino`, synced, then named without replacing anything; answers the name that it got. On abort (rejects with the signal's reason) and
 * on any failure nothing remains. Errors: SALIDA_EXISTENTE; those of the system come as they are, with their `code`.
 */
export async function writeWorkbook(
  destino: string,
  hojas: readonly Hoja[],
  { signal, creado, siExiste, onProgress = () => undefined, maxFilas = MAX_FILAS }: WriteWorkbookOptions,
): Promise<string> {
  if (siExiste === 'rechazar') await assertFree(destino);
  const temporal = temporaryName(destino);
  const port = startWriter({ archivo: temporal, creado, maxFilas }, signal);
  let escritas = 0;
  try {
    for (const hoja of hojas) {
      if (hoja.forma === 'ficha') await port.send({ kind: 'ficha', ficha: hoja });
      else {
        await sendTabla(port, hoja, (filas) => {
          escritas += filas;
          onProgress(escritas);
        });
      }
    }
    await port.end();
    await port.close();
    return await publish(temporal, destino, siExiste);
  } catch (error) {
    await port.close();
    await rm(temporal, { force: true });
    throw error;
  }
}

async function sendTabla(port: WriterPort, hoja: HojaTabla, onRows: (filas: number) => void): Promise<void> {
  const { filas: fuente, ...forma } = hoja;
  await port.send({ kind: 'tabla', forma });
  let filas: (readonly Celda[])[] = [];
  for await (const fila of fuente) {
    filas.push(fila);
    if (filas.length < FILAS_POR_ENVIO) continue;
    await port.send({ kind: 'filas', filas });
    onRows(filas.length);
    filas = [];
  }
  if (filas.length > 0) await port.send({ kind: 'filas', filas });
  onRows(filas.length);
  await port.send({ kind: 'fin_tabla' });
}
