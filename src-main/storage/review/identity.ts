import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { createCuponWriter } from '#domain/cupones/cupon-writer.ts';
import { cuponDe } from '../ledger/cupon-text.ts';

/** Gives the number that equal coupons share, of a canonical text, as the import counts it (`CuponWriter.identity`). */
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
