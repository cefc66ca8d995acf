import {
  DATA_SECTIONS,
  toChoiceCodec,
  readFilter,
  readParams,
  readResultFilter,
  toTextCodec,
  writeFilter,
  writeParams,
  writeResultFilter,
  type Codecs,
  type DataSection,
  type ResultFilter,
  type RouteFilter,
} from './route-filter.ts';
import { VISTA_DATE } from '#contract/data-fields.ts';

/** A screen with its parameters. The hash of the address contains it, so that back, forward and reload work in both hosts. */
export type Route =
  /** `resultado`: the reconciliation whose result is shown. `paso`: the step to open. */
  | {
      readonly seccion: 'conciliar';
      readonly resultado?: string | undefined;
      readonly paso?: StepInAddress | undefined;
    }
  /** `texto`: what *Operaciones sin cupón* is searched for. */
  | { readonly seccion: SimpleSection; readonly texto?: string | undefined }
  | CierreRoute
  | ConciliacionesRoute
  | DataRoute
  | { readonly seccion: 'ajustes'; readonly parte: SettingsPart };

/**
 * The list of reconciliations, or the result of the reconciliation `id`. With `sinConciliar`: the unmatched coupons of all reconciliations, of every age
 * (`todas`) or of the age group that begins with that number of days. `mes` (`YYYY-MM`): only coupons sold in that month.
 */
interface ConciliacionesRoute {
  readonly seccion: 'conciliaciones';
  readonly id?: string;
  readonly filtro?: ResultFilter;
  readonly sinConciliar?: number | 'todas';
  readonly mes?: string;
}

/** The closing of a month. `mes`: `YYYY-MM`, by default the last month that has ended. `cuit`: the taxpayer, by default the first. */
export interface CierreRoute {
  readonly seccion: 'cierre';
  readonly mes?: string | undefined;
  readonly cuit?: string | undefined;
}

/** The steps of the wizard that an address can name. Without a step, the wizard opens the step that fits the state of the files. */
export const STEPS_IN_ADDRESS = ['columnas', 'previa', 'envio'] as const;
export type StepInAddress = (typeof STEPS_IN_ADDRESS)[number];

const SIMPLE = ['inicio', 'calendario', 'controles', 'sin-conciliar', 'sin-cupon', 'caja'] as const;
export type SimpleSection = (typeof SIMPLE)[number];

/** A screen of local data: the page of the record `id`, or else the list with `filtro`. */
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

/** True for a screen that shows the period of the top bar. */
export const hasPeriod = (route: Route): boolean =>
  isDataRoute(route)
    ? VISTA_DATE[route.seccion] !== null && route.id === undefined
    : route.seccion === 'controles' || route.seccion === 'sin-cupon' || route.seccion === 'caja';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // typed by hand: the service will say that this number does not exist
  }
}

const OF_WIZARD: Codecs<{ readonly paso: StepInAddress }> = { paso: toChoiceCodec(STEPS_IN_ADDRESS) };
const OF_SEARCH: Codecs<{ readonly texto: string }> = { texto: toTextCodec((text) => text !== '') };
const OF_MONTH: Codecs<{ readonly mes: string }> = {
  mes: toTextCodec((text) => /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/.test(text)),
};
const OF_CIERRE: Codecs<Omit<CierreRoute, 'seccion'>> = {
  ...OF_MONTH,
  cuit: toTextCodec((text) => /^\d{11}$/.test(text)),
};

/** Gives the route of a hash, and *Inicio* for an unknown hash. */
export function readRoute(hash: string): Route {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/su.exec(hash) ?? [];
  const [, section = '', rest = ''] = path.split('/', 3);
  const simple = SIMPLE.find((each) => each === section);
  if (simple !== undefined) return { seccion: simple, ...readParams(OF_SEARCH, query) };
  const id = decode(rest);
  const dataSection = DATA_SECTIONS.find((each) => each === section);
  if (dataSection !== undefined)
    return { seccion: dataSection, ...(id === '' ? {} : { id }), filtro: readFilter(query) };
  switch (section) {
    case 'conciliar':
      return id === '' ? { seccion: section, ...readParams(OF_WIZARD, query) } : { seccion: section, resultado: id };
    case 'conciliaciones':
      return { seccion: section, ...(id === '' ? readAge(query) : { id, ...readResult(query) }) };
    case 'cierre':
      return { seccion: section, ...readParams(OF_CIERRE, query) };
    case 'ajustes':
      return { seccion: section, parte: PARTS.find((part) => part === rest) ?? 'cuentas' };
    default:
      return { seccion: 'inicio' };
  }
}

function readAge(query: string): Pick<ConciliacionesRoute, 'sinConciliar' | 'mes'> {
  const age = new URLSearchParams(query).get('sin_conciliar') ?? '';
  const month = readParams(OF_MONTH, query);
  if (age === 'todas') return { sinConciliar: age, ...month };
  return /^(?:-1|\d{1,4})$/.test(age) ? { sinConciliar: Number(age), ...month } : {};
}

function readResult(query: string): Pick<ConciliacionesRoute, 'filtro'> {
  const filtro = readResultFilter(query);
  return Object.keys(filtro).length === 0 ? {} : { filtro };
}

function writeQuery(route: Route): string {
  if (isDataRoute(route)) return writeFilter(route.filtro);
  if (route.seccion === 'conciliaciones')
    return route.id === undefined || route.sinConciliar !== undefined ? '' : writeResultFilter(route.filtro ?? {});
  if (route.seccion === 'cierre') return writeParams(OF_CIERRE, route).toString();
  if (route.seccion === 'conciliar') return writeParams(OF_WIZARD, route).toString();
  return 'texto' in route ? writeParams(OF_SEARCH, route).toString() : '';
}

export function writeRoute(route: Route): string {
  if (route.seccion === 'conciliar' && route.resultado !== undefined)
    return `${placeOf(route)}/${encodeURIComponent(route.resultado)}`;
  const query = writeQuery(route);
  return `${placeOf(route)}${query === '' ? '' : `?${query}`}`;
}

/** Identifies a page by route, without filters except age and month of unmatched coupons. When the identity changes, the new page gets the focus. */
export function placeOf(route: Route): string {
  const place = `#/${route.seccion}`;
  if (route.seccion === 'ajustes') return `${place}/${route.parte}`;
  if (route.seccion === 'conciliaciones' && route.sinConciliar !== undefined) {
    const month = route.mes === undefined ? '' : `&mes=${route.mes}`;
    return `${place}?sin_conciliar=${String(route.sinConciliar)}${month}`;
  }
  return 'id' in route && route.id !== undefined ? `${place}/${encodeURIComponent(route.id)}` : place;
}
