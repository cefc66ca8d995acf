import { CAMPOS_DE_VISTA } from '#contract/datos-campos.ts';
import type { Vista } from './vista.ts';
import type { FiltroDeCampo, FiltroRuta } from '../../marco/filtro-ruta.ts';
import { m } from '../../paraglide/messages.js';
import { cuit, fecha } from '../../ui/format.ts';
import { textoDeValor } from '../../ui/grilla/texto.ts';
import { esCuit, estadoDeAcreditada, tituloDe } from './columnas.ts';

/** A chip of the sentence: all the conditions on one field that read as one. */
export interface Ficha {
  readonly clave: string;
  readonly campo: string;
  /** The word before it. */
  readonly conector: string;
  readonly texto: string;
  readonly filtros: readonly FiltroDeCampo[];
}

/** Fields whose values say what they are: `Visa Crédito` needs no name before it. */
const SE_ENTIENDEN = [
  'tarjeta',
  'marca',
  'comercio',
  'motivo',
  'banco',
  'categoria',
  'provincia',
  'localidad',
  'rubro',
];
const LUGARES = ['comercio', 'provincia', 'localidad'];
const BOOLEANOS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A value of a filter as the grid would write it. */
export function valorEnPalabras(vista: Vista, campo: string, valor: string): string {
  if (valor === '') return m.datos_sin_valor();
  if (esCuit(campo)) return cuit(valor);
  if (campo === 'acreditada') return estadoDeAcreditada(BOOLEANOS[valor]).palabra;
  const tipo = CAMPOS_DE_VISTA[vista].find(({ nombre }) => nombre === campo)?.tipo;
  if (tipo === undefined || tipo === 'json') return valor;
  return textoDeValor({ tipo }, tipo === 'booleano' ? (BOOLEANOS[valor] ?? valor) : valor);
}

function textoDe(vista: Vista, campo: string, op: FiltroDeCampo['op'], valores: readonly string[]): string {
  const nombre = tituloDe(campo);
  const valor = valores.map((uno) => valorEnPalabras(vista, campo, uno)).join(` ${m.datos_o()} `);
  switch (op) {
    case 'distinto':
      return m.datos_distinto({ campo: nombre, valor });
    case 'contiene':
      return m.datos_contiene({ campo: nombre, valor });
    case 'mayor':
      return m.datos_mayor({ campo: nombre, valor });
    case 'menor':
      return m.datos_menor({ campo: nombre, valor });
    case 'vacio':
      return m.datos_sin_campo({ campo: nombre });
    case 'no_vacio':
      return m.datos_con_campo({ campo: nombre });
    case 'igual':
    case undefined: {
      const solo = SE_ENTIENDEN.includes(campo) || campo === 'acreditada' || campo === 'conciliado';
      return solo && !valores.includes('') ? valor : m.datos_campo_valor({ campo: nombre, valor });
    }
  }
}

function conectorDe(campo: string, op: FiltroDeCampo['op'], primera: boolean): string {
  if (LUGARES.includes(campo) && (op === undefined || op === 'igual')) return m.datos_en();
  return primera ? m.datos_con() : m.datos_y();
}

/** The filters as chips that read as a sentence. Values of one field are one chip, joined by *or*. */
export function fichasDe(vista: Vista, { filtros = [] }: FiltroRuta): readonly Ficha[] {
  const grupos = new Map<string, FiltroDeCampo[]>();
  for (const filtro of filtros) {
    const igual = filtro.op === undefined || filtro.op === 'igual';
    const clave = igual ? filtro.campo : `${filtro.campo} ${filtro.op ?? ''} ${filtro.valor}`;
    grupos.set(clave, [...(grupos.get(clave) ?? []), filtro]);
  }
  let yaConCon = false;
  return [...grupos].flatMap(([clave, juntos]) => {
    const [primero] = juntos;
    if (primero === undefined) return [];
    const { campo, op } = primero;
    const conector = conectorDe(campo, op, !yaConCon);
    yaConCon ||= conector === m.datos_con();
    const valores = juntos.map(({ valor }) => valor);
    return [{ clave, campo, conector, texto: textoDe(vista, campo, op, valores), filtros: juntos }];
  });
}

/** The period as the sentence says it. */
export function periodoEnPalabras({ desde, hasta }: { readonly desde?: string; readonly hasta?: string }): string {
  if (desde !== undefined && hasta !== undefined) return m.datos_rango({ desde: fecha(desde), hasta: fecha(hasta) });
  if (desde !== undefined) return m.datos_desde({ desde: fecha(desde) });
  return hasta === undefined ? m.datos_cualquier_fecha() : m.datos_hasta({ hasta: fecha(hasta) });
}

/** The filter without what one chip says, and with other conditions in its place. */
export function cambiarFicha(
  filtro: FiltroRuta,
  quitar: readonly FiltroDeCampo[],
  poner: readonly FiltroDeCampo[],
): FiltroRuta {
  const { filtros = [], ...resto } = filtro;
  const quedan = filtros.filter((uno) => !quitar.includes(uno));
  const lugar = filtros.findIndex((uno) => quitar.includes(uno));
  const nuevos = lugar === -1 ? [...quedan, ...poner] : [...quedan.slice(0, lugar), ...poner, ...quedan.slice(lugar)];
  return nuevos.length === 0 ? resto : { ...resto, filtros: nuevos };
}
