import type { CuponCampo } from '../cupon.ts';

/** Why a column was given to a field (docs/screens.md, step 2). */
export type MotivoMapeo = 'nombre' | 'contenido' | 'plantilla' | 'mapear';

export interface ColumnaMapeada {
  readonly campo: CuponCampo;
  readonly columna: number;
  readonly motivo: MotivoMapeo;
}
