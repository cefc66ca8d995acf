import type { CoverageDocument, MethodFailure } from '#contract/documents.ts';
import { m } from '../../paraglide/messages.js';
import type { StateName } from '../../ui/states.ts';
import { withText, formatRange, formatShortDate } from '../../ui/format.ts';
import type { IconName } from '../../ui/icons.ts';
import { getSharedLabel } from '../../ui/labels.ts';

interface Stamp {
  readonly state: StateName;
  readonly word: string;
  readonly icon?: IconName;
}

/** The stamp under a grid: how much of the request this PC has. */
export function getStamp(coverage: CoverageDocument): Stamp {
  const { estado, contratado, sincronizado, falla, soloApartadas, porOtraFecha } = coverage;
  if (sincronizado === null && falla !== undefined) return { state: 'aviso', word: m.datos_cobertura_rechazado() };
  if (!contratado) return { state: 'sin-datos', word: m.datos_cobertura_no_contratado() };
  switch (estado) {
    case 'al_dia':
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
      return { state: 'sin-datos', word: m.datos_cobertura_nunca() };
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

/** Stretches of days that the line has room for: the newest ones. */
const MAX_FAILURES = 3;

/** Days that the service did not give: each stretch with its answer. */
export const describeFailures = ({ fallas = [] }: Pick<CoverageDocument, 'fallas'>): readonly string[] =>
  fallas
    .slice(-MAX_FAILURES)
    .map(({ desde, hasta, ...failure }) =>
      m.datos_falla_de_dias({ rango: formatRange(desde, hasta), falla: describeFailure(failure) }),
    );

/** `1 fila en duda`; empty without any. */
const describeInDoubt = ({ enDuda }: Pick<CoverageDocument, 'enDuda'>): readonly string[] =>
  enDuda === 0 ? [] : [m.datos_en_duda_n(withText(enDuda))];

/** `01/09/2026 – 21/11/2026, leído el 21/11 10:32`; empty when nothing was read nor refused. */
export function describeCoverage(coverage: CoverageDocument): string {
  const { desde, hasta, sincronizado, falla } = coverage;
  const days = desde === null || hasta === null ? [] : [formatRange(desde, hasta)];
  const readNote = sincronizado === null ? [] : [m.datos_leido({ cuando: formatShortDate(sincronizado) })];
  const said = falla === undefined ? [] : [describeFailure(falla)];
  return [
    ...days,
    ...readNote,
    ...describeInDoubt(coverage),
    ...said,
    ...(sincronizado === null ? [] : describeFailures(coverage)),
  ].join(', ');
}
