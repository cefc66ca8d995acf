import { CUPON_FIELDS, type CuponField } from '../cupon.ts';
import type { NumberForm } from './types.ts';

const NUMERIC_FIELDS = Object.entries(CUPON_FIELDS)
  .filter(([, definition]) => definition.tipo !== 'texto' && definition.tipo !== 'fecha')
  .map(([field]) => field as CuponField);
const NUMBER = new RegExp(`"(${NUMERIC_FIELDS.join('|')})":"(-?)0*(\\d[\\d.]*)"`, 'g');
const HAS_NUMBER = new RegExp(`"(?:${NUMERIC_FIELDS.filter((field) => field !== 'importe').join('|')})":"\\d`);

/** True when a coupon's text has a number field besides the amount. Only then does an answer show whether the service wants numbers as text. */
export const hasNumbers = (text: string): boolean => HAS_NUMBER.test(text);

/** A canonical text with its number fields as JSON numbers, for a server that wants them so (docs/gaps.md, `numeros`). */
const asNumbers = (text: string): string => text.replace(NUMBER, '"$1":$2$3');

/** The parts of the body that are no coupons, from the table "POST …/conciliar-operaciones". */
export interface BodyParts {
  readonly id: string;
  readonly subirMas: boolean;
  readonly numeros: NumberForm;
}

/**
 * The body of a batch, always built from the frozen texts and never again from objects: the same coupons give the same bytes.
 * Source: API description, "Coupon reconciliation methods (v2)"; `subir_mas` is text.
 */
export function buildTandaBody(texts: readonly string[], { id, subirMas, numeros }: BodyParts): string {
  const data = (numeros === 'numero' ? texts.map(asNumbers) : texts).join(',');
  return `{"id":${JSON.stringify(id)},"datos":[${data}],"subir_mas":"${String(subirMas)}"}`;
}
