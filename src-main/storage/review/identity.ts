import { FIELDS_IN_ORDER, parseCanonicalText } from '#domain/cupon.ts';
import { createCuponWriter } from '#domain/cupones/cupon-writer.ts';

/** Makes the function that gives the number equal coupons share, from a canonical text, as the import computes it (`CuponWriter.identity`). */
export function createIdentity(): (text: string) => number {
  const writer = createCuponWriter(FIELDS_IN_ORDER);
  return (text) => {
    const cupon = parseCanonicalText(text);
    writer.begin();
    for (const [order, field] of FIELDS_IN_ORDER.entries()) {
      const value = cupon[field];
      if (value !== undefined) writer.add(order, value);
    }
    writer.end();
    writer.take();
    return writer.identity();
  };
}
