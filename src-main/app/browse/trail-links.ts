/** The records that belong to a record: by the service's identifiers, else by values that agree. The trail says which. */
import type { TrailBasis } from '#contract/data.ts';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import type { ReadRow, Filter, Valor } from '#storage/cache/index.ts';

/** At most so many records of one kind are given. */
export const LIMIT = 100;

export interface Finding {
  readonly filas: readonly ReadRow[];
  readonly total: number;
  readonly por: TrailBasis | null;
  readonly campos: readonly string[];
  readonly porIdentificador: boolean;
  readonly ambiguo?: boolean;
}

export const NOTHING: Finding = { filas: [], total: 0, por: null, campos: [], porIdentificador: false };

export const textOf = (fila: ReadRow | undefined, campo: string): string => {
  const valor = fila?.[campo];
  return valor === null || valor === undefined ? '' : String(valor);
};
export const dateOf = (fila: ReadRow | undefined, campo: string): CivilDate | undefined =>
  parseIsoDate(textOf(fila, campo));
const equals = (campo: string, ...valores: readonly Valor[]): Filter => ({ campo, valores });
export const isEmpty = (finding: Finding): boolean => finding.filas.length === 0;

/** Rejections name no operation: the voucher and card must be the same, and no other field may disagree. */
const MUST_MATCH = ['comprobante', 'tarjeta_nro'] as const;
const MUST_NOT_CONTRADICT = ['marca', 'establecimiento', 'lote', 'autorizacion'] as const;
export const CAMPOS_DEL_CUPON: readonly string[] = [...MUST_MATCH, ...MUST_NOT_CONTRADICT];

interface Deps {
  readonly search: (
    metodo: ServiceMethod,
    filtros: readonly Filter[],
  ) => Promise<{ readonly filas: readonly ReadRow[]; readonly total: number }>;
  readonly byId: (metodo: ServiceMethod, ...ids: readonly string[]) => Promise<readonly ReadRow[]>;
}

