/** Finds the records that belong to a record, by the service's identifiers or else by equal values. `por` tells which way was used. */
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { TrailBasis } from '#contract/trail.ts';
import { writeField } from '#domain/row.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { ReadRow, Filter, Value } from '#storage/cache/index.ts';

export const LIMIT = 100;

export interface Finding {
  readonly filas: readonly ReadRow[];
  /** The number of all records, of which `filas` may lack some; absent if `filas` has all. */
  readonly total?: number;
  readonly por: TrailBasis | null;
  readonly ambiguo?: boolean;
}

export const NOTHING: Finding = { filas: [], por: null };

export const dateOf = (row: ReadRow | undefined, field: string): CivilDate | undefined =>
  parseIsoDate(writeField(row, field));
const toFilter = (field: string, ...values: readonly Value[]): Filter => ({ campo: field, valores: values });
export const isEmpty = (finding: Finding): boolean => finding.filas.length === 0;

/** A rejection does not name its operation, which must have the same values in these fields and no different value in `MUST_NOT_CONTRADICT`. */
const MUST_MATCH = ['comprobante', 'tarjeta_nro'] as const;
const MUST_NOT_CONTRADICT = ['marca', 'establecimiento', 'lote', 'autorizacion'] as const;

interface Deps {
  readonly search: (
    method: ServiceMethod,
    filters: readonly Filter[],
  ) => Promise<{ readonly filas: readonly ReadRow[]; readonly total: number }>;
  readonly byId: (method: ServiceMethod, ...ids: readonly string[]) => Promise<readonly ReadRow[]>;
}

export function createLinks({ search, byId }: Deps) {
  async function findLiquidacion(
    row: ReadRow | undefined,
    fields: { readonly id: string; readonly numero: string },
  ): Promise<Finding> {
    const id = writeField(row, fields.id);
    const number = fields.numero === '' ? '' : writeField(row, fields.numero);
    const rows = await byId('liquidaciones', id);
    if (rows.length > 0) return { filas: rows, por: 'servicio' };
    if (number === '') return NOTHING;
    const marca = writeField(row, 'marca');
    const filters = [toFilter('numero', number), ...(marca === '' ? [] : [toFilter('marca', marca)])];
    const { filas: byNumber, total } = await search('liquidaciones', filters);
    return { filas: byNumber, total, por: marca === '' ? 'numero' : 'numero_y_marca', ambiguo: total > 1 };
  }

  async function findOperaciones(liquidacion: ReadRow): Promise<Finding & { readonly total: number }> {
    const found = await search('operaciones', [toFilter('liquidaciones_id', writeField(liquidacion, 'id'))]);
    return { ...found, por: 'servicio' };
  }

  async function findMovimientos(operacion: ReadRow | undefined, liquidacion: ReadRow | undefined): Promise<Finding> {
    const findNamed = async (field: string, row: ReadRow | undefined) =>
      row === undefined ? { filas: [], total: 0 } : search('movimientos', [toFilter(field, writeField(row, 'id'))]);
    const deOperacion = await findNamed('transacciones_id', operacion);
    const deLiquidacion = await findNamed('liquidaciones_id', liquidacion);
    // A movement may name both the settlement and the operation. Such a movement is listed once, with the settlement.
    const ofSettlement = new Set(deLiquidacion.filas.map((row) => writeField(row, 'id')));
    const others = deOperacion.filas.filter((row) => !ofSettlement.has(writeField(row, 'id')));
    const rows = [...deLiquidacion.filas, ...others];
    if (rows.length > 0) {
      const total = deLiquidacion.total + deOperacion.total - (deOperacion.filas.length - others.length);
      return { filas: rows, total, por: 'servicio_concilio' };
    }
    const number = writeField(liquidacion, 'numero');
    if (number === '') return NOTHING;
    const { filas: byReferencia } = await search('movimientos', [toFilter('referencia', number)]);
    // Leaves out movements that the service links to other records.
    const free = byReferencia.filter(
      (row) => writeField(row, 'liquidaciones_id') === '' && writeField(row, 'transacciones_id') === '',
    );
    const credited = Math.abs(Number(liquidacion?.['total_acreditado'] ?? Number.NaN)); // NaN, which equals no amount, if unknown
    const exact = free.filter((row) => Math.abs(Number(row['importe'])) === credited);
    const chosen = exact.length > 0 ? exact : free;
    return {
      filas: chosen,
      por: exact.length > 0 ? 'referencia_e_importe' : 'referencia_importe_otro',
      ambiguo: chosen.length > 1 || (chosen.length === 1 && exact.length === 0),
    };
  }

  async function findImpuestos(liquidacion: ReadRow | undefined): Promise<Finding> {
    if (liquidacion === undefined) return NOTHING;
    const number = writeField(liquidacion, 'numero');
    const rows = (await byId('impuestos', writeField(liquidacion, 'id'))).filter(
      (row) => writeField(row, 'numero') === number,
    );
    if (rows.length > 0) return { filas: rows, por: 'servicio' };
    const fields = ['numero', 'marca', 'establecimiento', 'fecha'];
    const { filas: same, total } = await search(
      'impuestos',
      fields.map((field) => toFilter(field, liquidacion[field] ?? null)),
    );
    const by = 'numero_marca_establecimiento_fecha';
    return { filas: same, total, por: by, ambiguo: total > 1 };
  }

  const agree = (a: ReadRow, b: ReadRow): boolean =>
    MUST_NOT_CONTRADICT.every((field) => {
      const [x, y] = [writeField(a, field), writeField(b, field)];
      return x === '' || y === '' || x === y;
    });
  async function findSameCupon(method: 'operaciones' | 'rechazos', row: ReadRow): Promise<readonly ReadRow[]> {
    if (MUST_MATCH.some((field) => writeField(row, field) === '')) return [];
    const { filas } = await search(
      method,
      MUST_MATCH.map((field) => toFilter(field, writeField(row, field))),
    );
    return filas.filter((other) => agree(row, other));
  }
  async function findRechazos(operaciones: readonly ReadRow[]): Promise<Finding> {
    const rows = new Map<string, ReadRow>();
    let ambiguous = false;
    for (const operacion of operaciones) {
      for (const rechazo of await findSameCupon('rechazos', operacion)) {
        rows.set(writeField(rechazo, 'id'), rechazo);
        ambiguous ||= (await findSameCupon('operaciones', rechazo)).length > 1;
      }
      if (rows.size >= LIMIT) break;
    }
    return { filas: [...rows.values()], por: 'comprobante_y_tarjeta', ambiguo: ambiguous };
  }

  return { findLiquidacion, findOperaciones, findMovimientos, findImpuestos, findSameCupon, findRechazos };
}
