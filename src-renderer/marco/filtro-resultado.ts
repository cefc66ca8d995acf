import { GRUPOS_DE_RESULTADO, type GrupoResultado } from '#contract/conciliaciones.ts';

const CIVIL = /^\d{4}-\d{2}-\d{2}$/;

/** A coupon of ours by its place: the row of the workbook, and which workbook of the upload. */
export interface LugarDeCupon {
  readonly fila: number;
  readonly archivo?: string;
}

/** What of a result is shown when it is opened from elsewhere. What is absent is the screen's own. */
export interface FiltroDeResultado {
  readonly grupo?: GrupoResultado;
  /** Days of sale, `YYYY-MM-DD`, both ends included. */
  readonly ventaDesde?: string;
  readonly ventaHasta?: string;
  /** Only what matched since the reading before. */
  readonly nuevos?: boolean;
  readonly texto?: string;
  /** One coupon, chosen. */
  readonly cupon?: LugarDeCupon;
}

/** Reads the part of an address after `?`. What is not understood is left out. */
export function leerFiltroDeResultado(consulta: string): FiltroDeResultado {
  const params = new URLSearchParams(consulta);
  const grupo = GRUPOS_DE_RESULTADO.find((cada) => cada === params.get('grupo'));
  const dia = (nombre: 'ventaDesde' | 'ventaHasta'): FiltroDeResultado => {
    const valor = params.get(nombre) ?? '';
    return CIVIL.test(valor) ? { [nombre]: valor } : {};
  };
  const texto = params.get('texto') ?? '';
  const fila = params.get('fila') ?? '';
  const archivo = params.get('archivo') ?? '';
  const lugar = { fila: Number(fila), ...(archivo === '' ? {} : { archivo }) };
  return {
    ...(grupo === undefined ? {} : { grupo }),
    ...dia('ventaDesde'),
    ...dia('ventaHasta'),
    ...(params.get('nuevos') === 'si' ? { nuevos: true } : {}),
    ...(texto === '' ? {} : { texto }),
    ...(/^[1-9]\d{0,6}$/.test(fila) ? { cupon: lugar } : {}),
  };
}

/** The part of an address after `?`, without it; empty when nothing is narrowed. */
export function escribirFiltroDeResultado({ cupon, nuevos, ...textos }: FiltroDeResultado): string {
  const params = new URLSearchParams();
  for (const nombre of ['grupo', 'ventaDesde', 'ventaHasta', 'texto'] as const) {
    const valor = textos[nombre];
    if (valor !== undefined && valor !== '') params.append(nombre, valor);
  }
  if (nuevos === true) params.append('nuevos', 'si');
  if (cupon !== undefined) {
    params.append('fila', String(cupon.fila));
    if (cupon.archivo !== undefined && cupon.archivo !== '') params.append('archivo', cupon.archivo);
  }
  return params.toString();
}
