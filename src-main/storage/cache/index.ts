export { openAccountCache, setDamagedAside } from './open.ts';
export { TABLES, getTimeColumn, type Field, type CacheTable } from './columns.ts';
export { openWriter, type CacheWriter } from './writer.ts';
export {
  createEncoder,
  createFlatRows,
  type ServiceRow,
  type FlatRows,
  type GrowingFlatRows,
  type Value,
} from './row.ts';
export { createReaders, type CacheReader, type Readers, type Passes, type ReadTotals } from './reader.ts';
export { openMatchingRows, type MatchingRows } from './matching-rows.ts';
export { isDamaged } from '../sqlite/errors.ts';
export type { ReadableCache, WritableCache } from './open.ts';
export type { CrossCheck, UpcomingCredit } from './grouping.ts';
export type * from './types.ts';
