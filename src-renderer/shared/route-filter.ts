import { SCREEN_NAMES, type ScreenName } from '#contract/data-fields.ts';
import { OPERATORS } from '#contract/data.ts';

/** The screens of the local data, by section: every view with a grid that is not a tab of another view. */
export type DataSection = Exclude<ScreenName, `${ScreenName}-${string}`>;
/** True when a view is a tab of a section: its name is the section's plus a suffix, as `liquidaciones-totales`. */
export const isTabOf = (section: string, vista: string): boolean => vista.startsWith(`${section}-`);
export const DATA_SECTIONS: readonly DataSection[] = SCREEN_NAMES.filter(
  (name): name is DataSection => !SCREEN_NAMES.some((other) => isTabOf(other, name)),
);

/** A condition on a field. Several `igual` on one field are joined by *or*, everything else by *and*. Without `op` it is `igual`. */
export interface FieldFilter {
  readonly campo: string;
  readonly op?: (typeof OPERATORS)[number];
  readonly valor: string;
}

/** What the address of a data screen keeps. The screen has defaults for absent parts. */
export interface RouteFilter {
  /** The view of a tab; absent: the first tab. */
  readonly vista?: string;
  /** `YYYY-MM-DD`, both ends included. */
  readonly desde?: string;
  readonly hasta?: string;
  /** All dates. Without this and without `desde` and `hasta`, the period of the top bar applies. */
  readonly siempre?: boolean;
  /** The date field that `desde` and `hasta` limit, when it is not the view's usual one. */
  readonly campoFecha?: string;
  readonly filtros?: readonly FieldFilter[];
  readonly texto?: string;
  readonly orden?: { readonly campo: string; readonly desc: boolean };
  /** The row whose money trail is open. */
  readonly fila?: string;
  readonly retiradas?: boolean;
}

/** Reads the part of an address after `?`. The list judges its values (`features/data/known-filter.ts`). */
export function readFilter(query: string): RouteFilter {
  const params = new URLSearchParams(query);
  const readTextParam = (name: string): Record<string, string> => {
    const value = params.get(name);
    return value === null || value === '' ? {} : { [name]: value };
  };
  const filters = [...params].flatMap(([name, value]): FieldFilter[] => {
    const [prefix, field = '', operator] = name.split('.', 3);
    if (prefix !== 'f' || field === '') return [];
    const op = OPERATORS.find((each) => each === operator);
    return [{ campo: field, ...(op === undefined || op === 'igual' ? {} : { op }), valor: value }];
  });
  const [field = '', direction] = (params.get('orden') ?? '').split(':', 2);
  return {
    ...readTextParam('vista'),
    ...readTextParam('desde'),
    ...readTextParam('hasta'),
    ...readTextParam('campoFecha'),
    ...(filters.length === 0 ? {} : { filtros: filters }),
    ...readTextParam('texto'),
    ...(field === '' ? {} : { orden: { campo: field, desc: direction === 'desc' } }),
    ...readTextParam('fila'),
    ...(params.get('siempre') === 'si' ? { siempre: true } : {}),
    ...(params.get('retiradas') === 'si' ? { retiradas: true } : {}),
  };
}

/** The part of an address after `?`, without the `?`; empty when nothing is filtered. */
export function writeFilter({ filtros = [], orden, siempre, retiradas, ...texts }: RouteFilter): string {
  const params = new URLSearchParams();
  for (const name of ['vista', 'desde', 'hasta', 'campoFecha', 'texto', 'fila'] as const) {
    const value = texts[name];
    if (value !== undefined && value !== '') params.append(name, value);
  }
  for (const { campo, op, valor } of filtros) {
    params.append(op === undefined || op === 'igual' ? `f.${campo}` : `f.${campo}.${op}`, valor);
  }
  if (orden !== undefined) params.append('orden', orden.desc ? `${orden.campo}:desc` : orden.campo);
  if (siempre === true) params.append('siempre', 'si');
  if (retiradas === true) params.append('retiradas', 'si');
  return params.toString();
}
