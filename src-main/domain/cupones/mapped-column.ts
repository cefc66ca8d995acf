import type { CuponField } from '../cupon.ts';

/** Why a column was given to a field (docs/screens.md, step 2). */
export type MappingMotivo = 'nombre' | 'contenido' | 'plantilla' | 'mapear';

export interface MappedColumn {
  readonly campo: CuponField;
  readonly columna: number;
  readonly motivo: MappingMotivo;
}
