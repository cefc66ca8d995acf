import { isObject } from '#domain/json.ts';
import { AppError } from '#contract/errors.ts';
import { PROBLEMS } from '#domain/texts/shapes.ts';
import { VIEWS } from '#domain/views/index.ts';
import type { ImpuestosTotals } from '#domain/views/impuestos-totales.ts';
import type { DateWindow } from '#domain/civil-date.ts';
import { toWindowParams } from './list/list-of.ts';
import type { MethodDeps } from './list/reader.ts';
import { wireOf } from './list/wire-of.ts';
import { accept, refuse } from './wire/mismatch.ts';
import { createRowParser } from './wire/rows.ts';
import type { LiquidacionTotals } from '#domain/views/liquidaciones-totales.ts';
import { createArrayParser, settle, type SingleRows } from './list/single.ts';

/**
 * `GET /v1/impuestos/totales`: one object for the period; undefined where all its amounts are null or empty, which is how a database sums no rows. An
 * object that does not parse goes to the quarantine, and the call fails with `RESPUESTA_INVALIDA`: there is no other row to give.
 */
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

/** `GET /v1/liquidaciones/totales`: one row per card over the period. */
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
