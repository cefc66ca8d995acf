import { SCREEN_NAMES, type ScreenName } from '#contract/data-fields.ts';
import { OPERATORS } from '#contract/data.ts';

/** The screens of the local data, by the name of their section: each view with a grid, but those that are tabs of another one. */
export type DataSection = Exclude<ScreenName, `${ScreenName}-${string}`>;
/** A view whose name goes on where that of another ends, as `liquidaciones-totales`, is a tab of its screen. */
export const isTabOf = (seccion: string, vista: string): boolean => vista.startsWith(`${seccion}-`);
export const DATA_SECTIONS: readonly DataSection[] = SCREEN_NAMES.filter(
  (name): name is DataSection => !SCREEN_NAMES.some((other) => isTabOf(other, name)),
);

/** Several `igual` on one field are *or*, everything else is *and*; `igual` when absent. */
export interface FieldFilter {
  readonly campo: string;
  readonly op?: (typeof OPERATORS)[number];
  readonly valor: string;
}

/** What a data screen shows, as its address keeps it. What is absent is the screen's own. */
export interface RouteFilter {
  /** A tab of the screen, by its view; the first one when absent. */
  readonly vista?: string;
  /** `YYYY-MM-DD`, both ends included. */
  readonly desde?: string;
  readonly hasta?: string;
  /** Whatever the date: without it, and without `desde` and `hasta`, the period of the top bar. */
  readonly siempre?: boolean;
  /** The date that `desde` and `hasta` mean, when not the view's own. */
  readonly campoFecha?: string;
  readonly filtros?: readonly FieldFilter[];
  /** What the person typed in the search box. */
  readonly texto?: string;
  readonly orden?: { readonly campo: string; readonly desc: boolean };
  /** The row whose money trail is open. */
  readonly fila?: string;
  /** With the rows that the service withdrew. */
  readonly retiradas?: boolean;
}

const CIVIL = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the part of an address after `?`. What is not understood is left out. */
export function readFilter(query: string): RouteFilter {
  const params = new URLSearchParams(query);
  const textParam = (nombre: string): Record<string, string> => {
    const valor = params.get(nombre);
    return valor === null || valor === '' ? {} : { [nombre]: valor };
  };
  const dayParam = (nombre: string): Record<string, string> =>
    CIVIL.test(params.get(nombre) ?? '') ? textParam(nombre) : {};
  const filtros = [...params].flatMap(([nombre, valor]): FieldFilter[] => {
    const [prefix, campo = '', operator] = nombre.split('.', 3);
    if (prefix !== 'f' || campo === '') return [];
    const op = OPERATORS.find((each) => each === operator);
    return [{ campo, ...(op === undefined || op === 'igual' ? {} : { op }), valor }];
  });
  const [campo = '', direction] = (params.get('orden') ?? '').split(':', 2);
  return {
    ...textParam('vista'),
    ...dayParam('desde'),
    ...dayParam('hasta'),
    ...textParam('campoFecha'),
    ...(filtros.length === 0 ? {} : { filtros }),
    ...textParam('texto'),
    ...(campo === '' ? {} : { orden: { campo, desc: direction === 'desc' } }),
    ...textParam('fila'),
    ...(params.get('siempre') === 'si' ? { siempre: true } : {}),
    ...(params.get('retiradas') === 'si' ? { retiradas: true } : {}),
  };
}

/** The part of an address after `?`, without it; empty when nothing is filtered. */
export function writeFilter({ filtros = [], orden, siempre, retiradas, ...texts }: RouteFilter): string {
  const params = new URLSearchParams();
  for (const nombre of ['vista', 'desde', 'hasta', 'campoFecha', 'texto', 'fila'] as const) {
    const valor = texts[nombre];
    if (valor !== undefined && valor !== '') params.append(nombre, valor);
  }
  for (const { campo, op, valor } of filtros) {
    params.append(op === undefined || op === 'igual' ? `f.${campo}` : `f.${campo}.${op}`, valor);
  }
  if (orden !== undefined) params.append('orden', orden.desc ? `${orden.campo}:desc` : orden.campo);
  if (siempre === true) params.append('siempre', 'si');
  if (retiradas === true) params.append('retiradas', 'si');
  return params.toString();
}
