import { addDays, civilDateAt, countDaysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Received, Reply } from './fixtures.ts';

export const today = civilDateAt(Date.UTC(2026, 9, 15, 12));
export const window = { desde: addDays(today, -9), hasta: today };

export interface Row {
  readonly id: string;
  readonly fecha_venta: string;
  readonly importe: string;
}
export const rows = (count: number, from = 0): readonly Row[] =>
  Array.from({ length: count }, (_, n) => ({
    id: String(from + n + 1),
    fecha_venta: addDays(today, -(n % 10)),
    importe: '1.00',
  }));

export interface Options {
  readonly base?: number;
  readonly past?: 'vacia' | 'ultima';
  /** The most rows in a page, whatever page size was asked. */
  readonly cap?: number;
  readonly read?: (request: Received) => URLSearchParams;
  readonly maxDays?: number;
  /** The total that the service reports for a list of `count` rows, `received` of them in the page. */
  readonly total?: (count: number, received: number) => number;
  /** The id of a row whose page fails. */
  readonly poison?: string;
}

export function listing(all: readonly Row[], options: Options = {}) {
  const { base = 1, past = 'vacia', cap = 1000, read = (request) => request.form, maxDays = 9999 } = options;
  const { total = (count) => count, poison } = options;
  return (request: Received): Reply => {
    const asked = read(request);
    const from = asked.get('fecha_desde') ?? '';
    const to = asked.get('fecha_hasta') ?? '';
    if (from === '' || to === '') return { status: 400, body: { error: 'falta fecha' } };
    const day = (bound: string): CivilDate => parseIsoDate(bound.slice(0, 10)) as CivilDate;
    if (countDaysBetween(day(from), day(to)) >= maxDays) return { status: 400 };
    // A sale without a time counts as 00:00:00; an end with a time is exclusive.
    const at = ({ fecha_venta: when }: Row): string => (when.length > 10 ? when : `${when} 00:00:00`);
    const chosen = all.filter(
      (row) => at(row) >= from && (to.length > 10 ? at(row) < to : row.fecha_venta.slice(0, 10) <= to),
    );
    const size = Math.min(cap, Number(asked.get('reg_pagina')));
    const pages = Math.max(1, Math.ceil(chosen.length / size));
    let index = Math.max(0, Number(asked.get('pagina')) - base);
    if (index >= pages && past === 'ultima') index = pages - 1;
    const operaciones = chosen.slice(index * size, (index + 1) * size);
    if (operaciones.some(({ id }) => id === poison)) return { status: 500 };
    return { body: { operaciones, total: total(chosen.length, operaciones.length) } };
  };
}

export const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] =>
  rows.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b));
export const ids = (all: readonly Row[]) => all.map(({ id }) => id);
