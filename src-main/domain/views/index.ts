/** All views, in the order of the command line. Other data about views are records over `ViewName`, so that a new view must be in each to compile. */
import { calendario } from './calendario.ts';
import { comercios } from './comercios.ts';
import { conciliaciones } from './conciliaciones.ts';
import { impuestosTotales } from './impuestos-totales.ts';
import { impuestos } from './impuestos.ts';
import { liquidacionesConciliadas } from './liquidaciones-conciliadas.ts';
import { liquidacionesTotales } from './liquidaciones-totales.ts';
import { liquidaciones } from './liquidaciones.ts';
import { movimientos } from './movimientos.ts';
import { operaciones } from './operaciones.ts';
import { rechazos } from './rechazos.ts';
import type { RowOf, View } from './view.ts';

const ALL = {
  calendario,
  comercios,
  operaciones,
  movimientos,
  liquidaciones,
  'liquidaciones-totales': liquidacionesTotales,
  impuestos,
  'impuestos-totales': impuestosTotales,
  rechazos,
  'liquidaciones-conciliadas': liquidacionesConciliadas,
  conciliaciones,
} as const;
export type Views = typeof ALL;
export type ViewName = keyof Views;
/** The views that are read by windows of days: those with a `source`. */
export type ListName = { [N in ViewName]: Views[N]['source'] extends null ? never : N }[ViewName];
export type ScreenName = { [N in ViewName]: Views[N]['screen'] extends null ? never : N }[ViewName];
export type ListRow<N extends ListName> = RowOf<Views[N]>;

/** Each view under its own name; the type refuses other keys. */
export const VIEWS: { readonly [N in ViewName]: Views[N] & { readonly name: N } } = ALL;
const isView = (name: string): name is ViewName => name in ALL;
export const VIEW_NAMES: readonly ViewName[] = Object.keys(ALL).filter(isView);

export const LIST_NAMES: readonly ListName[] = VIEW_NAMES.filter(
  (name): name is ListName => VIEWS[name].source !== null,
);

export const SCREEN_NAMES: readonly ScreenName[] = VIEW_NAMES.filter(
  (name): name is ScreenName => VIEWS[name].screen !== null,
);

export const mapViews = <T>(make: (view: View<ViewName>) => T): Readonly<Record<ViewName, T>> =>
  // The keys are exactly the names of the views.
  Object.fromEntries(VIEW_NAMES.map((name) => [name, make(VIEWS[name])])) as Record<ViewName, T>;

export const METHODS: readonly ServiceMethod[] = [...VIEW_NAMES];
export type ServiceMethod = ViewName;

export type Vista = ServiceMethod | 'cupones';
export const VISTAS: readonly Vista[] = [...METHODS, 'cupones'];

/** How much requested data this PC has (docs/screens.md). `inestable`: the data changed while it was read. `desactualizada`: it was read too long ago. */
export type CoverageStatus = 'al_dia' | 'parcial' | 'desactualizada' | 'inestable' | 'nunca';
