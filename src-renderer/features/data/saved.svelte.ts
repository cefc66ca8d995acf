import type { SavedView } from '#contract/data.ts';
import { OPERATORS } from '#contract/data-fields.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Vista } from './columns.ts';
import type { FieldFilter, RouteFilter } from '../../shared/route-filter.ts';
import { AccountQuestion } from '../../shared/task.svelte.ts';
import type { ChosenColumn } from '../../ui/grid/types.ts';
import type { Days } from './coverage.ts';

export class SavedViewsState extends AccountQuestion {
  list = $state.raw<readonly SavedView[]>([]);
  /** False until the list is read, which shows whether a new view would replace a saved one. */
  isRead = $state(false);

  read(vista: Vista): Promise<boolean> {
    return this.#attempt(() => this.api.call('vistas.listar', { cuenta: this.account, vista }), vista);
  }

  /** Saves a view and gives the view that it replaced, whose name may differ in capitals. Undefined when saving failed (see `failure`). */
  async save(
    name: string,
    vista: Vista,
    filter: RouteFilter,
    columns: readonly ChosenColumn[],
  ): Promise<{ readonly replaced: SavedView | undefined } | undefined> {
    const shown = columns.filter(({ oculta }) => oculta !== true);
    const input: MethodInput<'vistas.guardar'> = {
      cuenta: this.account,
      nombre: name,
      vista,
      ...getContent(filter),
      columnas: columns.length === 0 ? undefined : shown.map(({ clave, ancho }) => ({ campo: clave, ancho })),
    };
    const before = this.list;
    if (!(await this.#attempt(() => this.api.call('vistas.guardar', input), vista))) return undefined;
    const isKept = (stored: SavedView): boolean =>
      stored.nombre !== name && this.list.some(({ nombre }) => nombre === stored.nombre);
    return { replaced: this.list.length === before.length ? before.find((one) => !isKept(one)) : undefined };
  }

  /** Gives false when deleting failed (see `failure`). */
  remove(name: string, vista: Vista): Promise<boolean> {
    return this.#attempt(() => this.api.call('vistas.borrar', { cuenta: this.account, nombre: name, vista }), vista);
  }

  async #attempt(call: () => Promise<readonly SavedView[]>, vista: Vista): Promise<boolean> {
    const list = await this.run(call);
    if (list === undefined) return false;
    this.list = list.filter((one) => one.vista === vista);
    this.isRead = true;
    return true;
  }
}

/** The days of a saved view. `sigue`: the period of the screens when the view is opened. `fijo`: the days on screen when it was saved. `siempre`: all days. */
export type ViewPeriod = 'sigue' | 'fijo' | 'siempre';

export const getViewPeriod = ({ desde, hasta, siempre }: RouteFilter | SavedView): ViewPeriod =>
  siempre === true ? 'siempre' : (desde ?? hasta) === undefined ? 'sigue' : 'fijo';

/** Replaces the days of a filter as `which` says. `current`: the days on screen. */
export function withPeriod(
  { desde: _from, hasta: _to, siempre: _always, ...filter }: RouteFilter,
  which: ViewPeriod,
  { desde, hasta }: Days,
): RouteFilter {
  if (which === 'sigue') return filter;
  return which === 'siempre' ? { ...filter, siempre: true } : { ...filter, desde, hasta };
}

/** The part of a filter that a saved view keeps: all but the tab and the open row. */
const getContent = ({ desde, hasta, siempre, campoFecha, filtros, texto, retiradas, orden }: RouteFilter) => ({
  ...{ desde, hasta, siempre, campoFecha, texto, retiradas, orden },
  filtros: filtros === undefined ? undefined : [...filtros],
});

function filterOf({ campo, op, valor }: NonNullable<SavedView['filtros']>[number]): FieldFilter {
  const known = OPERATORS.find((each) => each === op);
  return known === undefined || known === 'igual' ? { campo, valor } : { campo, op: known, valor };
}

export const toFilter = ({ vista, filtros, ...rest }: SavedView, defaultView: Vista): RouteFilter => ({
  ...getContent({ ...rest, filtros: filtros?.map(filterOf) }),
  vista: vista === defaultView ? undefined : vista,
});

/** The columns of a saved view in order, with all other columns hidden. Undefined when the view keeps no columns. */
export function getViewColumns({ columnas }: SavedView, all: readonly string[]): readonly ChosenColumn[] | undefined {
  if (columnas === undefined) return undefined;
  const named = columnas.map(({ campo, ancho }) => ({ clave: campo, ancho }));
  const vistas = named.map(({ clave }) => clave);
  return [...named, ...all.filter((key) => !vistas.includes(key)).map((key) => ({ clave: key, oculta: true }))];
}
