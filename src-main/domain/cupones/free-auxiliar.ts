import { AUXILIARES, type AuxiliarCampo } from '../cupon.ts';

/** The highest auxiliar whose bit (n − 1) is not set: where the upload's marker goes. null when all are used. */
export function freeAuxiliar(used: number): AuxiliarCampo | null {
  return AUXILIARES.findLast((_campo, index) => (used & (1 << index)) === 0) ?? null;
}
