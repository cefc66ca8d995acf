import { escribirFiltroDeResultado, leerFiltroDeResultado, type FiltroDeResultado } from './filtro-resultado.ts';
import { escribirFiltro, leerFiltro, SECCIONES_DE_DATOS, type FiltroRuta, type SeccionDeDatos } from './filtro-ruta.ts';

/** Where the person is. In the address as a hash, so that back, forward and reload work in both hosts. */
export type Ruta =
  /** `resultado`: the reconciliation whose result the wizard ended with. */
  | { readonly seccion: 'conciliar'; readonly resultado?: string }
  | { readonly seccion: SeccionSimple }
  | RutaDeConciliaciones
  | RutaDeDatos
  | { readonly seccion: 'ajustes'; readonly parte: ParteAjustes };

/** The list; with `id`, the result of one; with `sinConciliar`, the unmatched coupons of all: of the age that begins on that day, or of every one. */
interface RutaDeConciliaciones {
  readonly seccion: 'conciliaciones';
  readonly id?: string;
  readonly filtro?: FiltroDeResultado;
  readonly sinConciliar?: number | 'todas';
}

/** Screens without anything of their own in the address; `pantallas.ts` says which file each is. */
const SIMPLES = ['inicio', 'calendario', 'controles'] as const;
export type SeccionSimple = (typeof SIMPLES)[number];

/** A screen of the local data: `id` opens the page of one record; else the list, as `filtro` says. */
export interface RutaDeDatos {
  readonly seccion: SeccionDeDatos;
  readonly id?: string;
  readonly filtro: FiltroRuta;
}

const PARTES = [
  'cuentas',
  'plantillas',
  'carpetas',
  'envio',
  'apariencia',
  'datos',
  'respaldos',
  'traslado',
  'soporte',
  'privacidad',
  'acerca',
] as const;
export type ParteAjustes = (typeof PARTES)[number];

export const esDeDatos = (ruta: Ruta): ruta is RutaDeDatos =>
  SECCIONES_DE_DATOS.some((seccion) => seccion === ruta.seccion);

function decodificar(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // typed by hand: the service will say that there is no such number
  }
}

/** The route of a hash; the first page, for one that says nothing. */
export function leerRuta(hash: string): Ruta {
  const corte = hash.indexOf('?');
  const [camino, consulta] = corte === -1 ? [hash, ''] : [hash.slice(0, corte), hash.slice(corte + 1)];
  const [, seccion = '', resto] = camino.split('/', 3);
  const simple = SIMPLES.find((cada) => cada === seccion);
  if (simple !== undefined) return { seccion: simple };
  const deDatos = SECCIONES_DE_DATOS.find((cada) => cada === seccion);
  if (deDatos !== undefined) {
    const id = resto === undefined || resto === '' ? {} : { id: decodificar(resto) };
    return { seccion: deDatos, ...id, filtro: leerFiltro(consulta) };
  }
  switch (seccion) {
    case 'conciliar':
      return resto === undefined || resto === '' ? { seccion } : { seccion, resultado: decodificar(resto) };
    case 'conciliaciones':
      return rutaDeConciliacion(resto, consulta);
    case 'ajustes':
      return { seccion, parte: PARTES.find((parte) => parte === resto) ?? 'cuentas' };
    default:
      return { seccion: 'inicio' };
  }
}

function rutaDeConciliacion(resto: string | undefined, consulta: string): Ruta {
  const seccion = 'conciliaciones';
  if (resto === undefined || resto === '') {
    const edad = new URLSearchParams(consulta).get('sin_conciliar') ?? '';
    if (edad === 'todas') return { seccion, sinConciliar: edad };
    return /^\d{1,4}$/.test(edad) ? { seccion, sinConciliar: Number(edad) } : { seccion };
  }
  const filtro = leerFiltroDeResultado(consulta);
  return { seccion, id: decodificar(resto), ...(Object.keys(filtro).length === 0 ? {} : { filtro }) };
}

export function escribirRuta(ruta: Ruta): string {
  if (esDeDatos(ruta)) {
    const consulta = escribirFiltro(ruta.filtro);
    return `${lugarDe(ruta)}${consulta === '' ? '' : `?${consulta}`}`;
  }
  switch (ruta.seccion) {
    case 'conciliaciones': {
      if (ruta.sinConciliar !== undefined) return lugarDe(ruta);
      const consulta = ruta.id === undefined ? '' : escribirFiltroDeResultado(ruta.filtro ?? {});
      return `${lugarDe(ruta)}${consulta === '' ? '' : `?${consulta}`}`;
    }
    case 'ajustes':
      return `#/ajustes/${ruta.parte}`;
    case 'conciliar':
      return ruta.resultado === undefined ? '#/conciliar' : `#/conciliar/${encodeURIComponent(ruta.resultado)}`;
    case 'inicio':
    case 'calendario':
    case 'controles':
      return `#/${ruta.seccion}`;
  }
}

/** The address without what only narrows the same page: it changes when another page is shown, and the focus goes there. */
export function lugarDe(ruta: Ruta): string {
  if (ruta.seccion === 'conciliar') return '#/conciliar';
  if (!esDeDatos(ruta) && ruta.seccion !== 'conciliaciones') return escribirRuta(ruta);
  if (ruta.seccion === 'conciliaciones' && ruta.sinConciliar !== undefined)
    return `#/conciliaciones?sin_conciliar=${String(ruta.sinConciliar)}`;
  return `#/${ruta.seccion}${ruta.id === undefined ? '' : `/${encodeURIComponent(ruta.id)}`}`;
}
