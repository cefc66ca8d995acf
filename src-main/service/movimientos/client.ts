import { formatPlain, type Money } from '#domain/money.ts';
import type { Movimiento } from '#domain/movimiento.ts';
import type { VentanaConHoras } from '#domain/ventana.ts';
import { wrapperParser } from '../list/definition.ts';
import { listado, type MethodDeps } from '../list/deps.ts';
import { boundParams, optionalParams } from '../list/filter.ts';
import type { Listado } from '../list/whole.ts';
import { rowParser } from '../wire/rows.ts';
import { movimientosCabeceraWire, movimientoWire } from './wire.ts';

export interface MovimientosFiltro {
  readonly ventana: VentanaConHoras;
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

/** Not contracted is an outcome of its own: not zero rows, and never a reason to drop rows that are kept (TRAPS.md). */
export type MovimientosCabecera =
  { readonly contratado: false } | { readonly contratado: true; readonly importeTotal: string | null };

const amount = (value: Money | undefined): string | undefined => (value === undefined ? undefined : formatPlain(value));

function cabecera(value: unknown): MovimientosCabecera | undefined {
  const parsed = movimientosCabeceraWire.safeParse(value);
  if (!parsed.success) return undefined;
  const { interbanking, importe_total: importeTotal } = parsed.data;
  return interbanking ? { contratado: true, importeTotal } : { contratado: false };
}

/** `GET /v1/movimientos`: bank-account movements, up to 1,000 a page. */
export function createMovimientos(deps: MethodDeps): Listado<MovimientosFiltro, Movimiento, MovimientosCabecera> {
  return listado<MovimientosFiltro, Movimiento, MovimientosCabecera>(
    {
      metodo: 'movimientos',
      path: 'v1/movimientos',
      tamano: 1000,
      wrapper: wrapperParser('movimientos', cabecera, {
        propias: ['interbanking', 'importe_total'],
        sinLista: ({ contratado }) => !contratado,
      }),
      parse: rowParser(movimientoWire),
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
      ventana: ({ ventana }) => ventana,
      conVentana: (filtro, ventana) => ({ ...filtro, ventana }),
      idDe: ({ id }) => id,
      fechaDe: ({ fecha }) => fecha.fecha,
      fechaCierta: true,
    },
    deps,
  );
}
