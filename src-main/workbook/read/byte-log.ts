/** An append-only log of records, in chunks, so that it grows without copying. A record lies in one chunk. */
const CHUNK_BYTES = 256 * 1024;
/** The largest distance that `near` writes; for a longer distance it writes the mark TOO_FAR. */
const FARTHEST = 2 ** 51;
const TOO_FAR = 2 ** 52 + 1;

export class ByteLog {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #current = new Uint8Array(0);
  #used = 0;
  #released = 0;
  /** The record that is being written. It is copied into a chunk when complete, because only then is its length known. */
  #record = new Uint8Array(4096);
  #view = new DataView(this.#record.buffer);
  #at = 0;

  begin(bytes: number): void {
    if (bytes > this.#record.length) {
      this.#record = new Uint8Array(bytes);
      this.#view = new DataView(this.#record.buffer);
    }
    this.#at = 0;
  }

  /** Appends the record to the log and returns its position, for `ByteCursor.seek`. */
  commit(): number {
    if (this.#used + this.#at > this.#current.length || this.#used >= CHUNK_BYTES) {
      this.#current = new Uint8Array(Math.max(CHUNK_BYTES, this.#at));
      this.#chunks.push(this.#current);
      this.#used = 0;
    }
    const start = (this.#chunks.length - 1) * CHUNK_BYTES + this.#used;
    this.#current.set(this.#record.subarray(0, this.#at), this.#used);
    this.#used += this.#at;
    return start;
  }

  byte(value: number): void {
    this.#record[this.#at] = value;
    this.#at += 1;
  }

  /** Writes a whole number from 0 to 2^53 − 1, seven bits to a byte. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x8000_0000) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Writes a number as its distance from the number `other`; both are whole, from 0 to 2^53 − 1. */
  near(value: number, other: number): void {
    const far = value - other;
    // Writes twice the distance, less one for a negative distance. If that is too large to be exact, writes the mark and the number itself.
    if (far > FARTHEST || far < -FARTHEST) {
      this.varint(TOO_FAR);
      this.varint(value);
    } else this.varint(far < 0 ? -far * 2 - 1 : far * 2);
  }

  double(value: number): void {
    this.#view.setFloat64(this.#at, value);
    this.#at += 8;
  }

  /** Frees the chunks that end before `position`. They must not be read again. */
  releaseBefore(position: number): void {
    const end = Math.floor(position / CHUNK_BYTES);
    // `transfer` frees the buffer at once; an import makes too little garbage for the collector to run.
    for (; this.#released < end; this.#released += 1) this.#chunks[this.#released]?.buffer.transfer(0);
  }

  chunk(index: number): Uint8Array<ArrayBuffer> {
    return this.#chunks[index] ?? new Uint8Array(0);
  }
}

export class ByteCursor {
  readonly #log: ByteLog;
  #chunk = new Uint8Array(0);
  #view = new DataView(this.#chunk.buffer);
  #index = -1;
  #at = 0;

  constructor(log: ByteLog) {
    this.#log = log;
  }

  seek(position: number): void {
    const index = Math.floor(position / CHUNK_BYTES);
    if (index !== this.#index) {
      this.#chunk = this.#log.chunk(index);
      this.#view = new DataView(this.#chunk.buffer);
      this.#index = index;
    }
    this.#at = position % CHUNK_BYTES;
  }

  byte(): number {
    const value = this.#chunk[this.#at] ?? 0;
    this.#at += 1;
    return value;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  near(other: number): number {
    const far = this.varint();
    if (far === TOO_FAR) return this.varint();
    return far % 2 === 0 ? other + far / 2 : other - (far + 1) / 2;
  }

  double(): number {
    const value = this.#view.getFloat64(this.#at);
    this.#at += 8;
    return value;
  }
}
