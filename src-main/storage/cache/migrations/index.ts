import type { Migration } from '../../sqlite/open.ts';
import { cacheCreate } from './0001-cache-create.ts';
import { cacheAddPaginas } from './0002-cache-add-paginas.ts';
import { busquedaCreate } from './0003-busqueda-create.ts';
import { busquedaTune } from './0004-busqueda-tune.ts';
import { cuarentenaIndex } from './0005-cuarentena-index.ts';
import { movimientosAddImporteNeto } from './0006-movimientos-add-importe-neto.ts';

export const MIGRATIONS: readonly Migration[] = [
  cacheCreate,
  cacheAddPaginas,
  busquedaCreate,
  busquedaTune,
  cuarentenaIndex,
  movimientosAddImporteNeto,
];
