export { openReview, type RevisionDb } from './open.ts';
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
} from './types.ts';
