import type { ResultOperacion } from '#domain/result-rows.ts';
import type { ResultCupon } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, CUPON_CAMPOS, type Cupon, type CuponField } from '#domain/cupon.ts';
import { parseCanonical } from '../import/parse-canonical.ts';

/** A coupon of the result; the wallet fields, which the service does not send back, and the row come from our own. */
export function operacionDe(
  result: ResultCupon,
  ours: { readonly fila: number; readonly texto: string } | undefined,
): ResultOperacion {
  const { cupon, conciliado, modo, nroLiquidacion, liquidacionesId, fechaLiq } = result;
  return {
    ...(ours === undefined ? {} : walletDe(parseCanonical(ours.texto))),
    ...cupon,
    conciliado,
    modo,
    nro_liquidacion: nroLiquidacion,
    liquidaciones_id: liquidacionesId,
    fecha_liq: fechaLiq,
    fila: ours?.fila ?? null,
  };
}

const walletDe = ({ wallet_referencia, wallet_tipo_operacion }: Cupon): Cupon => ({
  ...(wallet_referencia === undefined ? {} : { wallet_referencia }),
  ...(wallet_tipo_operacion === undefined ? {} : { wallet_tipo_operacion }),
});

const NUMERIC_FIELDS = FIELDS_IN_ORDER.filter((campo) => ['numero', 'decimal'].includes(CUPON_CAMPOS[campo].tipo));
const withoutZeros = (texto: string): string => texto.trim().replace(/^0+(?=\d)/, '');

/**
 * The same with the zeros of our own that the service took from the left of its numbers (docs/gaps.md): "000123" is what stands in the spreadsheet and on
 * the slip, and what a person looks for.
 */
export function withOurZeros(
  operacion: ResultOperacion,
  ours: { readonly texto: string } | undefined,
): ResultOperacion {
  if (ours === undefined) return operacion;
  const propio = parseCanonical(ours.texto);
  const changes: Partial<Record<CuponField, string>> = {};
  for (const campo of NUMERIC_FIELDS) {
    const [its, mine] = [operacion[campo], propio[campo]];
    if (its !== undefined && mine !== undefined && its !== mine && withoutZeros(its) === withoutZeros(mine))
      changes[campo] = mine;
  }
  return { ...operacion, ...changes };
}
