import { hash } from 'node:crypto';
import { textOfIdentity } from '#domain/cupones/duplicates.ts';

const FIELD = '"fecha_venta":"';

/** The day in a canonical text as a number, 0 if it has none. It only decides where a fingerprint lies in the index. */
function dayOf(text: string): number {
  const at = text.indexOf(FIELD);
  if (at < 0) return 0;
  const from = at + FIELD.length;
  const [year, month, day] = [
    text.slice(from, from + 4),
    text.slice(from + 5, from + 7),
    text.slice(from + 8, from + 10),
  ];
  return ((Number(year) * 12 + Number(month)) * 31 + Number(day)) & 0xff_ffff;
}

/** Shortens a key of `candidateKeysOf` to 48 bits. Different keys may give the same number, so callers compare the coupons that they find. */
export const numberOfKey = (key: string): number => hash('sha256', key, 'buffer').readUIntBE(0, 6);

/**
 * The fingerprint of a coupon's identity (16 bytes), from its canonical text without marker: the start of the SHA-256 of `textOfIdentity`, with the day in
 * place of its first three bytes. The coupons of a file are roughly ordered by day, so their fingerprints fall on few pages of the index. Random fingerprints
 * would rewrite most of the index with every thousand coupons.
 */
export function computeDigest(text: string): Buffer {
  const fingerprint = hash('sha256', textOfIdentity(text), 'buffer').subarray(0, 16);
  fingerprint.writeUIntBE(dayOf(text), 0, 3);
  return fingerprint;
}

/** A multiset of fingerprints in 16 bytes: their sums as four numbers of 32 bits, whatever their order. Two uploads are compared by these bytes alone. */
export const createMultiset = (): Uint8Array => new Uint8Array(16);

export function addToMultiset(sum: Uint8Array, fingerprint: Buffer): void {
  const lanes = new DataView(sum.buffer, sum.byteOffset);
  for (let at = 0; at < sum.length; at += 4)
    lanes.setUint32(at, (lanes.getUint32(at) + fingerprint.readUInt32BE(at)) >>> 0);
}
