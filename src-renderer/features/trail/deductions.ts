/** What a settlement and its tax record take away from what was sold. */
import type { KeyedRow } from '#contract/data.ts';
import { m } from '../../paraglide/messages.js';
import { addUp, formatAmount, isZero, withOtherSign } from '../../ui/format.ts';
import { withSign } from '../../ui/grid/text.ts';

/** A field of a record; undefined where it is empty or not said. */
export const textOf = (row: KeyedRow, field: string): string | undefined => {
  const value = row[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The totals of a tax record, which has no total of all three. */
const TAX_TOTALS = [
  ['total_impuestos', m.imp_impuestos],
  ['total_retenciones', m.imp_retenciones],
  ['total_percepciones', m.imp_percepciones],
] as const;

/**
 * All that a tax record takes away: taxes, withholdings and perceptions; undefined where it says none of them. Taxes and discounts always subtract:
 * they keep their minus (docs/visual-language.md §4).
 */
export function addUpTaxes(row: KeyedRow): string | undefined {
  const totals = TAX_TOTALS.flatMap(([field]) => textOf(row, field) ?? []);
  return totals.length === 0 ? undefined : withSign(addUp(totals).total, 'resta');
}

/** What the amount of a tax record is made of, where it is not of taxes alone; a total that the service does not say is named. */
export function describeTaxes(row: KeyedRow): readonly string[] {
  const parts = TAX_TOTALS.flatMap(([field, name]) => {
    if (row[field] === null) return [{ field, said: `${name()} ${m.sin_datos()}` }];
    const importe = textOf(row, field);
    return importe === undefined || isZero(importe) ? [] : [{ field, said: `${name()} ${formatAmount(importe)}` }];
  });
  return parts.every(({ field }) => field === 'total_impuestos') ? [] : parts.map(({ said }) => said);
}

/** From what a settlement billed to what it credited; what its discounts leave unexplained is said. */
export function describeDiscounts(row: KeyedRow): readonly string[] {
  const billed = textOf(row, 'total_facturado');
  const discounted = textOf(row, 'total_descontado');
  const credited = textOf(row, 'total_acreditado');
  if (billed === undefined || discounted === undefined) return [];
  const sum = m.rastro_descuentos({
    facturado: formatAmount(billed),
    descontado: formatAmount(discounted.replace('-', '')),
  });
  if (credited === undefined) return [sum];
  const rest = addUp([billed, withSign(discounted, 'resta'), withOtherSign(credited)]);
  return rest.sinLeer > 0 || isZero(rest.total)
    ? [sum]
    : [sum, m.rastro_resto({ importe: formatAmount(rest.total.replace('-', '')) })];
}
