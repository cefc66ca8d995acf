export { openReview } from './open.ts';
export { openReviewCoupons, type ReviewCoupons } from './review-coupons.ts';
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
