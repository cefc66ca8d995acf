import type { SyncFailure } from '#contract/documents.ts';
import { m } from '../paraglide/messages.js';
import { getErrorWords } from '../ui/errors.ts';
import type { IconName } from '../ui/icons.ts';
import type { DataSection } from './route-filter.ts';
import { readRoute, type Route } from './routes.ts';

export interface Section {
  readonly ruta: Route;
  readonly icono: IconName;
  readonly word: () => string;
  readonly title?: () => string;
  /** The group of the rail: daily work (`trabajo`), books (`datos`), or other entries (`fin`). */
  readonly grupo: (typeof GROUPS)[number];
}

export const GROUPS = ['trabajo', 'datos', 'fin'] as const;

type Shown = Pick<Section, 'icono' | 'word'>;
/** The books in the order of the rail: screens of local data, and screens that are computed from it. */
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

/** The rail, in order (docs/screens.md, Frame). */
export const SECTIONS: readonly Section[] = [
  { ruta: { seccion: 'inicio' }, icono: 'house', word: m.seccion_inicio, grupo: 'trabajo' },
  { ruta: { seccion: 'conciliar' }, icono: 'file-up', word: m.seccion_conciliar, grupo: 'trabajo' },
  { ruta: { seccion: 'conciliaciones' }, icono: 'list-checks', word: m.seccion_conciliaciones, grupo: 'trabajo' },
  {
    ruta: { seccion: 'sin-conciliar' },
    icono: 'circle-dashed',
    word: m.seccion_sin_conciliar,
    title: m.cola_cupones,
    grupo: 'trabajo',
  },
  ...Object.entries(BOOKS).map(([section, shown]): Section => ({
    ruta: readRoute(`#/${section}`),
    ...shown,
    grupo: 'datos',
  })),
  { ruta: { seccion: 'ajustes', parte: 'cuentas' }, icono: 'settings', word: m.seccion_ajustes, grupo: 'fin' },
];

/** Pages of *Sin conciliar* that are not in the rail. */
export const BESIDE_QUEUE: readonly Omit<Section, 'grupo'>[] = [
  {
    ruta: { seccion: 'sin-cupon' },
    icono: 'circle-dashed',
    word: m.seccion_sin_cupon,
    title: m.operaciones_sin_cupon,
  },
  { ruta: { seccion: 'caja' }, icono: 'circle-dashed', word: m.cola_caja },
];
export const SETTINGS = [
  { parte: 'cuentas', icono: 'store', word: m.ajustes_cuentas },
  { parte: 'plantillas', icono: 'layout-template', word: m.aj_plantillas },
  { parte: 'carpetas', icono: 'folder', word: m.aj_carpetas },
  { parte: 'envio', icono: 'send', word: m.envio },
  { parte: 'apariencia', icono: 'languages', word: m.ajustes_apariencia },
  { parte: 'datos', icono: 'refresh-cw', word: m.aj_datos },
  { parte: 'respaldos', icono: 'archive', word: m.aj_respaldos },
  { parte: 'actualizaciones', icono: 'download', word: m.aj_versiones },
  { parte: 'soporte', icono: 'scroll-text', word: m.aj_soporte },
  { parte: 'privacidad', icono: 'shield-check', word: m.privacidad },
  { parte: 'acerca', icono: 'info', word: m.aj_acerca },
] as const;
const findBesideQueue = ({ seccion }: Route) => BESIDE_QUEUE.find(({ ruta }) => ruta.seccion === seccion);

export function sectionOf(route: Route): Route['seccion'] {
  const isQueue = route.seccion === 'conciliaciones' && route.sinConciliar !== undefined;
  return isQueue || findBesideQueue(route) !== undefined ? 'sin-conciliar' : route.seccion;
}

/** The title of the browser tab and of the history: the name of the screen, with the number of a shown reconciliation. */
export function getPageTitle(route: Route): string {
  const section = sectionOf(route);
  const { word } = findBesideQueue(route) ?? SECTIONS.find((one) => one.ruta.seccion === section) ?? {};
  const screen = word?.() ?? '';
  const which = route.seccion === 'conciliaciones' ? route.id : undefined;
  return m.marco_titulo({ pantalla: which === undefined ? screen : `${screen} ${which}` });
}

/** The name of the screen that shows the rows of a service method; the method itself without such a screen. */
export function getScreenName(method: string): string {
  const named = method.replace(/^conciliar-.*/, 'conciliaciones');
  return SECTIONS.find(({ ruta }) => named.startsWith(ruta.seccion))?.word() ?? method;
}

/** Names the lists that could not be updated: one line per reason, in the order of the failures. */
export function describeFailedParts(failures: readonly Pick<SyncFailure, 'metodo' | 'codigo'>[]): readonly string[] {
  const byReason = new Map<SyncFailure['codigo'], Set<string>>();
  for (const { metodo, codigo } of failures) {
    const names = byReason.get(codigo) ?? new Set();
    byReason.set(codigo, names.add(getScreenName(metodo)));
  }
  return [...byReason].map(([code, names]) => {
    const { que, rest } = getErrorWords(code);
    return `${[...names].join(', ')}: ${[que, rest].join(' ').trim()}`;
  });
}
