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
 * place of its first three bytes. The coupons of a file are roughly ordered by day, so their fingerprints fall on few pages of the index; random ones would
 * rewrite most of the index with every thousand coupons.
 */
export function computeDigest(text: string): Buffer {
  const fingerprint = hash('sha256', textOfIdentity(text), 'buffer').subarray(0, 16);
  fingerprint.writeUIntBE(dayOf(text), 0, 3);
  return fingerprint;
}

/** A sum of 128 bits, added as four numbers of 32 bits. */
const LANES = 4;

/** The fingerprints of a multiset in 16 bytes, whatever their order: sums, lane by lane. Two uploads are compared by these bytes, without their coupons. */
export class Multiset {
  readonly #sum: Uint8Array;
  readonly #lanes: DataView;

  constructor(bytes: Uint8Array) {
    this.#sum = Uint8Array.from(bytes);
    this.#lanes = new DataView(this.#sum.buffer);
  }

  static empty(): Uint8Array {
    return new Uint8Array(LANES * 4);
  }

  add(fingerprint: Buffer): void {
    for (let at = 0; at < LANES * 4; at += 4) {
      this.#lanes.setUint32(at, (this.#lanes.getUint32(at) + fingerprint.readUInt32BE(at)) >>> 0);
    }
  }

  bytes(): Uint8Array {
    return this.#sum;
  }
}
