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
export { createReaders } from './reader.ts';
export type { CacheReader, Readers, Passes, ReadTotals } from './reader-types.ts';
export { openMatchingRows, type MatchingRows } from './matching-rows.ts';
export { isDamaged } from '../sqlite/errors.ts';
export type * from './types.ts';
