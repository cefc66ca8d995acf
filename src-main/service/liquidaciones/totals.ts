import { VIEWS } from '#domain/views/index.ts';
import type { LiquidacionTotals } from '#domain/views/liquidaciones-totales.ts';
import type { DateWindow } from '#domain/civil-date.ts';
import { toWindowParams } from '../list/filter.ts';
import type { MethodDeps } from '../list/reader.ts';
import { createArrayParser, settle, type SingleRows } from '../list/single.ts';
import { wireOf } from '../list/wire-of.ts';
import { createRowParser } from '../wire/rows.ts';

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
