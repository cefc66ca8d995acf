import { SCREEN_NAMES, type ScreenName, OPERATORS } from '#contract/data-fields.ts';
import type { ResultGroup } from '#contract/conciliaciones.ts';
import { RESULT_GROUPS } from '#contract/data-fields.ts';
import { isCivilDate } from '../ui/dates.ts';

/** The sections of local data: all views with a grid, except the views that are a tab of a section. */
export type DataSection = Exclude<ScreenName, `${ScreenName}-${string}`>;
/** True when a view is a tab of a section: its name begins with the section's name, as in `liquidaciones-totales`. */
export const isTabOf = (section: string, vista: string): boolean => vista.startsWith(`${section}-`);
export const DATA_SECTIONS: readonly DataSection[] = SCREEN_NAMES.filter(
  (name): name is DataSection => !SCREEN_NAMES.some((other) => isTabOf(other, name)),
);

/** Reads and writes one parameter of an address. Reading gives undefined for an invalid value; undefined is not written. */
interface Codec<T> {
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string | undefined;
}
export type Codecs<F> = { readonly [K in keyof F]-?: Codec<NonNullable<F[K]>> };

export const toTextCodec = (isValid: (text: string) => boolean): Codec<string> => ({
  read: (text) => (isValid(text) ? text : undefined),
  write: (text) => (text === '' ? undefined : text),
});
export const toChoiceCodec = <T extends string>(all: readonly T[]): Codec<T> => ({
  read: (text) => all.find((one) => one === text),
  write: (one) => one,
});
const TEXT = toTextCodec((text) => text !== '');
/** Reads and writes any text, also an empty one. */
const KEY: Codec<string> = { read: (text) => text, write: (text) => text };
const YES: Codec<boolean> = {
  read: (text) => text === 'si' || undefined,
  write: (isYes) => (isYes ? 'si' : undefined),
};

export function readParams<F extends object>(codecs: Codecs<F>, query: string): Partial<F> {
  const params = new URLSearchParams(query);
  const values: { -readonly [K in keyof F]?: F[K] } = {};
  for (const name in codecs) {
    const text = params.get(name);
    const value = text === null ? undefined : codecs[name].read(text);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

export function writeParams<F extends object>(
  codecs: Codecs<F>,
  values: { readonly [K in keyof F]?: F[K] | undefined },
): URLSearchParams {
  const params = new URLSearchParams();
  for (const name in codecs) {
    const value = values[name] ?? undefined;
    const text = value === undefined ? undefined : codecs[name].write(value);
    if (text !== undefined) params.append(name, text);
  }
  return params;
}

/** A condition on a field; `op` is `igual` by default. Several `igual` of one field are alternatives; all other conditions must hold together. */
export interface FieldFilter {
  readonly campo: string;
  readonly op?: (typeof OPERATORS)[number];
  readonly valor: string;
}

/** The filter in the address of a data screen. The screen has a default for each absent part. */
export interface RouteFilter {
  /** The view; absent for the first tab. */
  readonly vista?: string | undefined;
  /** `YYYY-MM-DD`, both ends included. */
  readonly desde?: string | undefined;
  readonly hasta?: string | undefined;
  /** True for all dates. Without `siempre`, `desde` and `hasta`, the period of the top bar applies. */
  readonly siempre?: boolean | undefined;
  /** The date field that `desde` and `hasta` limit, if not the default field of the view. */
  readonly campoFecha?: string | undefined;
  readonly filtros?: readonly FieldFilter[] | undefined;
  readonly texto?: string | undefined;
  readonly orden?: { readonly campo: string; readonly desc: boolean } | undefined;
  readonly fila?: string | undefined;
  readonly retiradas?: boolean | undefined;
}

const OF_DATA: Codecs<Omit<RouteFilter, 'filtros'>> = {
  vista: TEXT,
  desde: TEXT,
  hasta: TEXT,
  campoFecha: TEXT,
  texto: TEXT,
  fila: TEXT,
  orden: {
    read: (text) => {
      const [campo = '', direction] = text.split(':', 2);
      return campo === '' ? undefined : { campo, desc: direction === 'desc' };
    },
    write: ({ campo, desc }) => (desc ? `${campo}:desc` : campo),
  },
  siempre: YES,
  retiradas: YES,
};

/** Reads the query of an address (after `?`). `dropUnknown` (`features/data/sentence.ts`) checks the values later. */
export function readFilter(query: string): RouteFilter {
  const filtros = [...new URLSearchParams(query)].flatMap(([name, valor]): FieldFilter[] => {
    const [prefix, campo = '', operator] = name.split('.', 3);
    if (prefix !== 'f' || campo === '') return [];
    const op = OPERATORS.find((each) => each === operator);
    return [op === undefined || op === 'igual' ? { campo, valor } : { campo, op, valor }];
  });
  return { ...readParams(OF_DATA, query), ...(filtros.length === 0 ? {} : { filtros }) };
}

export function writeFilter({ filtros = [], ...rest }: RouteFilter): string {
  const params = writeParams(OF_DATA, rest);
  for (const { campo, op, valor } of filtros)
    params.append(op === undefined || op === 'igual' ? `f.${campo}` : `f.${campo}.${op}`, valor);
  return params.toString();
}

export interface CuponPlace {
  readonly fila: number;
  readonly archivo?: string;
}

export interface ResultFilter {
  readonly grupo?: ResultGroup;
  /** Days of sale, `YYYY-MM-DD`, both ends included. */
  readonly ventaDesde?: string;
  readonly ventaHasta?: string;
  /** `tarjeta` and `comercio` as the coupons have them; an empty text selects coupons without a value. */
  readonly tarjeta?: string;
  readonly comercio?: string;
  /** Selects the coupons that matched since the previous reading. */
  readonly nuevos?: boolean;
  readonly texto?: string;
  readonly cupon?: CuponPlace;
}

const OF_RESULT: Codecs<Omit<ResultFilter, 'cupon'>> = {
  grupo: toChoiceCodec(RESULT_GROUPS),
  ventaDesde: toTextCodec(isCivilDate),
  ventaHasta: toTextCodec(isCivilDate),
  texto: TEXT,
  tarjeta: KEY,
  comercio: KEY,
  nuevos: YES,
};
const OF_CUPON: Codecs<CuponPlace> = {
  fila: { read: (text) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined), write: String },
  archivo: TEXT,
};

/** Reads the query of an address (after `?`). Ignores invalid values. */
export function readResultFilter(query: string): ResultFilter {
  const { fila, ...file } = readParams(OF_CUPON, query);
  return { ...readParams(OF_RESULT, query), ...(fila === undefined ? {} : { cupon: { fila, ...file } }) };
}

export function writeResultFilter({ cupon, ...rest }: ResultFilter): string {
  const params = [writeParams(OF_RESULT, rest), writeParams(OF_CUPON, cupon ?? {})];
  return params.map(String).filter(Boolean).join('&');
}
