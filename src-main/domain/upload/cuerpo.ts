import { CUPON_CAMPOS, type CuponCampo } from '../cupon.ts';
import type { FormaNumeros } from './tipos.ts';

const CAMPOS_NUMERICOS = Object.entries(CUPON_CAMPOS)
  .filter(([, definicion]) => definicion.tipo !== 'texto' && definicion.tipo !== 'fecha')
  .map(([campo]) => campo as CuponCampo);
const NUMERO = new RegExp(`"(${CAMPOS_NUMERICOS.join('|')})":"(-?)0*(\\d[\\d.]*)"`, 'g');
const CON_NUMERO = new RegExp(`"(?:${CAMPOS_NUMERICOS.filter((campo) => campo !== 'importe').join('|')})":"\\d`);

/** True when the text of some coupon has a number field besides the amount: only then does an answer say how numbers are taken. */
export const tieneNumeros = (texto: string): boolean => CON_NUMERO.test(texto);

/** A canonical text with its number fields as JSON numbers, for a server that wants them so (docs/gaps.md, `numeros`). */
const comoNumeros = (texto: string): string => texto.replace(NUMERO, '"$1":$2$3');

/** The parts that are not coupons: the fields in the order of the table "POST …/conciliar-operaciones". */
export interface CuerpoPartes {
  readonly id: string;
  readonly subirMas: boolean;
  readonly numeros: FormaNumeros;
}

/**
 * The body of a batch, always built from the frozen texts and never from objects again: the same coupons give the same bytes.
 * Source: API description, "Coupon reconciliation methods (v2)"; `subir_mas` is text.
 */
export function cuerpoDeTanda(textos: readonly string[], { id, subirMas, numeros }: CuerpoPartes): string {
  const datos = (numeros === 'numero' ? textos.map(comoNumeros) : textos).join(',');
  return `{"id":${JSON.stringify(id)},"datos":[${datos}],"subir_mas":"${String(subirMas)}"}`;
}
