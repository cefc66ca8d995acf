import { m } from '../paraglide/messages.js';
import type { IconName } from '../ui/icons.ts';
import type { DataSection } from './route-filter.ts';
import { readRoute, type Route } from './routes.ts';

export interface Section {
  readonly ruta: Route;
  readonly icono: IconName;
  readonly palabra: () => string;
  /** Which part of the rail: the day's work, the books, the end. */
  readonly grupo: (typeof GROUPS)[number];
}

export const GROUPS = ['trabajo', 'datos', 'fin'] as const;

type Shown = Pick<Section, 'icono' | 'palabra'>;
/** The books: the screens of the local data, and what is made of them. In the order of the rail. */
const BOOKS: Readonly<Record<DataSection | 'calendario' | 'controles', Shown>> = {
  operaciones: { icono: 'credit-card', palabra: m.seccion_operaciones },
  liquidaciones: { icono: 'receipt-text', palabra: m.seccion_liquidaciones },
  impuestos: { icono: 'percent', palabra: m.seccion_impuestos },
  movimientos: { icono: 'landmark', palabra: m.seccion_movimientos },
  rechazos: { icono: 'undo-2', palabra: m.seccion_rechazos },
  calendario: { icono: 'calendar-days', palabra: m.seccion_calendario },
  comercios: { icono: 'store', palabra: m.seccion_comercios },
  controles: { icono: 'scale', palabra: m.seccion_controles },
};

/** The rail, in order (docs/screens.md, Frame). A section is here when its screen is. */
export const SECTIONS: readonly Section[] = [
  { ruta: { seccion: 'inicio' }, icono: 'house', palabra: m.seccion_inicio, grupo: 'trabajo' },
  { ruta: { seccion: 'conciliar' }, icono: 'file-up', palabra: m.seccion_conciliar, grupo: 'trabajo' },
  { ruta: { seccion: 'conciliaciones' }, icono: 'list-checks', palabra: m.seccion_conciliaciones, grupo: 'trabajo' },
  { ruta: { seccion: 'sin-conciliar' }, icono: 'circle-dashed', palabra: m.seccion_sin_conciliar, grupo: 'trabajo' },
  ...Object.entries(BOOKS).map(([seccion, shown]): Section => ({
    ruta: readRoute(`#/${seccion}`),
    ...shown,
    grupo: 'datos',
  })),
  { ruta: { seccion: 'ajustes', parte: 'cuentas' }, icono: 'settings', palabra: m.seccion_ajustes, grupo: 'fin' },
];

/** The section of the rail that a page is of: what has no counterpart has two pages, and the queue of one age besides. */
export function sectionOf(ruta: Route): Route['seccion'] {
  const isQueue = ruta.seccion === 'conciliaciones' && ruta.sinConciliar !== undefined;
  return isQueue || ruta.seccion === 'sin-cupon' ? 'sin-conciliar' : ruta.seccion;
}

/** What the tab, the history and the voice call the page: its screen, and which one where the person knows it by its number. */
export function getPageTitle(ruta: Route): string {
  const section = sectionOf(ruta);
  const pantalla =
    ruta.seccion === 'sin-cupon'
      ? m.seccion_sin_cupon()
      : (SECTIONS.find((one) => one.ruta.seccion === section)?.palabra() ?? '');
  const cual = ruta.seccion === 'conciliaciones' ? ruta.id : undefined;
  return m.marco_titulo({ pantalla: cual === undefined ? pantalla : `${pantalla} ${cual}` });
}
