import { parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { leerImporte } from './format.ts';
import type { Switches } from './switches.ts';

/** The answer to a request that cannot be served: its status and a text for its body. */
export class Refusal extends Error {
  override readonly name = 'Rechazado';
  readonly estado: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(estado: number, mensaje: string, headers: Readonly<Record<string, string>> = {}) {
    super(mensaje);
    this.estado = estado;
    this.headers = headers;
  }
}

/** Parameters of a request, from its body or query; an empty one counts as absent. */
export type Parameters = ReadonlyMap<string, string>;

/** Reads form-encoded texts; of equal names, the later one wins. */
export function readParameters(...texts: readonly string[]): Parameters {
  const parametros = new Map<string, string>();
  for (const texto of texts) {
    for (const [clave, valor] of new URLSearchParams(texto)) if (valor !== '') parametros.set(clave, valor);
  }
  return parametros;
}

export function requireParameter(parametros: Parameters, clave: string): string {
  const valor = parametros.get(clave);
  if (valor === undefined) throw new Refusal(400, `Falta el parámetro ${clave}`);
  return valor;
}

/** Reads a parameter that has to be in a list; refuses any other value. An absent one gives the first of the list. */
export function readOneOf<const V extends string>(
  parametros: Parameters,
  clave: string,
  valores: readonly [V, ...V[]],
): V {
  const texto = parametros.get(clave);
  if (texto === undefined) return valores[0];
  const valor = valores.find((v) => v === texto);
  if (valor === undefined) throw new Refusal(400, `Valor inválido en ${clave}`);
  return valor;
}

export function importeDe(parametros: Parameters, clave: string): number | undefined {
  const texto = parametros.get(clave);
  if (texto === undefined) return undefined;
  const valor = leerImporte(texto);
  if (valor === undefined) throw new Refusal(400, `Valor inválido en ${clave}`);
  return valor;
}

/** A range of time: `[desde, hasta)` in seconds since 1970-01-01 of the civil calendar. */
export interface DateWindow {
  readonly desde: number;
  readonly hasta: number;
  readonly conHora: boolean;
}

export const DAY_SECONDS = 86_400;

function parseInstant(texto: string, clave: string): { segundos: number; conHora: boolean } {
  const parts = /^(\d{4}-\d{2}-\d{2})(?: ([01]\d|2[0-3]):([0-5]\d):([0-5]\d))?$/.exec(texto);
  const fecha = parseIsoDate(parts?.[1] ?? '');
  if (parts === null || fecha === undefined) throw new Refusal(400, `Fecha inválida en ${clave}`);
  const hasTime = parts[2] !== undefined;
  const hora = hasTime ? Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4]) : 0;
  return { segundos: toDayNumber(fecha) * DAY_SECONDS + hora, conHora: hasTime };
}

/**
 * Reads `fecha_desde` and `fecha_hasta`. A bound with a time is an instant, exclusive at the end; one without a time includes the whole day.
 * Refuses with 400 when one is missing or no date, when a time comes where none is allowed, when the range is longer than `max_dias`.
 */
export function readWindow(parametros: Parameters, rasgos: Switches, allowsTime: boolean): DateWindow {
  const desde = parseInstant(requireParameter(parametros, 'fecha_desde'), 'fecha_desde');
  const hasta = parseInstant(requireParameter(parametros, 'fecha_hasta'), 'fecha_hasta');
  const hasTime = desde.conHora || hasta.conHora;
  if (hasTime && !allowsTime) throw new Refusal(400, 'La hora solo se admite con fecha_venta');
  const final = hasta.conHora ? hasta.segundos : hasta.segundos + DAY_SECONDS;
  if (rasgos.max_dias > 0 && final - desde.segundos > rasgos.max_dias * DAY_SECONDS) {
    throw new Refusal(400, `El rango de fechas no puede superar ${String(rasgos.max_dias)} días`);
  }
  return { desde: desde.segundos, hasta: final, conHora: hasTime };
}

export const containsDay = (ventana: DateWindow, dia: number): boolean =>
  dia * DAY_SECONDS >= ventana.desde && dia * DAY_SECONDS < ventana.hasta;

/** The factor of ids in the historical format. */
const FACTOR = 73;

export const writeId = (id: number, rasgos: Switches): string => String(rasgos.ids === 'historicos' ? id * FACTOR : id);

/** The ids that a filter value may mean: real, or historical (API description, "Versioning": input accepts both forms). */
export function listPossibleIds(texto: string): readonly number[] {
  if (!/^\d{1,15}$/.test(texto)) return [];
  const id = Number(texto);
  return id % FACTOR === 0 ? [id, id / FACTOR] : [id];
}

export interface PageLimits {
  readonly byDefault: number;
  readonly maximum: number;
}

/** The rows `[inicio, fin)` that a page holds, of `total`. */
export interface PageRange {
  readonly inicio: number;
  readonly fin: number;
}

function pageSize(parametros: Parameters, { byDefault, maximum }: PageLimits, rasgos: Switches): number {
  const texto = parametros.get('reg_pagina');
  const pedidos = texto !== undefined && /^\d{1,9}$/.test(texto) ? Number(texto) : 0;
  if (pedidos === 0) return byDefault;
  if (pedidos <= maximum) return pedidos;
  if (rasgos.sobre_maximo === 'error') throw new Refusal(400, `reg_pagina no puede superar ${String(maximum)}`);
  return rasgos.sobre_maximo === 'recorta' ? maximum : byDefault;
}

/** The page that was asked for. The switches say how pages are counted and what comes past the end. */
export function paginate(total: number, parametros: Parameters, limits: PageLimits, rasgos: Switches): PageRange {
  return cutPage(total, pageSize(parametros, limits, rasgos), parametros, rasgos);
}

export function cutPage(total: number, perPage: number, parametros: Parameters, rasgos: Switches): PageRange {
  const base = Number(rasgos.pagina_base);
  const texto = parametros.get('pagina') ?? String(base);
  if (!/^\d{1,9}$/.test(texto)) throw new Refusal(400, 'Valor inválido en pagina');
  let index = Math.max(0, Number(texto) - base);
  const paginas = Math.max(1, Math.ceil(total / perPage));
  if (index >= paginas) {
    if (rasgos.pagina_pasada === 'error') throw new Refusal(400, 'La página no existe');
    if (rasgos.pagina_pasada === 'ultima') index = paginas - 1;
  }
  const inicio = Math.min(total, index * perPage);
  return { inicio, fin: Math.min(total, inicio + perPage) };
}

/** A different order of 0 … total − 1 for each `vuelta`, computed without a list, as a server without an ORDER BY may give. */
export function shuffle(total: number, vuelta: number): (posicion: number) => number {
  if (total < 2) return (posicion) => posicion;
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = 1 + ((vuelta * 7919 + 104_729) % (total - 1));
  while (divisor(step, total) !== 1) step = (step % (total - 1)) + 1;
  return (posicion) => (posicion * step + vuelta) % total;
}
