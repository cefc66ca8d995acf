import type { OperacionResultado } from '#contract/documents.ts';
import type { CuponResultado } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import { parseCanonical } from '../import/parse-canonical.ts';

/** A coupon of the result; the wallet fields, which the service does not send back, and the row come from our own. */
export function operacionDe(
  resultado: CuponResultado,
  nuestro: { readonly fila: number; readonly texto: string } | undefined,
): OperacionResultado {
  const { cupon, conciliado, modo, nroLiquidacion, liquidacionesId, fechaLiq } = resultado;
  return {
    ...(nuestro === undefined ? {} : walletDe(parseCanonical(nuestro.texto))),
    ...cupon,
    conciliado,
    modo,
    nro_liquidacion: nroLiquidacion,
    liquidaciones_id: liquidacionesId,
    fecha_liq: fechaLiq,
    fila: nuestro?.fila ?? null,
  };
}

const walletDe = ({ wallet_referencia, wallet_tipo_operacion }: Cupon): Cupon => ({
  ...(wallet_referencia === undefined ? {} : { wallet_referencia }),
  ...(wallet_tipo_operacion === undefined ? {} : { wallet_tipo_operacion }),
});
