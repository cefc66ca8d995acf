export { openLedger, createLedgerOver, type LedgerBackups, type TakenLedger } from './open.ts';
export { readContent } from './newer.ts';
export { replaceLedger } from './replace.ts';
export type { LedgerContent } from './content.ts';
export type * from './types.ts';
export { computeDigest } from './digest.ts';
export type { SentCupon } from './sent-cupones.ts';
export { openUploadCupones, type UploadCupones } from './upload-cupones.ts';
