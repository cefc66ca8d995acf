import type { Cupon } from '#domain/cupon.ts';
import { z } from 'zod';

const cupon = z.record(z.string(), z.string());

/** The coupon of a canonical text. */
export function cuponDe(texto: string): Cupon {
  return cupon.parse(JSON.parse(texto)) satisfies Cupon;
}
