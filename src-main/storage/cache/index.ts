export { openAccountCache, setDamagedAside } from './open.ts';
export type { DataField as Field } from '#domain/views/filter-values.ts';
export { openWriter, type CacheWriter } from './writer.ts';
export {
  TABLES,
  getTimeColumn,
  type CacheTable,
  createEncoder,
  type ServiceRow,
  type FlatRows,
  type Value,
} from './row.ts';
export { createReaders, type AskedQueries, type CacheReader, type Passes } from './reader.ts';
export { openOwnCupones, type OwnCupones } from './own-cupones.ts';
export { openMatchingRows, type MatchingRows } from './matching-rows.ts';
export { isDamaged } from '../sqlite/open.ts';
export type { ReadableCache, WritableCache } from './open.ts';
export type { CacheReading } from './reading.ts';
export type { CrossCheck, UpcomingCredit } from './grouping.ts';
export type * from './types.ts';
