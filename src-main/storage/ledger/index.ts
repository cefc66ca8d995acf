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
export { parseCupon } from './cupon-text.ts';
export { computeDigest } from './digest.ts';
export type { SentCupon as SentCoupon } from './sent-coupons.ts';
export { openUploadCupones as openUploadCoupons, type UploadCupones as UploadCoupons } from './upload-coupons.ts';
