export { openLedger, createLedgerOver, type LedgerBackups } from './open.ts';
export { readContent } from './newer.ts';
export { replaceLedger } from './replace.ts';
export type { Ledger } from './ledger.ts';
export type { OpenReading } from './reading.ts';
export type * from './types.ts';
export { computeDigest } from './digest.ts';
export type { SentCupon } from './sent-cupones.ts';
export { openUploadCupones, type UploadCupones } from './upload-cupones.ts';
