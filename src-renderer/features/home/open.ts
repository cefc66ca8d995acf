import type { FigureTarget, HomeCost, InDoubt, ListTotal } from '#contract/home.ts';
import { DATA_SECTIONS, isTabOf } from '../../shared/route-filter.ts';
import { writeRoute } from '../../shared/routes.ts';
import type { DateRange } from '../../shared/period.svelte.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, formatAmount, withOtherSign } from '../../ui/format.ts';
import type { CoverageDocument } from '#contract/documents.ts';

export function getHref({ vista, ...filter }: FigureTarget): string {
  // A view without a section is a tab of the section whose name begins the view's name.
  const section = DATA_SECTIONS.find((each) => each === vista || isTabOf(each, vista)) ?? 'operaciones';
  return writeRoute({ seccion: section, filtro: section === vista ? filter : { ...filter, vista } });
}

/** The address of the rows of some days: sales by date of sale; credits as bank movements that pay something or, without a bank, as payments by date. */
export function getPeriodHref(days: DateRange, field: 'vendido' | 'acreditado', banco: boolean | null): string {
  if (field === 'vendido') return getHref({ vista: 'operaciones', ...days });
  return banco === true
    ? getHref({ vista: 'movimientos', ...days, filtros: [{ campo: 'conciliado', valor: 'true' }] })
    : getHref({ vista: 'operaciones', campoFecha: 'fecha_pago', ...days });
}

export const getDayHref = (date: string, field: 'vendido' | 'acreditado', banco: boolean | null): string =>
  getPeriodHref({ desde: date, hasta: date }, field, banco);

const REASONS: Readonly<Record<ListTotal['partes'][number]['motivo'], (importe: string) => string>> = {
  debitos: (importe) => m.acreditar_debitos({ importe: formatAmount(importe) }),
  sin_vincular: (importe) => m.acreditar_sin_vincular({ importe: formatAmount(importe) }),
  descuentos: (importe) => m.acreditar_descuentos({ importe: formatAmount(withOtherSign(importe)) }),
  sin_bajar: (importe) => m.acreditar_sin_bajar({ importe: formatAmount(importe) }),
  sin_explicar: (importe) => m.acreditar_sin_explicar({ importe: formatAmount(importe) }),
};

/** Says what the list of a figure adds up to, and why that is not the figure; empty if it is. */
export const describeList = (list: ListTotal | null): string =>
  list === null
    ? ''
    : m.acreditar_lista_banco({
        importe: formatAmount(list.importe),
        partes: list.partes.map(({ motivo, importe }) => REASONS[motivo](importe)).join(', '),
      });

const VIEWS: Readonly<Record<InDoubt['vista'], () => string>> = {
  operaciones: m.seccion_operaciones,
  liquidaciones: m.seccion_liquidaciones,
  rechazos: m.seccion_rechazos,
};

export const describeDoubt = ({ vista, filas, importe, abrir }: InDoubt) => ({
  vista,
  href: getHref(abrir),
  words: `${VIEWS[vista]()}: ${formatNumber(filas)}, ${formatAmount(importe)}`,
});

/** Leaves out months before the first known cost, which were not downloaded, and after the last, which have no settlement yet. */
export function keepKnown(costs: readonly HomeCost[]): readonly HomeCost[] {
  const isKnown = (place: number): boolean => costs.some(({ meses }) => (meses[place]?.total ?? null) !== null);
  const first = costs[0]?.meses.findIndex((_, place) => isKnown(place)) ?? 0;
  const last = costs[0]?.meses.findLastIndex((_, place) => isKnown(place)) ?? 0;
  return first < 0 ? costs : costs.map((cost) => ({ ...cost, meses: cost.meses.slice(first, last + 1) }));
}

/** Says an age as a range of days since the sale, both ends included. */
export function describeAge({ desde, hasta }: { readonly desde: number; readonly hasta: number | null }): string {
  if (desde < 0) return m.edad_futura();
  if (hasta === null) return m.edad_mas_de({ dias: desde - 1 });
  return desde === 0 ? m.edad_hasta({ dias: hasta }) : m.edad_entre({ desde, hasta });
}

/** Says that rows may be missing, because the service lists them by payment date; undefined when none can be missing for this reason. */
export const describeOtherDate = ({ porOtraFecha }: CoverageDocument): string | undefined =>
  porOtraFecha === true ? m.inicio_otra_fecha() : undefined;
