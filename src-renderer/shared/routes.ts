import { writeResultFilter, readResultFilter, type ResultFilter } from './result-filter.ts';
import { writeFilter, readFilter, DATA_SECTIONS, type RouteFilter, type DataSection } from './route-filter.ts';

/** Where the person is. The route is the hash of the address, so that back, forward and reload work in both hosts. */
export type Route =
  /** `resultado`: the reconciliation whose result the wizard ended with. `paso`: the step of what is not sent yet. */
  | { readonly seccion: 'conciliar'; readonly resultado?: string; readonly paso?: StepInAddress }
  | { readonly seccion: SimpleSection }
  | CierreRoute
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

/** The closing of a month. `mes`: `YYYY-MM`; without it, the last month that is over. `cuit`: the taxpayer; without it, the first one. */
export interface CierreRoute {
  readonly seccion: 'cierre';
  readonly mes?: string;
  readonly cuit?: string;
}

/** The steps of the wizard that its address names; without one, it is where the review is taken up by itself. */
export const STEPS_IN_ADDRESS = ['columnas', 'previa', 'envio'] as const;
export type StepInAddress = (typeof STEPS_IN_ADDRESS)[number];

/** Screens with nothing of their own in the address; `screens.ts` has the file of each. */
const SIMPLE = ['inicio', 'calendario', 'controles', 'sin-conciliar', 'sin-cupon', 'caja'] as const;
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
  'actualizaciones',
  'soporte',
  'privacidad',
  'acerca',
] as const;
export type SettingsPart = (typeof PARTS)[number];

export const isDataRoute = (route: Route): route is DataRoute =>
  DATA_SECTIONS.some((section) => section === route.seccion);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // an address typed by hand: the service will say that the number does not exist
  }
}

/** The route of a hash; the first page for an unknown one. */
export function readRoute(hash: string): Route {
  const mark = hash.indexOf('?');
  const [path, query] = mark === -1 ? [hash, ''] : [hash.slice(0, mark), hash.slice(mark + 1)];
  const [, section = '', rest] = path.split('/', 3);
  const simple = SIMPLE.find((each) => each === section);
  if (simple !== undefined) return { seccion: simple };
  const dataSection = DATA_SECTIONS.find((each) => each === section);
  if (dataSection !== undefined) {
    const id = rest === undefined || rest === '' ? {} : { id: decode(rest) };
    return { seccion: dataSection, ...id, filtro: readFilter(query) };
  }
  switch (section) {
    case 'conciliar': {
      if (rest !== undefined && rest !== '') return { seccion: section, resultado: decode(rest) };
      const named = new URLSearchParams(query).get('paso');
      const step = STEPS_IN_ADDRESS.find((one) => one === named);
      return { seccion: section, ...(step === undefined ? {} : { paso: step }) };
    }
    case 'conciliaciones':
      return readConciliacionRoute(rest, query);
    case 'cierre': {
      const params = new URLSearchParams(query);
      const [month, cuit] = [params.get('mes') ?? '', params.get('cuit') ?? ''];
      return {
        seccion: section,
        ...(/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? { mes: month } : {}),
        ...(/^\d{11}$/.test(cuit) ? { cuit } : {}),
      };
    }
    case 'ajustes':
      return { seccion: section, parte: PARTS.find((part) => part === rest) ?? 'cuentas' };
    default:
      return { seccion: 'inicio' };
  }
}

function readConciliacionRoute(rest: string | undefined, query: string): Route {
  const section = 'conciliaciones';
  if (rest === undefined || rest === '') {
    const age = new URLSearchParams(query).get('sin_conciliar') ?? '';
    if (age === 'todas') return { seccion: section, sinConciliar: age };
    return /^\d{1,4}$/.test(age) ? { seccion: section, sinConciliar: Number(age) } : { seccion: section };
  }
  const filter = readResultFilter(query);
  return { seccion: section, id: decode(rest), ...(Object.keys(filter).length === 0 ? {} : { filtro: filter }) };
}

export function writeRoute(route: Route): string {
  if (isDataRoute(route)) {
    const query = writeFilter(route.filtro);
    return `${placeOf(route)}${query === '' ? '' : `?${query}`}`;
  }
  switch (route.seccion) {
    case 'conciliaciones': {
      if (route.sinConciliar !== undefined) return placeOf(route);
      const query = route.id === undefined ? '' : writeResultFilter(route.filtro ?? {});
      return `${placeOf(route)}${query === '' ? '' : `?${query}`}`;
    }
    case 'cierre': {
      const query = new URLSearchParams({
        ...(route.mes === undefined ? {} : { mes: route.mes }),
        ...(route.cuit === undefined ? {} : { cuit: route.cuit }),
      }).toString();
      return `${placeOf(route)}${query === '' ? '' : `?${query}`}`;
    }
    case 'ajustes':
      return `#/ajustes/${route.parte}`;
    case 'conciliar':
      if (route.resultado !== undefined) return `${placeOf(route)}/${encodeURIComponent(route.resultado)}`;
      return `${placeOf(route)}${route.paso === undefined ? '' : `?paso=${route.paso}`}`;
    case 'inicio':
    case 'calendario':
    case 'controles':
    case 'sin-conciliar':
    case 'sin-cupon':
    case 'caja':
      return `#/${route.seccion}`;
  }
}

/** The address without filters. When it changes, another page is shown and gets the focus. */
export function placeOf(route: Route): string {
  if (route.seccion === 'conciliar' || route.seccion === 'cierre') return `#/${route.seccion}`;
  if (!isDataRoute(route) && route.seccion !== 'conciliaciones') return writeRoute(route);
  if (route.seccion === 'conciliaciones' && route.sinConciliar !== undefined)
    return `#/conciliaciones?sin_conciliar=${String(route.sinConciliar)}`;
  return `#/${route.seccion}${route.id === undefined ? '' : `/${encodeURIComponent(route.id)}`}`;
}
