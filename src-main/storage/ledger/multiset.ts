/** 128 bits as four lanes of 32. */
const LANES = 4;

/**
 * A multiset of fingerprints, whatever their order, in 16 bytes: the sum of the fingerprints, each lane by itself. Coupons are added while a draft is
 * filled, so that comparing two uploads reads no row.
 */
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

  /** `fingerprint`: 16 bytes. */
  add(fingerprint: Buffer): void {
    for (let at = 0; at < LANES * 4; at += 4) {
      this.#lanes.setUint32(at, (this.#lanes.getUint32(at) + fingerprint.readUInt32BE(at)) >>> 0);
    }
  }

  bytes(): Uint8Array {
    return this.#sum;
  }
}
