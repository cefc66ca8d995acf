/** The coupons of ours that matched the sales of a settlement, where a kept result knows them. */
import type { CuponDeVenta, FilaConClave } from '#contract/datos.ts';
import type { FilaLeida, Lector } from '#storage/cache/index.ts';
import type { Resultados } from '#storage/resultados/index.ts';
import { emparejar } from './rastro-cupon.ts';
import { textoDe } from './rastro-vinculos.ts';

/** Sales of a settlement that are looked at. */
const VENTAS = 5000;

type Guardado = ReturnType<Resultados['deLiquidacion']>[number];

/** A row of the trail, with what its address needs. */
const filaDeCupon = ({ conciliacion, archivo, operacion }: Guardado): FilaConClave => {
  const { fila, conciliado: _conciliado, modo: _modo, ...datos } = operacion;
  return { ...datos, clave: JSON.stringify([conciliacion, archivo, fila]), conciliacion, archivo, fila };
};

const parejasDe = (resultados: Resultados, liquidacion: FilaLeida, ventas: readonly FilaLeida[]) => {
  const cupones = resultados
    .deLiquidacion({ id: textoDe(liquidacion, 'id'), numero: textoDe(liquidacion, 'numero') })
    .map((guardado) => ({ guardado, cupon: guardado.operacion }));
  return emparejar(ventas, cupones);
};

/** The coupon of ours that an operation of a settlement was matched with; undefined when no kept result knows it. */
export function cuponDeOperacion(
  resultados: Resultados | undefined,
  liquidacion: FilaLeida,
  operacion: FilaLeida,
): FilaConClave | undefined {
  if (resultados === undefined) return undefined;
  const pareja = parejasDe(resultados, liquidacion, [operacion]).get(textoDe(operacion, 'id'));
  return pareja === undefined ? undefined : filaDeCupon(pareja.guardado);
}

/** By the key of each sale. */
export async function cuponesDeLiquidacion(
  { lector, resultados }: { readonly lector: Lector | undefined; readonly resultados: Resultados | undefined },
  clave: string,
  signal: AbortSignal,
): Promise<readonly CuponDeVenta[]> {
  if (lector === undefined || resultados === undefined) return [];
  const [liquidacion] = await lector.porId('liquidaciones', [clave], signal);
  if (liquidacion === undefined) return [];
  const filtros = [{ campo: 'liquidaciones_id', valores: [textoDe(liquidacion, 'id')] }];
  const { filas } = await lector.vinculadas('operaciones', { filtros, limite: VENTAS }, signal);
  return Array.from(parejasDe(resultados, liquidacion, filas), ([venta, { guardado }]) => {
    const { conciliacion, archivo, operacion } = guardado;
    const { comprobante, wallet_referencia: referencia, fila } = operacion;
    return { venta, conciliacion, archivo, fila, comprobante: comprobante ?? referencia ?? null };
  });
}
