import type { CoverageDocument, MethodFailure } from '#contract/documents.ts';
import { m } from '../../paraglide/messages.js';
import type { StateName, IconName } from '../../ui/icons.ts';
import { withText, formatRange, formatShortDate } from '../../ui/format.ts';
import { getSharedLabel } from '../../ui/language.ts';
import type { RouteFilter } from '../../shared/route-filter.ts';
import { getRange } from '../../shared/period.svelte.ts';

interface Stamp {
  readonly state: StateName;
  readonly word: string;
  readonly icon?: IconName;
}

/** The stamp under a grid: how much of the requested data this PC has. */
export function getStamp(coverage: CoverageDocument): Stamp {
  const { estado, contratado, hasta, sincronizado, falla, soloApartadas, porOtraFecha } = coverage;
  if (sincronizado === null && falla !== undefined) return { state: 'aviso', word: m.datos_cobertura_rechazado() };
  if (!contratado) return { state: 'sin-datos', word: m.no_contratado() };
  switch (estado) {
    case 'al_dia':
      // Days that had not come when they were read: the payments that were known then.
      if (hasta !== null && sincronizado !== null && hasta > sincronizado.slice(0, 10))
        return { state: 'conciliado', word: m.datos_cobertura_futura() };
      return { state: 'conciliado', word: m.datos_cobertura_al_dia(), icon: 'shield-check' };
    case 'desactualizada':
      return { state: 'espera', word: m.datos_cobertura_desactualizada() };
    case 'parcial':
      return {
        state: 'aviso',
        word:
          soloApartadas === true
            ? m.datos_cobertura_incompleta()
            : porOtraFecha === true
              ? m.datos_cobertura_otra_fecha()
              : m.datos_cobertura_parcial(),
      };
    case 'inestable':
      return { state: 'aviso', word: getSharedLabel('changedWhileRead') };
    case 'nunca':
      return { state: 'sin-datos', word: m.sin_bajar() };
  }
}

const SAID = {
  sin_permiso: m.datos_falla_permiso,
  no_existe: m.datos_falla_no_existe,
  falla: m.datos_falla_otra,
  sin_respuesta: m.datos_falla_sin_respuesta,
} as const;

/** What the service answered when it last refused a method, and when. */
export const describeFailure = ({ clase, cuando }: MethodFailure): string =>
  `${SAID[clase]()} (${m.datos_falla_cuando({ cuando: formatShortDate(cuando) })})`;

/** The line has room for this many stretches of days, the newest ones. */
const MAX_FAILURES = 3;

/** Days that the service did not give: each stretch with its answer. */
export const describeFailures = ({ fallas = [] }: Pick<CoverageDocument, 'fallas'>): readonly string[] =>
  fallas
    .slice(-MAX_FAILURES)
    .map(({ desde, hasta, ...failure }) =>
      m.datos_falla_de_dias({ rango: formatRange(desde, hasta), falla: describeFailure(failure) }),
    );

/** `01/09/2026 – 21/11/2026, leído el 21/11 10:32`; empty before the first reading. */
export function describeCoverage(coverage: CoverageDocument): string {
  const { desde, hasta, sincronizado, falla, enDuda } = coverage;
  const days = desde === null || hasta === null ? [] : [formatRange(desde, hasta)];
  const readNote = sincronizado === null ? [] : [m.datos_leido({ cuando: formatShortDate(sincronizado) })];
  const said = falla === undefined ? [] : [describeFailure(falla)];
  return [
    ...days,
    ...readNote,
    ...(enDuda === 0 ? [] : [m.datos_en_duda_n(withText(enDuda))]),
    ...said,
    ...(sincronizado === null ? [] : describeFailures(coverage)),
  ].join(', ');
}

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
