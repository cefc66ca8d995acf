/** Whole readings of a query in batches, one after the other, on a thread of their own. */
import { AppError } from '#contract/errors.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import { TABLES } from './columns.ts';
import { listReadColumns } from './query.ts';
import type { RawRow, Valor } from './row.ts';
import { createThread } from './thread.ts';
import type { Answered } from './reader-messages.ts';
import type { Passes } from './reader-types.ts';
import type { ReadRow } from './types.ts';

/** Rows of a batch: the thread that asked turns them into documents in a few milliseconds. */
const ROWS_PER_CHUNK = 250;

/** Rows as they come from a thread, with the names of their columns. */
export function rowsOf(metodo: ServiceMethod, raw: readonly RawRow[]): readonly ReadRow[] {
  const columnas = listReadColumns(TABLES[metodo]);
  return raw.map((rawRow) => {
    const fila: Record<string, Valor> = {};
    for (let i = 0; i < columnas.length; i++) fila[columnas[i] ?? ''] = rawRow[i] ?? null;
    return fila;
  });
}

/** The thread begins with the first question and ends with `close`. */
export function createPasses(
  { ruta, workerUrl }: { readonly ruta: string; readonly workerUrl: URL },
  signal: AbortSignal,
): Passes {
  const propio = createThread(workerUrl);
  return {
    async *readAll(query) {
      await propio.ask({ tipo: 'todas', ruta, consulta: query }, { signal });
      for (;;) {
        const chunk: Answered = await propio.ask({ tipo: 'siguen', howMany: ROWS_PER_CHUNK }, { signal });
        if (chunk.tipo !== 'trozo') throw new AppError('INTERNO');
        yield rowsOf(query.metodo, chunk.filas);
        if (chunk.fin) return;
      }
    },
    close: () => propio.close(),
  };
}