export function createLinks({ search, byId }: Deps) {
  async function liquidacionDe(
    fila: ReadRow | undefined,
    campos: { readonly id: string; readonly numero: string },
  ): Promise<Finding> {
    const id = textOf(fila, campos.id);
    const numero = campos.numero === '' ? '' : textOf(fila, campos.numero);
    const filas = await byId('liquidaciones', id);
    if (filas.length > 0) {
      return {
        filas,
        total: filas.length,
        por: 'servicio',
        campos: [campos.id],
        porIdentificador: true,
      };
    }
    if (numero === '') return NOTHING;
    const marca = textOf(fila, 'marca');
    const filtros = [equals('numero', numero), ...(marca === '' ? [] : [equals('marca', marca)])];
    const { filas: byNumber, total } = await search('liquidaciones', filtros);
    return {
      filas: byNumber,
      total,
      por: marca === '' ? 'numero' : 'numero_y_marca',
      campos: marca === '' ? [campos.numero] : [campos.numero, 'marca'],
      porIdentificador: false,
      ambiguo: total > 1,
    };
  }

  async function operacionesDe(liquidacion: ReadRow): Promise<Finding> {
    const { filas, total } = await search('operaciones', [equals('liquidaciones_id', textOf(liquidacion, 'id'))]);
    return {
      filas,
      total,
      por: 'servicio',
      campos: ['liquidaciones_id'],
      porIdentificador: true,
    };
  }

  async function movimientosDe(operacion: ReadRow | undefined, liquidacion: ReadRow | undefined): Promise<Finding> {
    const deOperacion =
      operacion === undefined
        ? NOTHING
        : await search('movimientos', [equals('transacciones_id', textOf(operacion, 'id'))]);
    const deLiquidacion =
      liquidacion === undefined
        ? NOTHING
        : await search('movimientos', [equals('liquidaciones_id', textOf(liquidacion, 'id'))]);
    const filas = [...deLiquidacion.filas, ...deOperacion.filas];
    if (filas.length > 0) {
      const campos = [
        ...(deLiquidacion.filas.length > 0 ? ['liquidaciones_id'] : []),
        ...(deOperacion.filas.length > 0 ? ['transacciones_id'] : []),
      ];
      return {
        filas,
        total: deLiquidacion.total + deOperacion.total,
        por: 'servicio_concilio',
        campos,
        porIdentificador: true,
      };
    }
    const numero = textOf(liquidacion, 'numero');
    if (numero === '') return NOTHING;
    const { filas: byReferencia } = await search('movimientos', [equals('referencia', numero)]);
    // A movement that the service reconciled with something else is not of this settlement.
    const free = byReferencia.filter(
      (fila) => textOf(fila, 'liquidaciones_id') === '' && textOf(fila, 'transacciones_id') === '',
    );
    const acreditado = Math.abs(Number(liquidacion?.['total_acreditado'] ?? Number.NaN)); // unknown is NaN, which equals nothing
    const exact = free.filter((fila) => Math.abs(Number(fila['importe'])) === acreditado);
    const chosen = exact.length > 0 ? exact : free;
    return {
      filas: chosen,
      total: chosen.length,
      por: exact.length > 0 ? 'referencia_e_importe' : 'referencia_importe_otro',
      campos: exact.length > 0 ? ['referencia', 'importe'] : ['referencia'],
      porIdentificador: false,
      ambiguo: chosen.length > 1 || (chosen.length === 1 && exact.length === 0),
    };
  }

  async function impuestosDe(liquidacion: ReadRow | undefined): Promise<Finding> {
    if (liquidacion === undefined) return NOTHING;
    const numero = textOf(liquidacion, 'numero');
    const filas = (await byId('impuestos', textOf(liquidacion, 'id'))).filter(
      (fila) => textOf(fila, 'numero') === numero,
    );
    if (filas.length > 0) {
      return {
        filas,
        total: filas.length,
        por: 'servicio',
        campos: ['id', 'numero'],
        porIdentificador: true,
      };
    }
    const campos = ['numero', 'marca', 'establecimiento', 'fecha'];
    const { filas: iguales, total } = await search(
      'impuestos',
      campos.map((campo) => equals(campo, liquidacion[campo] ?? null)),
    );
    const por = 'numero_marca_establecimiento_fecha';
    return { filas: iguales, total, por, campos, porIdentificador: false, ambiguo: total > 1 };
  }

  const agree = (a: ReadRow, b: ReadRow): boolean =>
    MUST_NOT_CONTRADICT.every((campo) => {
      const [x, y] = [textOf(a, campo), textOf(b, campo)];
      return x === '' || y === '' || x === y;
    });
  async function sameCupon(metodo: 'operaciones' | 'rechazos', fila: ReadRow): Promise<readonly ReadRow[]> {
    if (MUST_MATCH.some((campo) => textOf(fila, campo) === '')) return [];
    const { filas } = await search(
      metodo,
      MUST_MATCH.map((campo) => equals(campo, textOf(fila, campo))),
    );
    return filas.filter((other) => agree(fila, other));
  }
  async function rechazosDe(operaciones: readonly ReadRow[]): Promise<Finding> {
    const filas = new Map<string, ReadRow>();
    let ambiguo = false;
    for (const operacion of operaciones) {
      for (const rechazo of await sameCupon('rechazos', operacion)) {
        filas.set(textOf(rechazo, 'id'), rechazo);
        ambiguo ||= (await sameCupon('operaciones', rechazo)).length > 1;
      }
      if (filas.size >= LIMIT) break;
    }
    const todas = [...filas.values()];
    return {
      filas: todas,
      total: todas.length,
      por: 'comprobante_y_tarjeta',
      campos: CAMPOS_DEL_CUPON,
      porIdentificador: false,
      ambiguo,
    };
  }

  return { liquidacionDe, operacionesDe, movimientosDe, impuestosDe, sameCupon, rechazosDe };
}
