import type { ServiceMethod } from '#domain/views/index.ts';
import { createJobThread, type JobThread } from '#platform/job-thread.ts';
import { TABLES } from './columns.ts';
import { listReadColumns } from './query.ts';
import type { createJobs } from './reading-jobs.ts';
import type { RawRow, Value } from './row.ts';
import type { ReadRow } from './types.ts';

const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/** A thread that reads caches. */
export const startReading = (): JobThread<typeof createJobs> =>
  createJobThread(new URL('./reading-jobs.ts', import.meta.url), { memory: MEMORY });

/** Rows as they come from a thread, with the names of their columns. */
export function rowsOf(method: ServiceMethod, raw: readonly RawRow[]): readonly ReadRow[] {
  const columns = listReadColumns(TABLES[method]);
  return raw.map((rawRow) => {
    const row: Record<string, Value> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i] ?? ''] = rawRow[i] ?? null;
    return row;
  });
}
