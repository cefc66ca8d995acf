import type { CoverageDocument } from '#contract/documents.ts';
import type { RouteFilter } from '../../shared/route-filter.ts';
import { getRange } from '../../shared/period-range.ts';

/**
 * Why there are no rows (docs/screens.md, empty states). `nunca`: nothing was read. `rechazado`: the service was asked and refused.
 * `no-contratado`: the account does not have it. `parcial`: part of the period was not read, and may have rows. `nada`: it was read and has none.
 * `sin-filtro`: no row meets the filters.
 */
export type EmptyKind = 'nunca' | 'rechazado' | 'no-contratado' | 'parcial' | 'nada' | 'sin-filtro';

export function getEmptyKind(coverage: CoverageDocument, { filtros = [], texto = '' }: RouteFilter): EmptyKind {
  if (!coverage.contratado) return 'no-contratado';
  if (coverage.sincronizado === null) return coverage.falla === undefined ? 'nunca' : 'rechazado';
  if (filtros.length > 0 || texto !== '') return 'sin-filtro';
  return coverage.estado === 'parcial' && coverage.soloApartadas !== true ? 'parcial' : 'nada';
}

/** Days of a list, both ends included; without an end, all before or after the other. */
export interface Days {
  readonly desde?: string | undefined;
  readonly hasta?: string | undefined;
}

/**
 * The days that the button of an empty screen downloads: its period, up to today. Empty, which means the last 90 days, when the period lies within
 * them and nothing was downloaded yet, or when the period has no beginning or begins after today.
 */
export function getDaysToFetch(
  { desde, hasta }: Days,
  { hoy, hayDatos }: { readonly hoy: string; readonly hayDatos: boolean },
): Days {
  const untilToday = hasta !== undefined && hasta > hoy ? hoy : hasta;
  const offersNinety = !hayDatos && desde !== undefined && desde >= getRange('90', hoy).desde;
  return desde === undefined || desde > hoy || offersNinety ? {} : { desde, hasta: untilToday };
}
