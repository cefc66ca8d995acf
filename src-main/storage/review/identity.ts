import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { createCuponWriter } from '#domain/cupones/cupon-writer.ts';
import { cuponDe } from '../ledger/cupon-text.ts';

/** Makes the function that gives the number equal coupons share, from a canonical text, as the import computes it (`CuponWriter.identity`). */
export function createIdentity(): (texto: string) => number {
  const writer = createCuponWriter(FIELDS_IN_ORDER);
  return (texto) => {
    const cupon = cuponDe(texto);
    writer.begin();
    for (const [order, campo] of FIELDS_IN_ORDER.entries()) {
      const valor = cupon[campo];
      if (valor !== undefined) writer.add(order, valor);
    }
    writer.end();
    writer.take();
    return writer.identity();
  };
}
