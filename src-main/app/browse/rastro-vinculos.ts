/** What belongs to a record: by the identifiers of the service where it gives them, else by values that agree, and then it is said so. */
import type { RastroPor } from '#contract/datos.ts';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Metodo } from '#domain/vista.ts';
import type { FilaLeida, Filtro, Valor } from '#storage/cache/index.ts';

/** Records of one kind that are given, at most. */
export const LIMITE = 100;

export interface Hallazgo {
  readonly filas: readonly FilaLeida[];
  readonly total: number;
  readonly por: RastroPor | null;
  readonly campos: readonly string[];
  readonly porIdentificador: boolean;
  readonly ambiguo?: boolean;
}

export const NADA: Hallazgo = { filas: [], total: 0, por: null, campos: [], porIdentificador: false };

export const textoDe = (fila: FilaLeida | undefined, campo: string): string => {
  const valor = fila?.[campo];
  return valor === null || valor === undefined ? '' : String(valor);
};
export const fechaDe = (fila: FilaLeida | undefined, campo: string): CivilDate | undefined =>
  parseIsoDate(textoDe(fila, campo));
const igual = (campo: string, ...valores: readonly Valor[]): Filtro => ({ campo, valores });
export const vacio = (hallazgo: Hallazgo): boolean => hallazgo.filas.length === 0;

/** Rejections name no operation: the same voucher and card, and nothing else that disagrees. */
const QUE_COINCIDE = ['comprobante', 'tarjeta_nro'] as const;
const QUE_NO_CONTRADICE = ['marca', 'establecimiento', 'lote', 'autorizacion'] as const;
export const CAMPOS_DEL_CUPON: readonly string[] = [...QUE_COINCIDE, ...QUE_NO_CONTRADICE];

interface Deps {
  readonly buscar: (
    metodo: Metodo,
    filtros: readonly Filtro[],
  ) => Promise<{ readonly filas: readonly FilaLeida[]; readonly total: number }>;
  readonly porId: (metodo: Metodo, ...ids: readonly string[]) => Promise<readonly FilaLeida[]>;
}

export function crearVinculos({ buscar, porId }: Deps) {
  async function liquidacionDe(
    fila: FilaLeida | undefined,
    campos: { readonly id: string; readonly numero: string },
  ): Promise<Hallazgo> {
    const id = textoDe(fila, campos.id);
    const numero = campos.numero === '' ? '' : textoDe(fila, campos.numero);
    const filas = await porId('liquidaciones', id);
    if (filas.length > 0) {
      return {
        filas,
        total: filas.length,
        por: 'servicio',
        campos: [campos.id],
        porIdentificador: true,
      };
    }
    if (numero === '') return NADA;
    const marca = textoDe(fila, 'marca');
    const filtros = [igual('numero', numero), ...(marca === '' ? [] : [igual('marca', marca)])];
    const { filas: porNumero, total } = await buscar('liquidaciones', filtros);
    return {
      filas: porNumero,
      total,
      por: marca === '' ? 'numero' : 'numero_y_marca',
      campos: marca === '' ? [campos.numero] : [campos.numero, 'marca'],
      porIdentificador: false,
      ambiguo: total > 1,
    };
  }

  async function operacionesDe(liquidacion: FilaLeida): Promise<Hallazgo> {
    const { filas, total } = await buscar('operaciones', [igual('liquidaciones_id', textoDe(liquidacion, 'id'))]);
    return {
      filas,
      total,
      por: 'servicio',
      campos: ['liquidaciones_id'],
      porIdentificador: true,
    };
  }

  async function movimientosDe(
    operacion: FilaLeida | undefined,
    liquidacion: FilaLeida | undefined,
  ): Promise<Hallazgo> {
    const deOperacion =
      operacion === undefined
        ? NADA
        : await buscar('movimientos', [igual('transacciones_id', textoDe(operacion, 'id'))]);
    const deLiquidacion =
      liquidacion === undefined
        ? NADA
        : await buscar('movimientos', [igual('liquidaciones_id', textoDe(liquidacion, 'id'))]);
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
    const numero = textoDe(liquidacion, 'numero');
    if (numero === '') return NADA;
    const { filas: porReferencia } = await buscar('movimientos', [igual('referencia', numero)]);
    // One that the service reconciled with something else is not ours.
    const libres = porReferencia.filter(
      (fila) => textoDe(fila, 'liquidaciones_id') === '' && textoDe(fila, 'transacciones_id') === '',
    );
    const acreditado = Math.abs(Number(liquidacion?.['total_acreditado'] ?? Number.NaN)); // not known: equal to none
    const exactos = libres.filter((fila) => Math.abs(Number(fila['importe'])) === acreditado);
    const elegidos = exactos.length > 0 ? exactos : libres;
    return {
      filas: elegidos,
      total: elegidos.length,
      por: exactos.length > 0 ? 'referencia_e_importe' : 'referencia_importe_otro',
      campos: exactos.length > 0 ? ['referencia', 'importe'] : ['referencia'],
      porIdentificador: false,
      ambiguo: elegidos.length > 1 || (elegidos.length === 1 && exactos.length === 0),
    };
  }

  async function impuestosDe(liquidacion: FilaLeida | undefined): Promise<Hallazgo> {
    if (liquidacion === undefined) return NADA;
    const numero = textoDe(liquidacion, 'numero');
    const filas = (await porId('impuestos', textoDe(liquidacion, 'id'))).filter(
      (fila) => textoDe(fila, 'numero') === numero,
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
    const { filas: iguales, total } = await buscar(
      'impuestos',
      campos.map((campo) => igual(campo, liquidacion[campo] ?? null)),
    );
    const por = 'numero_marca_establecimiento_fecha';
    return { filas: iguales, total, por, campos, porIdentificador: false, ambiguo: total > 1 };
  }

  const concuerdan = (a: FilaLeida, b: FilaLeida): boolean =>
    QUE_NO_CONTRADICE.every((campo) => {
      const [x, y] = [textoDe(a, campo), textoDe(b, campo)];
      return x === '' || y === '' || x === y;
    });
  async function mismoCupon(metodo: 'operaciones' | 'rechazos', fila: FilaLeida): Promise<readonly FilaLeida[]> {
    if (QUE_COINCIDE.some((campo) => textoDe(fila, campo) === '')) return [];
    const { filas } = await buscar(
      metodo,
      QUE_COINCIDE.map((campo) => igual(campo, textoDe(fila, campo))),
    );
    return filas.filter((otra) => concuerdan(fila, otra));
  }
  async function rechazosDe(operaciones: readonly FilaLeida[]): Promise<Hallazgo> {
    const filas = new Map<string, FilaLeida>();
    let ambiguo = false;
    for (const operacion of operaciones) {
      for (const rechazo of await mismoCupon('rechazos', operacion)) {
        filas.set(textoDe(rechazo, 'id'), rechazo);
        ambiguo ||= (await mismoCupon('operaciones', rechazo)).length > 1;
      }
      if (filas.size >= LIMITE) break;
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

  return { liquidacionDe, operacionesDe, movimientosDe, impuestosDe, mismoCupon, rechazosDe };
}
