import { AUXILIARIES, type AuxiliaryField } from '../cupon.ts';

/** The highest auxiliary field whose bit (n − 1) is not set: where the upload's marker goes. null when all are used. */
export function findFreeAuxiliary(used: number): AuxiliaryField | null {
  return AUXILIARIES.findLast((_field, index) => (used & (1 << index)) === 0) ?? null;
}
