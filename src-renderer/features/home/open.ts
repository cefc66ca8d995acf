import type { FigureTarget, HomeDocument } from '#contract/home.ts';
import { DATA_SECTIONS, isTabOf } from '../../shared/route-filter.ts';
import { writeRoute, type Route } from '../../shared/routes.ts';

/** The address of the rows behind a figure. */
export function getHref({ vista, ...filtro }: FigureTarget): string {
  const own = DATA_SECTIONS.find((seccion) => seccion === vista);
  if (own !== undefined) return writeRoute({ seccion: own, filtro });
  // Every other view is a tab of the screen whose name its own begins with.
  const seccion = DATA_SECTIONS.find((each) => isTabOf(each, vista)) ?? 'operaciones';
  return writeRoute({ seccion, filtro: { ...filtro, vista } });
}

/** The screen of the unmatched coupons: the result of their reconciliation, or the list of all when they are of several. */
export function getUnreconciledRoute(data: HomeDocument['sinConciliar']): Route {
  const seccion = 'conciliaciones';
  if (data === null || data.conciliacion === null) return { seccion };
  const which = new Set(data.edades.flatMap(({ en }) => en.map(({ conciliacion }) => conciliacion)));
  return which.size > 1 ? { seccion, sinConciliar: 'todas' } : { seccion, id: data.conciliacion };
}

/** The address of the rows of some days: sales by date of sale; credits by the bank movements that pay something, or by payment date. */
export function getPeriodHref(
  dias: { readonly desde: string; readonly hasta: string },
  campo: 'vendido' | 'acreditado',
  banco: boolean | null,
): string {
  if (campo === 'vendido') return getHref({ vista: 'operaciones', ...dias });
  return banco === true
    ? getHref({ vista: 'movimientos', ...dias, filtros: [{ campo: 'conciliado', valor: 'true' }] })
    : getHref({ vista: 'operaciones', campoFecha: 'fecha_pago', ...dias });
}

export const getDayHref = (fecha: string, campo: 'vendido' | 'acreditado', banco: boolean | null): string =>
  getPeriodHref({ desde: fecha, hasta: fecha }, campo, banco);
