import { OPERADORES } from '#contract/datos.ts';

/** The screens of the local data, by the name of their section. */
export const SECCIONES_DE_DATOS = [
  'operaciones',
  'liquidaciones',
  'impuestos',
  'movimientos',
  'rechazos',
  'comercios',
] as const;
export type SeccionDeDatos = (typeof SECCIONES_DE_DATOS)[number];

/** Several `igual` on one field are *or*, everything else is *and*; `igual` when absent. */
export interface FiltroDeCampo {
  readonly campo: string;
  readonly op?: (typeof OPERADORES)[number];
  readonly valor: string;
}

/** What a data screen shows, as its address keeps it. What is absent is the screen's own. */
export interface FiltroRuta {
  /** A tab of the screen, by its view; the first one when absent. */
  readonly vista?: string;
  /** `YYYY-MM-DD`, both ends included. */
  readonly desde?: string;
  readonly hasta?: string;
  /** Whatever the date: without it, and without `desde` and `hasta`, the period of the top bar. */
  readonly siempre?: boolean;
  /** The date that `desde` and `hasta` mean, when not the view's own. */
  readonly campoFecha?: string;
  readonly filtros?: readonly FiltroDeCampo[];
  /** What the person typed in the search box. */
  readonly texto?: string;
  readonly orden?: { readonly campo: string; readonly desc: boolean };
  /** The row whose money trail is open. */
  readonly fila?: string;
  /** With the rows that the service withdrew. */
  readonly retiradas?: boolean;
}

const CIVIL = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the part of an address after `?`. What is not understood is left out. */
export function leerFiltro(consulta: string): FiltroRuta {
  const params = new URLSearchParams(consulta);
  const texto = (nombre: string): Record<string, string> => {
    const valor = params.get(nombre);
    return valor === null || valor === '' ? {} : { [nombre]: valor };
  };
  const dia = (nombre: string): Record<string, string> => (CIVIL.test(params.get(nombre) ?? '') ? texto(nombre) : {});
  const filtros = [...params].flatMap(([nombre, valor]): FiltroDeCampo[] => {
    const [prefijo, campo = '', operador] = nombre.split('.', 3);
    if (prefijo !== 'f' || campo === '') return [];
    const op = OPERADORES.find((cada) => cada === operador);
    return [{ campo, ...(op === undefined || op === 'igual' ? {} : { op }), valor }];
  });
  const [campo = '', sentido] = (params.get('orden') ?? '').split(':', 2);
  return {
    ...texto('vista'),
    ...dia('desde'),
    ...dia('hasta'),
    ...texto('campoFecha'),
    ...(filtros.length === 0 ? {} : { filtros }),
    ...texto('texto'),
    ...(campo === '' ? {} : { orden: { campo, desc: sentido === 'desc' } }),
    ...texto('fila'),
    ...(params.get('siempre') === 'si' ? { siempre: true } : {}),
    ...(params.get('retiradas') === 'si' ? { retiradas: true } : {}),
  };
}

/** The part of an address after `?`, without it; empty when nothing is filtered. */
export function escribirFiltro({ filtros = [], orden, siempre, retiradas, ...textos }: FiltroRuta): string {
  const params = new URLSearchParams();
  for (const nombre of ['vista', 'desde', 'hasta', 'campoFecha', 'texto', 'fila'] as const) {
    const valor = textos[nombre];
    if (valor !== undefined && valor !== '') params.append(nombre, valor);
  }
  for (const { campo, op, valor } of filtros) {
    params.append(op === undefined || op === 'igual' ? `f.${campo}` : `f.${campo}.${op}`, valor);
  }
  if (orden !== undefined) params.append('orden', orden.desc ? `${orden.campo}:desc` : orden.campo);
  if (siempre === true) params.append('siempre', 'si');
  if (retiradas === true) params.append('retiradas', 'si');
  return params.toString();
}
