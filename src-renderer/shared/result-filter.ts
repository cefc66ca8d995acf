import { RESULT_GROUPS, type ResultGroup } from '#contract/conciliaciones.ts';

const CIVIL = /^\d{4}-\d{2}-\d{2}$/;

/** One of our coupons by its place: the row, and the workbook of the upload. */
export interface CuponPlace {
  readonly fila: number;
  readonly archivo?: string;
}

/** What a link to a result shows of it. The screen decides what is absent here. */
export interface ResultFilter {
  readonly grupo?: ResultGroup;
  /** Days of sale, `YYYY-MM-DD`, both ends included. */
  readonly ventaDesde?: string;
  readonly ventaHasta?: string;
  /** Only what matched since the previous reading. */
  readonly nuevos?: boolean;
  readonly texto?: string;
  /** One coupon, which is chosen. */
  readonly cupon?: CuponPlace;
}

/** Reads the part of an address after `?`. What is not understood is left out. */
export function readResultFilter(query: string): ResultFilter {
  const params = new URLSearchParams(query);
  const grupo = RESULT_GROUPS.find((each) => each === params.get('grupo'));
  const dayFilter = (nombre: 'ventaDesde' | 'ventaHasta'): ResultFilter => {
    const valor = params.get(nombre) ?? '';
    return CIVIL.test(valor) ? { [nombre]: valor } : {};
  };
  const texto = params.get('texto') ?? '';
  const fila = params.get('fila') ?? '';
  const archivo = params.get('archivo') ?? '';
  const place = { fila: Number(fila), ...(archivo === '' ? {} : { archivo }) };
  return {
    ...(grupo === undefined ? {} : { grupo }),
    ...dayFilter('ventaDesde'),
    ...dayFilter('ventaHasta'),
    ...(params.get('nuevos') === 'si' ? { nuevos: true } : {}),
    ...(texto === '' ? {} : { texto }),
    ...(/^[1-9]\d{0,6}$/.test(fila) ? { cupon: place } : {}),
  };
}

/** The part of an address after `?`, without the `?`; empty when nothing is narrowed. */
export function writeResultFilter({ cupon, nuevos, ...texts }: ResultFilter): string {
  const params = new URLSearchParams();
  for (const nombre of ['grupo', 'ventaDesde', 'ventaHasta', 'texto'] as const) {
    const valor = texts[nombre];
    if (valor !== undefined && valor !== '') params.append(nombre, valor);
  }
  if (nuevos === true) params.append('nuevos', 'si');
  if (cupon !== undefined) {
    params.append('fila', String(cupon.fila));
    if (cupon.archivo !== undefined && cupon.archivo !== '') params.append('archivo', cupon.archivo);
  }
  return params.toString();
}
