export { openResults } from './open.ts';
export { openReadings, type Readings } from './readings.ts';
export type { ReadingCupon, StoredCupon, StoredReading, Results } from './types.ts';
