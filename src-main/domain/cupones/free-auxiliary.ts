import { AUXILIARES, type AuxiliarField } from '../cupon.ts';

/** The highest auxiliar whose bit (n − 1) is not set: where the upload's marker goes. null when all are used. */
export function freeAuxiliar(used: number): AuxiliarField | null {
  return AUXILIARES.findLast((_field, index) => (used & (1 << index)) === 0) ?? null;
}
