import { AppError } from '#contract/errors.ts';
import type { Impuesto, ImpuestosTotales } from '#domain/impuesto.ts';
import { sinCabecera, wrapperParser } from '../list/definition.ts';
import { listado, type MethodDeps } from '../list/deps.ts';
import { listParam, ventanaParams, type FiltroVentana } from '../list/filter.ts';
import type { Listado } from '../list/whole.ts';
import { rowParser } from '../wire/rows.ts';
import { impuestosTotalesWire, impuestoWire } from './wire.ts';

export interface ImpuestosTotalesFiltro extends FiltroVentana {
  /** Items `<marca>-<tarjeta>`. */
  readonly tarjetas?: readonly string[];
}

export interface ImpuestosFiltro extends ImpuestosTotalesFiltro {
  readonly detalle?: boolean;
}

/** `GET /v1/impuestos`: tax records, up to 50 a page; their list comes under `liquidaciones`. */
export function createImpuestos(deps: MethodDeps): Listado<ImpuestosFiltro, Impuesto> {
  return listado<ImpuestosFiltro, Impuesto, null>(
    {
      metodo: 'impuestos',
      path: 'v1/impuestos',
      tamano: 50,
      wrapper: wrapperParser('liquidaciones', sinCabecera),
      parse: rowParser(impuestoWire),
      params: ({ ventana, detalle = false, comercios, tarjetas }) => [
        ...ventanaParams(ventana),
        ['detalle', String(detalle)],
        ...listParam('comercios', comercios),
        ...listParam('tarjetas', tarjetas),
      ],
      ventana: ({ ventana }) => ventana,
      conVentana: (filtro, ventana) => ({ ...filtro, ventana }),
      idDe: ({ id }) => id,
      fechaDe: ({ fecha }) => fecha,
      fechaCierta: false,
    },
    deps,
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * `GET /v1/impuestos/totales`: one object for the period; undefined where nothing was added up, which is said with nothing in every field (what a
 * database sums of no rows) or with no object at all. One that does not parse goes to the quarantine, and the call fails with
 * `RESPUESTA_INVALIDA`: there is no other row to give.
 */
export function createImpuestosTotales({ consult, quarantine }: MethodDeps) {
  const metodo = 'impuestos-totales';
  const parseRow = rowParser(impuestosTotalesWire);
  return async (
    { ventana, comercios, tarjetas }: ImpuestosTotalesFiltro,
    signal: AbortSignal,
  ): Promise<ImpuestosTotales | undefined> => {
    const params = [
      ...ventanaParams(ventana),
      ...listParam('comercios', comercios),
      ...listParam('tarjetas', tarjetas),
    ];
    const parse = (value: unknown) =>
      isObject(value) ? value : value === null || (Array.isArray(value) && value.length === 0) ? {} : undefined;
    const raw = await consult({ metodo, path: 'v1/impuestos/totales', params, parse }, signal);
    if (Object.values(raw).every(isNothing)) return undefined;
    const result = parseRow(raw);
    if (result.ok) return result.row;
    quarantine(metodo, JSON.stringify(raw), result.motivo, ventana);
    throw new AppError('RESPUESTA_INVALIDA', { detail: { metodo, motivo: result.motivo } });
  };
}
