import { m } from '../paraglide/messages.js';
import type { IconName } from '../ui/icons.ts';
import type { DataSection } from './route-filter.ts';
import { readRoute, type Route } from './routes.ts';

export interface Section {
  readonly ruta: Route;
  readonly icono: IconName;
  readonly word: () => string;
  /** The part of the rail: the day's work, the books, or the end. */
  readonly grupo: (typeof GROUPS)[number];
}

export const GROUPS = ['trabajo', 'datos', 'fin'] as const;

type Shown = Pick<Section, 'icono' | 'word'>;
/** The books, in the order of the rail: the screens of the local data and those made from it. */
const BOOKS: Readonly<Record<DataSection | 'calendario' | 'controles' | 'cierre', Shown>> = {
  operaciones: { icono: 'credit-card', word: m.seccion_operaciones },
  liquidaciones: { icono: 'receipt-text', word: m.seccion_liquidaciones },
  impuestos: { icono: 'percent', word: m.seccion_impuestos },
  movimientos: { icono: 'landmark', word: m.seccion_movimientos },
  rechazos: { icono: 'undo-2', word: m.seccion_rechazos },
  calendario: { icono: 'calendar-days', word: m.seccion_calendario },
  comercios: { icono: 'store', word: m.seccion_comercios },
  controles: { icono: 'scale', word: m.seccion_controles },
  cierre: { icono: 'lock', word: m.seccion_cierre },
};

/** The rail, in order (docs/screens.md, Frame). A section is here when its screen is. */
export const SECTIONS: readonly Section[] = [
  { ruta: { seccion: 'inicio' }, icono: 'house', word: m.seccion_inicio, grupo: 'trabajo' },
  { ruta: { seccion: 'conciliar' }, icono: 'file-up', word: m.seccion_conciliar, grupo: 'trabajo' },
  { ruta: { seccion: 'conciliaciones' }, icono: 'list-checks', word: m.seccion_conciliaciones, grupo: 'trabajo' },
  { ruta: { seccion: 'sin-conciliar' }, icono: 'circle-dashed', word: m.seccion_sin_conciliar, grupo: 'trabajo' },
  ...Object.entries(BOOKS).map(([section, shown]): Section => ({
    ruta: readRoute(`#/${section}`),
    ...shown,
    grupo: 'datos',
  })),
  { ruta: { seccion: 'ajustes', parte: 'cuentas' }, icono: 'settings', word: m.seccion_ajustes, grupo: 'fin' },
];

/** The section of the rail that a page belongs to. *Sin conciliar* has the queue, the queue of one age, and *Sin cupón*. */
export function sectionOf(route: Route): Route['seccion'] {
  const isQueue = route.seccion === 'conciliaciones' && route.sinConciliar !== undefined;
  return isQueue || route.seccion === 'sin-cupon' ? 'sin-conciliar' : route.seccion;
}

/** The title of the page for tab, history and screen reader: the screen, and the number of the reconciliation if it shows one. */
export function getPageTitle(route: Route): string {
  const section = sectionOf(route);
  const screen =
    route.seccion === 'sin-cupon'
      ? m.seccion_sin_cupon()
      : (SECTIONS.find((one) => one.ruta.seccion === section)?.word() ?? '');
  const which = route.seccion === 'conciliaciones' ? route.id : undefined;
  return m.marco_titulo({ pantalla: which === undefined ? screen : `${screen} ${which}` });
}
