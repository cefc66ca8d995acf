import { valueOfIdentity } from '#domain/cupones/duplicates.ts';
import type { ResultOperacion } from '#domain/result-rows.ts';
import type { ResultCupon } from '#domain/conciliacion.ts';
import {
  CUPON_FIELDS,
  FIELDS_IN_ORDER,
  parseCanonicalText,
  type AuxiliaryField,
  type Cupon,
  type CuponField,
} from '#domain/cupon.ts';

/** Our own coupon behind a row of a result. */
interface OwnCupon {
  readonly fila: number;
  readonly texto: string;
  /** The field in which it was sent with our marker, where it was: the person left it empty. */
  readonly marked: AuxiliaryField | undefined;
}

/**
 * A coupon of the result. Its row, the wallet fields, which the service does not send back, and the leading zeros that the service removed come
 * from our own coupon. Our marker is left out: nobody typed it.
 */
export function operacionOf(
  { cupon: shown, conciliado, modo, nroLiquidacion, liquidacionesId, fechaLiq }: ResultCupon,
  ours: OwnCupon | undefined,
): ResultOperacion {
  const cupon = ours?.marked === undefined ? shown : dropField(shown, ours.marked);
  const own = ours === undefined ? {} : parseCanonicalText(ours.texto);
  return {
    ...walletOf(own),
    ...cupon,
    ...zerosOf(cupon, own),
    conciliado,
    modo,
    nro_liquidacion: nroLiquidacion,
    liquidaciones_id: liquidacionesId,
    fecha_liq: fechaLiq,
    fila: ours?.fila ?? null,
  };
}

function dropField(cupon: Cupon, field: CuponField): Cupon {
  const { [field]: _, ...rest } = cupon;
  return rest;
}

const walletOf = ({ wallet_referencia, wallet_tipo_operacion }: Cupon): Cupon => ({
  ...(wallet_referencia === undefined ? {} : { wallet_referencia }),
  ...(wallet_tipo_operacion === undefined ? {} : { wallet_tipo_operacion }),
});

const NUMERIC_FIELDS = FIELDS_IN_ORDER.filter((field) => ['numero', 'decimal'].includes(CUPON_FIELDS[field].tipo));
const toComparable = (text: string): string => valueOfIdentity('numero', text.trim());

/** Our own numbers where the service removed zeros (docs/gaps.md): a person looks for "000123", as the spreadsheet and the slip have it. */
function zerosOf(cupon: Cupon, own: Cupon): Cupon {
  const changes: Partial<Record<CuponField, string>> = {};
  for (const field of NUMERIC_FIELDS) {
    const [its, mine] = [cupon[field], own[field]];
    if (its !== undefined && mine !== undefined && its !== mine && toComparable(its) === toComparable(mine))
      changes[field] = mine;
  }
  return changes;
}
