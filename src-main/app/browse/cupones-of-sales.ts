/** The coupons of ours that matched the sales of a settlement, where a kept result knows them. */
import type { SaleCupon, KeyedRow } from '#contract/data.ts';
import type { ReadRow, CacheReader } from '#storage/cache/index.ts';
import type { Results } from '#storage/results/index.ts';
import { pairUp } from './trail-of-cupon.ts';
import { textOf } from './trail-links.ts';

/** Sales of a settlement that are looked at. */
const MAX_SALES = 5000;

type StoredCupon = ReturnType<Results['deLiquidacion']>[number];

/** A row of the trail, with what its address needs. */
const cuponRow = ({ conciliacion, archivo, operacion }: StoredCupon): KeyedRow => {
  const { fila, conciliado: _conciliado, modo: _modo, ...datos } = operacion;
  return { ...datos, clave: JSON.stringify([conciliacion, archivo, fila]), conciliacion, archivo, fila };
};

const pairsOf = (resultados: Results, liquidacion: ReadRow, ventas: readonly ReadRow[]) => {
  const cupones = resultados
    .deLiquidacion({ id: textOf(liquidacion, 'id'), numero: textOf(liquidacion, 'numero') })
    .map((stored) => ({ guardado: stored, cupon: stored.operacion }));
  return pairUp(ventas, cupones);
};

/** The coupon of ours that an operation of a settlement was matched with; undefined when no kept result knows it. */
export function cuponDeOperacion(
  resultados: Results | undefined,
  liquidacion: ReadRow,
  operacion: ReadRow,
): KeyedRow | undefined {
  if (resultados === undefined) return undefined;
  const pareja = pairsOf(resultados, liquidacion, [operacion]).get(textOf(operacion, 'id'));
  return pareja === undefined ? undefined : cuponRow(pareja.guardado);
}

/** By the key of each sale. */
export async function cuponesDeLiquidacion(
  {
    lector: reader,
    resultados,
  }: { readonly lector: CacheReader | undefined; readonly resultados: Results | undefined },
  clave: string,
  signal: AbortSignal,
): Promise<readonly SaleCupon[]> {
  if (reader === undefined || resultados === undefined) return [];
  const [liquidacion] = await reader.byId('liquidaciones', [clave], signal);
  if (liquidacion === undefined) return [];
  const filtros = [{ campo: 'liquidaciones_id', valores: [textOf(liquidacion, 'id')] }];
  const { filas } = await reader.listLinked('operaciones', { filtros, limite: MAX_SALES }, signal);
  return Array.from(pairsOf(resultados, liquidacion, filas), ([venta, { guardado: stored }]) => {
    const { conciliacion, archivo, operacion } = stored;
    const { comprobante, wallet_referencia: referencia, fila } = operacion;
    return { venta, conciliacion, archivo, fila, comprobante: comprobante ?? referencia ?? null };
  });
}
