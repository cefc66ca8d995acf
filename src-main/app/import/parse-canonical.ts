import { FIELDS_IN_ORDER, type Cupon, type CuponField } from '#domain/cupon.ts';

/** The coupon of a canonical text that we made ourselves: one flat object of strings. */
export function parseCanonical(text: string): Cupon {
  const value: unknown = JSON.parse(text);
  const fields = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const cupon: Partial<Record<CuponField, string>> = {};
  for (const field of FIELDS_IN_ORDER) {
    const text = fields.get(field);
    if (typeof text === 'string') cupon[field] = text;
  }
  return cupon;
}
