import type { CoverageDocument, MethodFailure } from '#contract/documents.ts';
import { METHOD_FAILURES } from '#domain/texts/labels.ts';
import { wordIn } from '#domain/texts/language.ts';
import { m } from '../../paraglide/messages.js';
import type { StateName, IconName } from '../../ui/icons.ts';
import { withText, formatRange, formatShortDate } from '../../ui/format.ts';
import { addDays, capitalize } from '../../ui/dates.ts';
import { getLanguage, getSharedLabel } from '../../ui/language.ts';
import type { RouteFilter } from '../../shared/route-filter.ts';
import { getRange, type DateRange } from '../../shared/period.svelte.ts';

interface Stamp {
  readonly state: StateName;
  readonly word: string;
  readonly icon?: IconName;
}

/** True if the last day was not over when it was read, or is still to come: a later reading may have more rows of it. */
export const isLastDayOpen = ({ hasta, sincronizado }: CoverageDocument): boolean =>
  hasta !== null && sincronizado !== null && hasta >= sincronizado.slice(0, 10);

/** The line under a grid about how much of the requested data this PC has. */
export function getStamp(coverage: CoverageDocument): Stamp {
  const { estado, contratado, hasta, sincronizado, falla, soloApartadas, porOtraFecha } = coverage;
  if (sincronizado === null && falla !== undefined) return { state: 'aviso', word: m.datos_cobertura_rechazado() };
  if (!contratado) return { state: 'sin-datos', word: m.no_contratado() };
  switch (estado) {
    case 'al_dia':
      // The period ends after the day of the reading: for later days, the list has only what was known then.
      if (hasta !== null && sincronizado !== null && hasta > sincronizado.slice(0, 10))
        return { state: 'conciliado', word: m.datos_cobertura_futura() };
      if (isLastDayOpen(coverage)) return { state: 'conciliado', word: m.datos_cobertura_en_curso() };
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

export const describeFailure = ({ clase, cuando }: MethodFailure): string =>
  `${capitalize(wordIn(METHOD_FAILURES[clase], getLanguage()))} (${m.datos_falla_cuando({ cuando: formatShortDate(cuando) })})`;

/** Failed stretches of days that fit in the line; the oldest ones are left out. */
const MAX_FAILURES = 3;

export const describeFailures = ({ fallas = [] }: Pick<CoverageDocument, 'fallas'>): readonly string[] =>
  fallas
    .slice(-MAX_FAILURES)
    .map(({ desde, hasta, ...failure }) => `${formatRange(desde, hasta)}: ${describeFailure(failure)}`);

/** `01/09/2026 – 21/11/2026, leído el 21/11 10:32`; before the first reading, only a failure. */
export function describeCoverage(coverage: CoverageDocument): string {
  const { desde, hasta, sincronizado, falla, enDuda } = coverage;
  const days = desde === null || hasta === null ? [] : [formatRange(desde, hasta)];
  const readNote = sincronizado === null ? [] : [m.leido_el({ cuando: formatShortDate(sincronizado) })];
  const said = falla === undefined ? [] : [describeFailure(falla)];
  return [
    ...days,
    ...readNote,
    ...(enDuda === 0 ? [] : [m.datos_en_duda_n({ filas: m.n_filas(withText(enDuda)) })]),
    ...said,
    ...(sincronizado === null ? [] : describeFailures(coverage)),
  ].join(', ');
}

/**
 * Why there are no rows (docs/screens.md, empty states). `nunca`: never downloaded. `rechazado`: the service refused the list. `no-contratado`: the account
 * lacks the list. `parcial`: the unread part of the period may have rows. `nada`: the period was read and has no rows. `sin-filtro`: no row meets the filters.
 */
export type EmptyKind = 'nunca' | 'rechazado' | 'no-contratado' | 'parcial' | 'nada' | 'sin-filtro';

export function getEmptyKind(coverage: CoverageDocument, { filtros = [], texto = '' }: RouteFilter): EmptyKind {
  if (!coverage.contratado) return 'no-contratado';
  if (coverage.sincronizado === null) return coverage.falla === undefined ? 'nunca' : 'rechazado';
  if (filtros.length > 0 || texto !== '') return 'sin-filtro';
  return coverage.estado === 'parcial' && coverage.soloApartadas !== true ? 'parcial' : 'nada';
}

/** Days, both ends included; without `desde` or `hasta`, that side has no end. */
export interface Days {
  readonly desde?: string | undefined;
  readonly hasta?: string | undefined;
}

/**
 * The days that the button of an empty screen downloads: the screen's period, up to today. Empty, which means the last 90 days, when the period has no
 * beginning or begins after today, and when nothing was downloaded yet and the period lies within the last 90 days.
 */
export function getDaysToFetch(
  { desde, hasta }: Days,
  { hoy, hayDatos }: { readonly hoy: string; readonly hayDatos: boolean },
): Days {
  const untilToday = hasta !== undefined && hasta > hoy ? hoy : hasta;
  const offersNinety = !hayDatos && desde !== undefined && desde >= getRange('90', hoy).desde;
  return desde === undefined || desde > hoy || offersNinety ? {} : { desde, hasta: untilToday };
}

/** The days to download for a complete period: the days missing at one end, or else the whole period up to today. */
export function getMissingDays(days: DateRange, { desde, hasta }: CoverageDocument, today: string): DateRange {
  const last = days.hasta > today ? today : days.hasta;
  if (desde !== null && hasta !== null) {
    if (desde > days.desde && hasta >= last) return { desde: days.desde, hasta: addDays(desde, -1) };
    if (desde <= days.desde && hasta < last) return { desde: addDays(hasta, 1), hasta: last };
  }
  return { desde: days.desde, hasta: last };
}
