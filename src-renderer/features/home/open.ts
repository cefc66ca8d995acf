import type { FigureTarget } from '#contract/home.ts';
import { DATA_SECTIONS, isTabOf } from '../../shared/route-filter.ts';
import { writeRoute } from '../../shared/routes.ts';

/** The address of the rows behind a figure. */
export function getHref({ vista, ...filter }: FigureTarget): string {
  // A view without a screen is a tab of the section that its name begins with.
  const section = DATA_SECTIONS.find((each) => each === vista || isTabOf(each, vista)) ?? 'operaciones';
  return writeRoute({ seccion: section, filtro: section === vista ? filter : { ...filter, vista } });
}

/** The address of the rows of some days: sales by date of sale; credits by the bank movements that pay something, or by payment date. */
export function getPeriodHref(
  days: { readonly desde: string; readonly hasta: string },
  field: 'vendido' | 'acreditado',
  banco: boolean | null,
): string {
  if (field === 'vendido') return getHref({ vista: 'operaciones', ...days });
  return banco === true
    ? getHref({ vista: 'movimientos', ...days, filtros: [{ campo: 'conciliado', valor: 'true' }] })
    : getHref({ vista: 'operaciones', campoFecha: 'fecha_pago', ...days });
}

export const getDayHref = (date: string, field: 'vendido' | 'acreditado', banco: boolean | null): string =>
  getPeriodHref({ desde: date, hasta: date }, field, banco);
