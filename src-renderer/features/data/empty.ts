import type { CoverageDocument } from '#contract/documents.ts';
import type { RouteFilter } from '../../shared/route-filter.ts';
import { getRange } from '../../shared/period-range.ts';

/**
 * Why there are no rows: never read, not contracted, read and none, or none that meets the filters (docs/screens.md, empty states). `parcial`:
 * something of the period was not read, and it may be there. `rechazado`: it was asked for, and the service did not give it.
 */
export type EmptyKind = 'nunca' | 'rechazado' | 'no-contratado' | 'parcial' | 'nada' | 'sin-filtro';

export function getEmptyKind(cobertura: CoverageDocument, { filtros = [], texto = '' }: RouteFilter): EmptyKind {
  if (!cobertura.contratado) return 'no-contratado';
  if (cobertura.sincronizado === null) return cobertura.falla === undefined ? 'nunca' : 'rechazado';
  if (filtros.length > 0 || texto !== '') return 'sin-filtro';
  return cobertura.estado === 'parcial' && cobertura.soloApartadas !== true ? 'parcial' : 'nada';
}

interface Days {
  readonly desde?: string | undefined;
  readonly hasta?: string | undefined;
}

/**
 * The days that the button of an empty screen brings: those of its period, up to today. None, which is the last 90 days, when it asks for
 * them and nothing was downloaded yet, or when it has no beginning.
 */
export function getDaysToFetch(
  { desde, hasta }: Days,
  { hoy, hayDatos }: { readonly hoy: string; readonly hayDatos: boolean },
): Days {
  const untilToday = hasta !== undefined && hasta > hoy ? hoy : hasta;
  const offersNinety = !hayDatos && desde !== undefined && desde >= getRange('90', hoy).desde;
  return desde === undefined || desde > hoy || offersNinety ? {} : { desde, hasta: untilToday };
}
