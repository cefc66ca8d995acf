import type { CoberturaDocumento } from '#contract/documents.ts';
import type { FiltroRuta } from '../../marco/filtro-ruta.ts';

/**
 * Why there are no rows: never read, not contracted, read and none, or none that meets the filters (SCREENS.md, empty states). `parcial`:
 * something of the period was not read, and it may be there.
 */
export type ClaseDeVacio = 'nunca' | 'no-contratado' | 'parcial' | 'nada' | 'sin-filtro';

export function claseDeVacio(cobertura: CoberturaDocumento, { filtros = [], texto = '' }: FiltroRuta): ClaseDeVacio {
  if (!cobertura.contratado) return 'no-contratado';
  if (cobertura.sincronizado === null) return 'nunca';
  if (filtros.length > 0 || texto !== '') return 'sin-filtro';
  return cobertura.estado === 'parcial' ? 'parcial' : 'nada';
}
