import { parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import type { Switches } from './switches.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliaciones } from './conciliaciones.ts';
import type { SandboxData } from './data.ts';
import type { Tokens } from './tokens.ts';

export class Refusal extends Error {
  override readonly name = 'Rechazado';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(state: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = state;
    this.headers = headers;
  }
}

/** Parameters of a request, from its body or query; an empty one counts as absent. */
export type Parameters = ReadonlyMap<string, string>;

/** Reads form-encoded texts; if a name repeats, its last value wins. */
export function readParameters(...texts: readonly string[]): Parameters {
  const parameters = new Map<string, string>();
  for (const text of texts) {
    for (const [key, value] of new URLSearchParams(text)) if (value !== '') parameters.set(key, value);
  }
  return parameters;
}

export function requireParameter(parameters: Parameters, key: string): string {
  const value = parameters.get(key);
  if (value === undefined) throw new Refusal(400, `Falta el parámetro ${key}`);
  return value;
}

/** Reads a parameter that allows only listed values and refuses others. If it is absent, returns the first listed value. */
export function readOneOf<const V extends string>(
  parameters: Parameters,
  key: string,
  values: readonly [V, ...V[]],
): V {
  const text = parameters.get(key);
  if (text === undefined) return values[0];
  const value = values.find((v) => v === text);
  if (value === undefined) throw new Refusal(400, `Valor inválido en ${key}`);
  return value;
}

export const DAY_SECONDS = 86_400;

function parseInstant(text: string, key: string): { segundos: number; conHora: boolean } {
  const parts = /^(\d{4}-\d{2}-\d{2})(?: ([01]\d|2[0-3]):([0-5]\d):([0-5]\d))?$/.exec(text);
  const date = parseIsoDate(parts?.[1] ?? '');
  if (parts === null || date === undefined) throw new Refusal(400, `Fecha inválida en ${key}`);
  const hasTime = parts[2] !== undefined;
  const time = hasTime ? Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4]) : 0;
  return { segundos: toDayNumber(date) * DAY_SECONDS + time, conHora: hasTime };
}

/**
 * Reads `fecha_desde` and `fecha_hasta`. A bound with a time is an instant, and the end is excluded; a bound without a time means its whole day. Throws a 400
 * for a missing or unreadable bound, a time where none is allowed, and a range longer than `max_dias`.
 */
export function readWindow(parameters: Parameters, switches: Switches, allowsTime: boolean) {
  const from = parseInstant(requireParameter(parameters, 'fecha_desde'), 'fecha_desde');
  const to = parseInstant(requireParameter(parameters, 'fecha_hasta'), 'fecha_hasta');
  const hasTime = from.conHora || to.conHora;
  if (hasTime && !allowsTime) throw new Refusal(400, 'La hora solo se admite con fecha_venta');
  const final = to.conHora ? to.segundos : to.segundos + DAY_SECONDS;
  if (switches.max_dias > 0 && final - from.segundos > switches.max_dias * DAY_SECONDS) {
    throw new Refusal(400, `El rango de fechas no puede superar ${String(switches.max_dias)} días`);
  }
  return { desde: from.segundos, hasta: final };
}
/** A range of time: `[desde, hasta)` in seconds since 1970-01-01 of the civil calendar. */
export type DateWindow = ReturnType<typeof readWindow>;

/** An id in the historical format is the real id times this factor. */
const FACTOR = 73;

export const writeId = (id: number, switches: Switches): string =>
  String(switches.ids === 'historicos' ? id * FACTOR : id);

/** The ids that a filter value may mean: the API accepts the real and the historical form (API description, "Versioning"). */
export function listPossibleIds(text: string): readonly number[] {
  if (!/^\d{1,15}$/.test(text)) return [];
  const id = Number(text);
  return id % FACTOR === 0 ? [id, id / FACTOR] : [id];
}

export interface PageLimits {
  readonly byDefault: number;
  readonly maximum: number;
}

export function readPageSize(parameters: Parameters, { byDefault, maximum }: PageLimits): number {
  const text = parameters.get('reg_pagina');
  const requests = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return requests === 0 ? byDefault : Math.min(requests, maximum);
}

/** The rows `[inicio, fin)` of the requested page. The switches decide whether pages count from 0 or 1 and what comes past the end. */
export function cutPage(total: number, perPage: number, parameters: Parameters, switches: Switches) {
  const base = Number(switches.pagina_base);
  const text = parameters.get('pagina') ?? String(base);
  if (!/^\d{1,9}$/.test(text)) throw new Refusal(400, 'Valor inválido en pagina');
  let index = Math.max(0, Number(text) - base);
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (index >= pages && switches.pagina_pasada === 'ultima') index = pages - 1;
  const start = Math.min(total, index * perPage);
  return { inicio: start, fin: Math.min(total, start + perPage) };
}

export interface SandboxContext {
  readonly data: SandboxData;
  /** Read again for every request, because tests change switches while the sandbox runs. */
  readonly switches: Switches;
  readonly clock: Clock;
}

export interface ApiContext extends SandboxContext {
  readonly conciliaciones: Conciliaciones;
  readonly tokens: Tokens;
}

export interface RouteRequest {
  readonly parametros: Parameters;
  readonly cuerpo: string;
  readonly id: string;
  readonly token: string | undefined;
  readonly autorizacion: string | undefined;
}

export type Body = { readonly json: string };
export const toJson = (value: unknown): Body => ({ json: JSON.stringify(value) });

/** With `campos_extra=si`: fields that the API description does not name; else none. */
export const getExtras = (switches: Switches): object =>
  switches.campos_extra === 'si' ? { campo_nuevo: 'X1', internal: { version: 3, marcas: ['a', 'b'] } } : {};

export const writeTotal = (total: number, switches: Switches): number | string =>
  switches.total === 'texto' ? String(total) : total;
