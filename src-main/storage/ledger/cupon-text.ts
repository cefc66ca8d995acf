import type { Cupon } from '#domain/cupon.ts';
import { z } from 'zod';

const cupon = z.record(z.string(), z.string());

/** Parses a canonical text into its coupon. */
export function parseCupon(text: string): Cupon {
  return cupon.parse(JSON.parse(text)) satisfies Cupon;
}
