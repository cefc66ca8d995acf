export { openReview } from './open.ts';
export { openReviewCupones as openReviewCoupons, type ReviewCupones as ReviewCoupons } from './review-coupons.ts';
export {
  rowIdOf,
  fileAndRowOf,
  type FindSent,
  type Correction,
  type Corrections,
  type StoredRow,
  type ReadRow,
  type NewRow,
  type RowGroup as StoredRowGroup,
  type EqualsRequest,
  type Omission,
  type RevisionDb,
} from './types.ts';
