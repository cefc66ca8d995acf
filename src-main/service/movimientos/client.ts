import { formatPlain, type Money } from '#domain/money.ts';
import type { Movimiento } from '#domain/views/movimientos.ts';
import type { TimedWindow } from '#domain/window.ts';
import { listAnswer, momentOfTime, type DatedList } from '../list/definition.ts';
import { boundParams, optionalParams } from '../list/filter.ts';
import { listReader, type ListReader, type MethodDeps } from '../list/reader.ts';
import { accepted, parserOf, type Parsed } from '../wire/mismatch.ts';
import { rowParser } from '../wire/rows.ts';
import { movimientosHeaderWire, movimientoWire } from './wire.ts';

export interface MovimientosFilter {
  readonly ventana: TimedWindow;
  readonly cuenta?: string;
  readonly cbu?: string;
  readonly debitoCredito?: 'D' | 'C';
  readonly categoria?: string;
  readonly marca?: string;
  /** `N` unreconciled, `C` reconciled, `T` against an operation, `L` against a settlement. */
  readonly conciliado?: 'TODOS' | 'N' | 'C' | 'T' | 'L';
  readonly importe?: Money;
  readonly importeMin?: Money;
  readonly importeMax?: Money;
  readonly q?: string;
}

/** Not contracted is an outcome of its own: not zero rows, and never a reason to drop rows that are kept (docs/gaps.md). */
export type MovimientosHeader =
  { readonly contratado: false } | { readonly contratado: true; readonly importeTotal: string | null };

const amount = (value: Money | undefined): string | undefined => (value === undefined ? undefined : formatPlain(value));

const parseHeader = parserOf(movimientosHeaderWire);
function header(value: unknown): Parsed<MovimientosHeader> {
  const parsed = parseHeader(value);
  if (!parsed.ok) return parsed;
  const { interbanking, importe_total: importeTotal } = parsed.value;
  return accepted(interbanking ? { contratado: true, importeTotal } : { contratado: false });
}

const movimientosList: DatedList<MovimientosFilter, Movimiento, MovimientosHeader> = {
  metodo: 'movimientos',
  path: () => 'v1/movimientos',
  pageSize: 1000,
  answer: listAnswer('movimientos', header),
  row: rowParser(movimientoWire),
  keyOf: ({ id }) => id,
  isTotalStated: true,
  params: (filtro) => [
    ...boundParams(filtro.ventana),
    ...optionalParams({
      cuenta: filtro.cuenta,
      cbu: filtro.cbu,
      debito_credito: filtro.debitoCredito,
      categoria: filtro.categoria,
      marca: filtro.marca,
      conciliado: filtro.conciliado,
      importe: amount(filtro.importe),
      importe_min: amount(filtro.importeMin),
      importe_max: amount(filtro.importeMax),
      q: filtro.q,
    }),
  ],
  window: ({ ventana }) => ventana,
  within: (filtro, ventana) => ({ ...filtro, ventana }),
  takesTimes: () => true,
  momentOf: ({ fecha }) => momentOfTime(fecha),
  isDateStated: true,
};

/** `GET /v1/movimientos`: bank-account movements, up to 1,000 a page. */
export const createMovimientos = (deps: MethodDeps): ListReader<MovimientosFilter, Movimiento, MovimientosHeader> =>
  listReader(movimientosList, deps);
