export { openLedger, openLedgerToRead, createLedgerOver, type LedgerBackups, type LedgerToRead } from './open.ts';
export { readContent } from './event-codec.ts';
export { replaceLedger } from './open.ts';
export type { Ledger } from './ledger.ts';
export type { OpenReading } from './reading.ts';
export type * from './types.ts';
export { computeDigest } from './digest.ts';
export type { SentCupon } from './sent-cupones.ts';
