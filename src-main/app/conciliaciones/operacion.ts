import type { OperacionResultado } from '#contract/documents.ts';
import type { CuponResultado } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, CUPON_CAMPOS, type Cupon, type CuponCampo } from '#domain/cupon.ts';
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

const DE_CIFRAS = CAMPOS_EN_ORDEN.filter((campo) => ['numero', 'decimal'].includes(CUPON_CAMPOS[campo].tipo));
const sinCeros = (texto: string): string => texto.trim().replace(/^0+(?=\d)/, '');

/**
 * The same with the zeros of our own that the service took from the left of its numbers (docs/gaps.md): "000123" is what stands in the spreadsheet and on
 * the slip, and what a person looks for.
 */
export function conNuestrosCeros(
  operacion: OperacionResultado,
  nuestro: { readonly texto: string } | undefined,
): OperacionResultado {
  if (nuestro === undefined) return operacion;
  const propio = parseCanonical(nuestro.texto);
  const cambios: Partial<Record<CuponCampo, string>> = {};
  for (const campo of DE_CIFRAS) {
    const [suyo, mio] = [operacion[campo], propio[campo]];
    if (suyo !== undefined && mio !== undefined && suyo !== mio && sinCeros(suyo) === sinCeros(mio))
      cambios[campo] = mio;
  }
  return { ...operacion, ...cambios };
}
