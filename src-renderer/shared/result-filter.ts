import { RESULT_GROUPS, type ResultGroup } from '#contract/conciliaciones.ts';
import { isCivilDate } from './period.svelte.ts';

/** One of our coupons by its place: the row, and the workbook of the upload. */
export interface CuponPlace {
  readonly fila: number;
  readonly archivo?: string;
}

/** What a link to a result shows. The screen has defaults for absent parts. */
export interface ResultFilter {
  readonly grupo?: ResultGroup;
  /** Days of sale, `YYYY-MM-DD`, both ends included. */
  readonly ventaDesde?: string;
  readonly ventaHasta?: string;
  /** As the coupons write them; an empty text shows those that do not say it. */
  readonly tarjeta?: string;
  readonly comercio?: string;
  /** Only what matched since the previous reading. */
  readonly nuevos?: boolean;
  readonly texto?: string;
  readonly cupon?: CuponPlace;
}

/** Reads the part of an address after `?`. Ignores values that make no sense. */
export function readResultFilter(query: string): ResultFilter {
  const params = new URLSearchParams(query);
  const group = RESULT_GROUPS.find((each) => each === params.get('grupo'));
  const readDayFilter = (name: 'ventaDesde' | 'ventaHasta'): ResultFilter => {
    const value = params.get(name) ?? '';
    return isCivilDate(value) ? { [name]: value } : {};
  };
  const readKey = (name: 'tarjeta' | 'comercio'): ResultFilter => {
    const value = params.get(name);
    return value === null ? {} : { [name]: value };
  };
  const text = params.get('texto') ?? '';
  const row = params.get('fila') ?? '';
  const file = params.get('archivo') ?? '';
  const place = { fila: Number(row), ...(file === '' ? {} : { archivo: file }) };
  return {
    ...(group === undefined ? {} : { grupo: group }),
    ...readDayFilter('ventaDesde'),
    ...readDayFilter('ventaHasta'),
    ...readKey('tarjeta'),
    ...readKey('comercio'),
    ...(params.get('nuevos') === 'si' ? { nuevos: true } : {}),
    ...(text === '' ? {} : { texto: text }),
    ...(/^[1-9]\d{0,6}$/.test(row) ? { cupon: place } : {}),
  };
}

/** The part of an address after `?`, without the `?`; empty for an empty filter. */
export function writeResultFilter({ cupon, nuevos, ...texts }: ResultFilter): string {
  const params = new URLSearchParams();
  for (const name of ['grupo', 'ventaDesde', 'ventaHasta', 'texto'] as const) {
    const value = texts[name];
    if (value !== undefined && value !== '') params.append(name, value);
  }
  for (const name of ['tarjeta', 'comercio'] as const) {
    const value = texts[name];
    if (value !== undefined) params.append(name, value);
  }
  if (nuevos === true) params.append('nuevos', 'si');
  if (cupon !== undefined) {
    params.append('fila', String(cupon.fila));
    if (cupon.archivo !== undefined && cupon.archivo !== '') params.append('archivo', cupon.archivo);
  }
  return params.toString();
}
