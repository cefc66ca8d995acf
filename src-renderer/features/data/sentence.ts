import { CAMPOS_DE_VISTA } from '#contract/data-fields.ts';
import type { Vista } from './vista.ts';
import type { FieldFilter, RouteFilter } from '../../shared/route-filter.ts';
import { m } from '../../paraglide/messages.js';
import { cuit, date } from '../../ui/format.ts';
import { getValueText } from '../../ui/grid/text.ts';
import { esCuit, describeCredited, titleOf } from './columns.ts';

/** A chip of the sentence: all the conditions on one field that read as one. */
export interface Chip {
  readonly clave: string;
  readonly campo: string;
  /** The word before the chip. */
  readonly connector: string;
  readonly texto: string;
  readonly filtros: readonly FieldFilter[];
}

/** Fields whose values explain themselves: `Visa Crédito` needs no field name before it. */
const SELF_EXPLANATORY = [
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
const PLACES = ['comercio', 'provincia', 'localidad'];
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A value of a filter as the grid would write it. */
export function describeValue(vista: Vista, campo: string, valor: string): string {
  if (valor === '') return m.datos_sin_valor();
  if (esCuit(campo)) return cuit(valor);
  if (campo === 'acreditada') return describeCredited(BOOLEANS[valor]).word;
  const tipo = CAMPOS_DE_VISTA[vista].find(({ nombre }) => nombre === campo)?.tipo;
  if (tipo === undefined || tipo === 'json') return valor;
  return getValueText({ tipo }, tipo === 'booleano' ? (BOOLEANS[valor] ?? valor) : valor);
}

function textOf(vista: Vista, campo: string, op: FieldFilter['op'], valores: readonly string[]): string {
  const nombre = titleOf(campo);
  const valor = valores.map((item) => describeValue(vista, campo, item)).join(` ${m.datos_o()} `);
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
      const solo = SELF_EXPLANATORY.includes(campo) || campo === 'acreditada' || campo === 'conciliado';
      return solo && !valores.includes('') ? valor : m.datos_campo_valor({ campo: nombre, valor });
    }
  }
}

function getConnector(campo: string, op: FieldFilter['op'], primera: boolean): string {
  if (PLACES.includes(campo) && (op === undefined || op === 'igual')) return m.datos_en();
  return primera ? m.datos_con() : m.datos_y();
}

/** The filters as chips that read as a sentence. Values of one field are one chip, joined by *or*. */
export function makeChips(vista: Vista, { filtros = [] }: RouteFilter): readonly Chip[] {
  const grupos = new Map<string, FieldFilter[]>();
  for (const filtro of filtros) {
    const igual = filtro.op === undefined || filtro.op === 'igual';
    const clave = igual ? filtro.campo : `${filtro.campo} ${filtro.op ?? ''} ${filtro.valor}`;
    grupos.set(clave, [...(grupos.get(clave) ?? []), filtro]);
  }
  let hasWith = false;
  return [...grupos].flatMap(([clave, together]) => {
    const [primero] = together;
    if (primero === undefined) return [];
    const { campo, op } = primero;
    const connector = getConnector(campo, op, !hasWith);
    hasWith ||= connector === m.datos_con();
    const valores = together.map(({ valor }) => valor);
    return [{ clave, campo, connector, texto: textOf(vista, campo, op, valores), filtros: together }];
  });
}

/** The period as the sentence says it. */
export function describePeriod({ desde, hasta }: { readonly desde?: string; readonly hasta?: string }): string {
  if (desde !== undefined && hasta !== undefined) return m.datos_rango({ desde: date(desde), hasta: date(hasta) });
  if (desde !== undefined) return m.datos_desde({ desde: date(desde) });
  return hasta === undefined ? m.datos_cualquier_fecha() : m.datos_hasta({ hasta: date(hasta) });
}

/** Replaces the conditions of one chip with others, in the same place. */
export function changeChip(
  filtro: RouteFilter,
  remove: readonly FieldFilter[],
  put: readonly FieldFilter[],
): RouteFilter {
  const { filtros = [], ...rest } = filtro;
  const left = filtros.filter((item) => !remove.includes(item));
  const place = filtros.findIndex((item) => remove.includes(item));
  const nuevos = place === -1 ? [...left, ...put] : [...left.slice(0, place), ...put, ...left.slice(place)];
  return nuevos.length === 0 ? rest : { ...rest, filtros: nuevos };
}
