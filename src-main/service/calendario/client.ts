import type { CalendarioDay } from '#domain/views/calendario.ts';
import { parseIsoDate, type DateWindow, daysOfMonth } from '#domain/civil-date.ts';
import { VIEWS } from '#domain/views/index.ts';
import type { MethodDeps } from '../list/reader.ts';
import { createArrayParser, settle, type SingleRows } from '../list/single.ts';
import { wireOf } from '../list/wire-of.ts';
import { createRowParser } from '../wire/rows.ts';

export interface CalendarioFilter {
  /** `YYYY-MM`. */
  readonly mes: string;
}

/** The days of a month; undefined when it is none. */
const toWholeMonth = (month: string): DateWindow | undefined =>
  parseIsoDate(`${month}-01`) === undefined ? undefined : daysOfMonth(month);

/** `GET /v1/calendario`: one row per day of the month. */
export function createCalendario({ consult, quarantine }: MethodDeps) {
  const method = 'calendario';
  const parse = createArrayParser<CalendarioDay>(createRowParser(wireOf(VIEWS.calendario)));
  return async ({ mes }: CalendarioFilter, signal: AbortSignal): Promise<SingleRows<CalendarioDay>> => {
    const rows = await consult(
      {
        metodo: method,
        path: 'v1/calendario',
        params: [['fecha', mes]],
        parse,
        evidence: ({ filas, malas }) => ({
          filas: filas.length + malas.length,
          leftOut: filas.filter((day) => !day.fecha.startsWith(mes)).length,
          total: filas.length + malas.length,
        }),
      },
      signal,
    );
    return settle({ metodo: method, ventana: toWholeMonth(mes) }, rows, quarantine);
  };
}
