export { openReview } from './open.ts';
export { openReviewCupones, type ReviewCupones } from './review-cupones.ts';
export {
  rowIdOf,
  fileAndRowOf,
  type FindSent,
  type Correction,
  type Corrections,
  type StoredRow,
  type ReviewedRow,
  type NewRow,
  type RowGroup as StoredRowGroup,
  type EqualsRequest,
  type Omission,
  type RevisionDb,
} from './types.ts';
