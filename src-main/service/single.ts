/** Methods without pages: the answer is one array or one object. */
import { type DateWindow, parseIsoDate, daysOfMonth } from '#domain/civil-date.ts';
import { accept, refuse, type Parsed } from './wire/fields.ts';
import { parseRows, type ParsedRows, type Quarantine, type RowParser, createRowParser } from './wire/rows.ts';
import type { CalendarioDay } from '#domain/views/calendario.ts';
import { VIEWS } from '#domain/views/index.ts';
import { type MethodDeps, listAnswer, parseNoHeader } from './list/definition.ts';
import { wireOf, toWindowParams } from './lists.ts';
import type { Comercio } from '#domain/views/comercios.ts';
import { MAX_COMERCIOS, MAX_WHOLE_BYTES, createTooLargeError } from './transport/json-bounds.ts';
import { isObject } from '#domain/json.ts';
import { AppError } from '#contract/errors.ts';
import { PROBLEMS } from '#domain/texts/field-labels.ts';
import type { ImpuestosTotals } from '#domain/views/impuestos-totales.ts';
import type { LiquidacionTotals } from '#domain/views/liquidaciones-totales.ts';

const createArrayParser =
  <Row>(parse: RowParser<Row>) =>
  (value: unknown): Parsed<ParsedRows<Row>> =>
    Array.isArray(value) ? accept(parseRows(value, parse)) : refuse('', 'lista', value);

export interface SingleRows<Row> {
  readonly filas: readonly Row[];
  readonly cuarentena: number;
}

function settle<Row>(
  { metodo, ventana }: { readonly metodo: string; readonly ventana?: DateWindow | undefined },
  { filas, malas }: ParsedRows<Row>,
  quarantine: Quarantine,
): SingleRows<Row> {
  for (const row of malas) quarantine(metodo, row, ventana);
  return { filas, cuarentena: malas.length };
}

const toWholeMonth = (month: string): DateWindow | undefined =>
  parseIsoDate(`${month}-01`) === undefined ? undefined : daysOfMonth(month);

/** `GET /v1/calendario`: one row per day of the month. */
export function createCalendario({ consult, quarantine }: MethodDeps) {
  const method = 'calendario';
  const parse = createArrayParser<CalendarioDay>(createRowParser(wireOf(VIEWS.calendario)));
  /** `mes`: `YYYY-MM`. */
  return async ({ mes }: { readonly mes: string }, signal: AbortSignal): Promise<SingleRows<CalendarioDay>> => {
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

const parseAnswer = listAnswer('comercios', parseNoHeader);
function parse(value: unknown): ReturnType<typeof parseAnswer> {
  const answer = parseAnswer(value);
  if (answer.ok && answer.value.rows.length > MAX_COMERCIOS) throw createTooLargeError('filas', MAX_COMERCIOS);
  return answer;
}

export function createComercios({ consult, quarantine }: MethodDeps) {
  const method = 'comercios';
  const spec = { metodo: method, path: 'v1/comercios', params: [], maxBytes: MAX_WHOLE_BYTES, parse };
  const parseRow = createRowParser(wireOf(VIEWS.comercios));
  return async (signal: AbortSignal) => {
    let answer = await consult(spec, signal);
    if (answer.total > answer.rows.length) answer = await consult(spec, signal);
    return {
      ...settle<Comercio>({ metodo: method }, parseRows(answer.rows, parseRow), quarantine),
      /** The service's count of shops. It exceeds the number of rows only if a second request gave too few rows again. */
      total: answer.total,
    };
  };
}

/** `GET /v1/impuestos/totales`: one object. Undefined if all amounts are null or empty, which means that the period has no rows. */
export function createImpuestosTotals({ consult, quarantine }: MethodDeps) {
  const method = 'impuestos-totales';
  const parseRow = createRowParser(wireOf(VIEWS[method]));
  const parse = (value: unknown) => (isObject(value) ? accept(value) : refuse('', 'objeto', value));
  return async (
    { ventana }: { readonly ventana: DateWindow },
    signal: AbortSignal,
  ): Promise<ImpuestosTotals | undefined> => {
    const raw = await consult(
      { metodo: method, path: 'v1/impuestos/totales', params: toWindowParams(ventana), parse },
      signal,
    );
    const result = parseRow(raw);
    if (!result.ok) {
      const { problemas } = result;
      quarantine(method, { raw: JSON.stringify(raw), problemas }, ventana);
      throw new AppError('RESPUESTA_INVALIDA', { detail: { metodo: method, motivo: PROBLEMS.console(problemas) } });
    }
    const { extra: _extra, ...amounts } = result.row;
    return Object.values(amounts).every((amount) => amount === null) ? undefined : result.row;
  };
}

export function createLiquidacionesTotals({ consult, quarantine }: MethodDeps) {
  const method = 'liquidaciones-totales';
  const parse = createArrayParser<LiquidacionTotals>(createRowParser(wireOf(VIEWS[method])));
  return async (
    { ventana }: { readonly ventana: DateWindow },
    signal: AbortSignal,
  ): Promise<SingleRows<LiquidacionTotals>> => {
    const spec = { metodo: method, path: 'v1/liquidaciones/totales', params: toWindowParams(ventana), parse };
    return settle({ metodo: method, ventana }, await consult(spec, signal), quarantine);
  };
}
