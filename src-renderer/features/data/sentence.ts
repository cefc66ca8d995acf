import { VISTA_FIELDS, readFilterValues, VISTA_DATES, type DataField } from '#contract/data-fields.ts';
import { type Vista, describeCredited, statementOf, titleOf } from './columns.ts';
import type { FieldFilter, RouteFilter } from '../../shared/route-filter.ts';
import { m } from '../../paraglide/messages.js';
import { formatDate } from '../../ui/format.ts';
import { getValueText } from '../../ui/grid/text.ts';
import type { Days } from './coverage.ts';

type Operator = NonNullable<FieldFilter['op']>;

export interface Chip {
  readonly clave: string;
  readonly campo: string;
  readonly connector: string;
  readonly texto: string;
  readonly filtros: readonly FieldFilter[];
}

/** Fields whose values need no field name before them, such as `Visa Crédito`. */
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

export function describeValue(vista: Vista, field: string, value: string): string {
  if (value === '') return m.datos_sin_valor();
  const words = statementOf(field)?.({ clave: '', [field]: value });
  if (words !== undefined) return words;
  if (field === 'acreditada') return describeCredited(BOOLEANS[value]).word;
  const type = VISTA_FIELDS[vista].find(({ nombre }) => nombre === field)?.tipo;
  if (type === undefined || type === 'json') return value;
  return getValueText({ tipo: type }, type === 'booleano' ? (BOOLEANS[value] ?? value) : value);
}

const CONDITIONS: Readonly<Record<Operator, (parts: { campo: string; valor: string }) => string>> = {
  igual: ({ campo, valor }) => `${campo} ${valor}`,
  distinto: m.datos_distinto,
  contiene: m.datos_contiene,
  mayor: m.datos_mayor,
  menor: m.datos_menor,
  vacio: m.datos_sin_campo,
  no_vacio: m.datos_con_campo,
};

function textOf(vista: Vista, field: string, op: Operator, values: readonly string[]): string {
  const value = values.map((item) => describeValue(vista, field, item)).join(` ${m.datos_o()} `);
  const saysItself = SELF_EXPLANATORY.includes(field) || field === 'acreditada';
  return op === 'igual' && saysItself && !values.includes('')
    ? value
    : CONDITIONS[op]({ campo: titleOf(field), valor: value });
}

function getConnector(field: string, op: FieldFilter['op'], first: boolean): string {
  if (PLACES.includes(field) && (op === undefined || op === 'igual')) return m.datos_en();
  // The words of these two begin with *con* and *sin*.
  if (first && (op === 'vacio' || op === 'no_vacio')) return '';
  return first ? m.datos_con() : m.datos_y();
}

/** Turns filters into chips that read as a sentence. All `igual` values of a field share a chip, joined by *or*. */
export function makeChips(vista: Vista, { filtros = [] }: RouteFilter): readonly Chip[] {
  const groups = new Map<string, FieldFilter[]>();
  for (const filter of filtros) {
    const equal = filter.op === undefined || filter.op === 'igual';
    const key = equal ? filter.campo : `${filter.campo} ${filter.op ?? ''} ${filter.valor}`;
    groups.set(key, [...(groups.get(key) ?? []), filter]);
  }
  let hasWith = false;
  return [...groups].flatMap(([key, together]) => {
    const [first] = together;
    if (first === undefined) return [];
    const { campo, op } = first;
    const connector = getConnector(campo, op, !hasWith);
    hasWith ||= connector === m.datos_con();
    const values = together.map(({ valor }) => valor);
    return [{ clave: key, campo, connector, texto: textOf(vista, campo, op ?? 'igual', values), filtros: together }];
  });
}

export function describePeriod({ desde, hasta }: Days): string {
  if (desde !== undefined && hasta !== undefined)
    return m.datos_rango({ desde: formatDate(desde), hasta: formatDate(hasta) });
  if (desde !== undefined) return m.datos_desde({ desde: formatDate(desde) });
  return hasta === undefined ? m.datos_cualquier_fecha() : m.datos_hasta({ hasta: formatDate(hasta) });
}

export function changeChip(
  filter: RouteFilter,
  remove: readonly FieldFilter[],
  put: readonly FieldFilter[],
): RouteFilter {
  const { filtros = [], ...rest } = filter;
  const left = filtros.filter((item) => !remove.includes(item));
  const place = filtros.findIndex((item) => remove.includes(item));
  const added = place === -1 ? [...left, ...put] : [...left.slice(0, place), ...put, ...left.slice(place)];
  return added.length === 0 ? rest : { ...rest, filtros: added };
}

export const MAX_TEXT = 200;

type Misread = Pick<FieldFilter, 'campo' | 'valor'>;

interface KnownFilter {
  readonly filter: RouteFilter;
  readonly dropped: readonly string[];
  /** Unreadable values, such as letters for an amount, each with its field or its part of the address. */
  readonly misread: readonly Misread[];
}

const isDay = (text: string): boolean => readFilterValues({ tipo: 'fecha' }, 'igual', text)?.[0] === text;

/** Drops unknown fields and unreadable values of an address, which may be an old bookmark, cut off, or typed by hand. */
export function dropUnknown(vista: Vista, filter: RouteFilter): KnownFilter {
  const { filtros = [], orden, campoFecha } = filter;
  const dropped = new Set<string>();
  const misread: Misread[] = [];
  function isTaken(name: string, part: Misread, isUnderstood: (field: DataField) => boolean): boolean {
    const field = VISTA_FIELDS[vista].find(({ nombre }) => nombre === name);
    if (field === undefined) dropped.add(name);
    else if (isUnderstood(field)) return true;
    else misread.push(part);
    return false;
  }
  function takeText(campo: 'desde' | 'hasta' | 'texto', isUnderstood: (text: string) => boolean): string | undefined {
    const valor = filter[campo];
    if (valor === undefined || isUnderstood(valor)) return valor;
    misread.push({ campo, valor });
    return undefined;
  }
  const left = filtros.filter((one) =>
    isTaken(one.campo, one, (field) => readFilterValues(field, one.op ?? 'igual', one.valor) !== undefined),
  );
  const isSorted =
    orden !== undefined && isTaken(orden.campo, { campo: 'orden', valor: orden.campo }, ({ tipo }) => tipo !== 'json');
  const isDated =
    campoFecha !== undefined &&
    isTaken(campoFecha, { campo: 'campoFecha', valor: campoFecha }, () => VISTA_DATES[vista].includes(campoFecha));
  return {
    filter: {
      ...filter,
      filtros: left.length === 0 ? undefined : left,
      orden: isSorted ? orden : undefined,
      campoFecha: isDated ? campoFecha : undefined,
      desde: takeText('desde', isDay),
      hasta: takeText('hasta', isDay),
      texto: takeText('texto', (text) => text.length <= MAX_TEXT),
    },
    dropped: [...dropped],
    misread,
  };
}
