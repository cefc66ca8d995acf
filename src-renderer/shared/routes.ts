import { writeResultFilter, readResultFilter, type ResultFilter } from './result-filter.ts';
import { writeFilter, readFilter, DATA_SECTIONS, type RouteFilter, type DataSection } from './route-filter.ts';

/** Where the person is. The route is the hash of the address, so that back, forward and reload work in both hosts. */
export type Route =
  /** `resultado`: the reconciliation whose result the wizard ended with. */
  | { readonly seccion: 'conciliar'; readonly resultado?: string }
  | { readonly seccion: SimpleSection }
  | ConciliacionesRoute
  | DataRoute
  | { readonly seccion: 'ajustes'; readonly parte: SettingsPart };

/** The list. With `id`, the result of one. With `sinConciliar`, unmatched coupons of all: of the age that begins on that day, or of every age. */
interface ConciliacionesRoute {
  readonly seccion: 'conciliaciones';
  readonly id?: string;
  readonly filtro?: ResultFilter;
  readonly sinConciliar?: number | 'todas';
}

/** Screens with nothing of their own in the address; `screens.ts` has the file of each. */
const SIMPLE = ['inicio', 'calendario', 'controles', 'sin-conciliar', 'sin-cupon'] as const;
export type SimpleSection = (typeof SIMPLE)[number];

/** A screen of the local data: `id` opens the page of one record; else the list, as `filtro` says. */
export interface DataRoute {
  readonly seccion: DataSection;
  readonly id?: string;
  readonly filtro: RouteFilter;
}

const PARTS = [
  'cuentas',
  'plantillas',
  'carpetas',
  'envio',
  'apariencia',
  'datos',
  'respaldos',
  'traslado',
  'actualizaciones',
  'soporte',
  'privacidad',
  'acerca',
] as const;
export type SettingsPart = (typeof PARTS)[number];

export const isDataRoute = (ruta: Route): ruta is DataRoute =>
  DATA_SECTIONS.some((seccion) => seccion === ruta.seccion);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // an address typed by hand: the service will say that the number does not exist
  }
}

/** The route of a hash; the first page for an unknown one. */
export function readRoute(hash: string): Route {
  const outcome = hash.indexOf('?');
  const [camino, query] = outcome === -1 ? [hash, ''] : [hash.slice(0, outcome), hash.slice(outcome + 1)];
  const [, seccion = '', rest] = camino.split('/', 3);
  const simple = SIMPLE.find((each) => each === seccion);
  if (simple !== undefined) return { seccion: simple };
  const dataSection = DATA_SECTIONS.find((each) => each === seccion);
  if (dataSection !== undefined) {
    const id = rest === undefined || rest === '' ? {} : { id: decode(rest) };
    return { seccion: dataSection, ...id, filtro: readFilter(query) };
  }
  switch (seccion) {
    case 'conciliar':
      return rest === undefined || rest === '' ? { seccion } : { seccion, resultado: decode(rest) };
    case 'conciliaciones':
      return readConciliacionRoute(rest, query);
    case 'ajustes':
      return { seccion, parte: PARTS.find((parte) => parte === rest) ?? 'cuentas' };
    default:
      return { seccion: 'inicio' };
  }
}

function readConciliacionRoute(rest: string | undefined, query: string): Route {
  const seccion = 'conciliaciones';
  if (rest === undefined || rest === '') {
    const edad = new URLSearchParams(query).get('sin_conciliar') ?? '';
    if (edad === 'todas') return { seccion, sinConciliar: edad };
    return /^\d{1,4}$/.test(edad) ? { seccion, sinConciliar: Number(edad) } : { seccion };
  }
  const filtro = readResultFilter(query);
  return { seccion, id: decode(rest), ...(Object.keys(filtro).length === 0 ? {} : { filtro }) };
}

export function writeRoute(ruta: Route): string {
  if (isDataRoute(ruta)) {
    const query = writeFilter(ruta.filtro);
    return `${placeOf(ruta)}${query === '' ? '' : `?${query}`}`;
  }
  switch (ruta.seccion) {
    case 'conciliaciones': {
      if (ruta.sinConciliar !== undefined) return placeOf(ruta);
      const query = ruta.id === undefined ? '' : writeResultFilter(ruta.filtro ?? {});
      return `${placeOf(ruta)}${query === '' ? '' : `?${query}`}`;
    }
    case 'ajustes':
      return `#/ajustes/${ruta.parte}`;
    case 'conciliar':
      return ruta.resultado === undefined ? '#/conciliar' : `#/conciliar/${encodeURIComponent(ruta.resultado)}`;
    case 'inicio':
    case 'calendario':
    case 'controles':
    case 'sin-conciliar':
    case 'sin-cupon':
      return `#/${ruta.seccion}`;
  }
}

/** The address without filters. When it changes, another page is shown and gets the focus. */
export function placeOf(ruta: Route): string {
  if (ruta.seccion === 'conciliar') return '#/conciliar';
  if (!isDataRoute(ruta) && ruta.seccion !== 'conciliaciones') return writeRoute(ruta);
  if (ruta.seccion === 'conciliaciones' && ruta.sinConciliar !== undefined)
    return `#/conciliaciones?sin_conciliar=${String(ruta.sinConciliar)}`;
  return `#/${ruta.seccion}${ruta.id === undefined ? '' : `/${encodeURIComponent(ruta.id)}`}`;
}
