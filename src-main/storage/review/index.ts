export { openReview } from './open.ts';
export {
  idDe,
  fileAndRowOf,
  type FindSent,
  type Correction,
  type Corrections,
  type StoredRow,
  type ReadRow,
  type NewRow,
  type GrupoDeFilas,
  type EqualsRequest,
  type Omission,
  type RevisionDb,
} from './types.ts';
