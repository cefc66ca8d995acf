import { hash } from 'node:crypto';
import { identityText } from '#domain/cupones/identity.ts';

const FIELD = '"fecha_venta":"';

/** A number for the day of a canonical text; 0 without a day. It only decides where the fingerprint lies in its index. */
export function dayOf(texto: string): number {
  const at = texto.indexOf(FIELD);
  if (at < 0) return 0;
  const desde = at + FIELD.length;
  const [year, mes, dia] = [
    texto.slice(desde, desde + 4),
    texto.slice(desde + 5, desde + 7),
    texto.slice(desde + 8, desde + 10),
  ];
  return ((Number(year) * 12 + Number(mes)) * 31 + Number(dia)) & 0xff_ffff;
}

/**
 * The fingerprint of a coupon's identity, 16 bytes, from its canonical text without marker: the day in the first three, then as much of the SHA-256
 * of `identityText` as fits. A file is more or less in the order of its days, so its fingerprints go to few pages of the index at a time: random ones
 * would rewrite most of the index with every thousand coupons.
 */
export function computeDigest(texto: string): Buffer {
  const huella = hash('sha256', identityText(texto), 'buffer').subarray(0, 16);
  huella.writeUIntBE(dayOf(texto), 0, 3);
  return huella;
}
