/** Whole readings of a query in batches, one after the other, on a thread of their own. */
import { AppError } from '#contract/errors.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES } from './columns.ts';
import { listReadColumns } from './query.ts';
import type { RawRow, Value } from './row.ts';
import { createThread } from './thread.ts';
import type { Answered } from './reader-messages.ts';
import type { Passes } from './reader-types.ts';
import type { ReadRow } from './types.ts';

/** Rows of a batch: the thread that asked turns them into documents in a few milliseconds. */
const ROWS_PER_CHUNK = 250;

/** Rows as they come from a thread, with the names of their columns. */
export function rowsOf(method: ServiceMethod, raw: readonly RawRow[]): readonly ReadRow[] {
  const columns = listReadColumns(TABLES[method]);
  return raw.map((rawRow) => {
    const row: Record<string, Value> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i] ?? ''] = rawRow[i] ?? null;
    return row;
  });
}

/** The thread begins with the first question and ends with `close`. */
export function createPasses(path: string, signal: AbortSignal): Passes {
  const own = createThread();
  return {
    async *readAll(query) {
      await own.ask({ tipo: 'todas', ruta: path, consulta: query }, { signal });
      for (;;) {
        const chunk: Answered = await own.ask({ tipo: 'siguen', howMany: ROWS_PER_CHUNK }, { signal });
        if (chunk.tipo !== 'trozo') throw new AppError('INTERNO');
        yield rowsOf(query.metodo, chunk.filas);
        if (chunk.fin) return;
      }
    },
    close: () => own.close(),
  };
}
