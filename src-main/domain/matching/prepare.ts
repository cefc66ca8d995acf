import { createOperacionIndex, type OperacionIndex } from './candidates/operacion-index.ts';
import type { OperacionTable } from './fields/operacion-table.ts';
import type { Steps } from './progress.ts';

/** The indexed operations of an account. A worker keeps them while the cache does not change, and uses them for every question. */
export interface PreparedOperaciones {
  readonly table: OperacionTable;
  readonly index: OperacionIndex;
}

/** Indexes a table of operations. */
export function* prepareOperaciones(table: OperacionTable): Steps<PreparedOperaciones> {
  yield { stage: 'indice', done: 0, total: table.size };
  const index = createOperacionIndex(table);
  yield { stage: 'indice', done: table.size, total: table.size };
  return { table, index };
}
