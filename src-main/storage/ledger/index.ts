export { openLedger, createLedgerOver } from './open.ts';
export { refuseNewerLedger } from './newer.ts';
export {
  readContent,
  createCopy,
  examineCopy,
  listCopies,
  hasSameContent,
  refuseOtherAccount,
  restoreFile,
  restoreCopy,
  type LedgerContent,
  type LedgerCopy,
} from './backups.ts';
export { recordRestoration, isSound } from './copies.ts';
export type * from './types.ts';
export { computeDigest } from './digest.ts';
export type { SentCupon } from './sent-cupones.ts';
export { openUploadCupones, type UploadCupones } from './upload-cupones.ts';
