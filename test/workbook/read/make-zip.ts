import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a hand-made zip; a field left out is as in a sound zip. */
export interface ZipPart {
  readonly name: string;
  readonly data: string | Uint8Array;
  readonly stored?: boolean;
  /** A false size in the header. */
  readonly declaredSize?: number;
  readonly declaredCrc?: number;
  readonly flags?: number;
  /** `data` is already deflated; inflated it has this size and CRC. */
  readonly deflated?: { readonly size: number; readonly crc: number };
}

interface Header {
  readonly name: Buffer;
  readonly body: Uint8Array;
  readonly method: number;
  readonly size: number;
  readonly crc: number;
  readonly flags: number;
}

export function makeZip(parts: readonly ZipPart[]): Buffer {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const part of parts) {
    const header = headerOf(part);
    const local = fields(header, { central: false, offset });
    pieces.push(local, header.body);
    directory.push(fields(header, { central: true, offset }));
    offset += local.length + header.body.length;
  }
  const size = directory.reduce((total, entry) => total + entry.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, ...directory, end]);
}

function headerOf(part: ZipPart): Header {
  const data = Buffer.from(part.data);
  const body = part.stored === true || part.deflated !== undefined ? data : deflateRawSync(data, { level: 1 });
  return {
    name: Buffer.from(part.name),
    body,
    method: part.stored === true ? 0 : 8,
    size: part.declaredSize ?? part.deflated?.size ?? data.length,
    crc: part.declaredCrc ?? part.deflated?.crc ?? crc32(data),
    flags: part.flags ?? 0x800,
  };
}

function fields(header: Header, { central, offset }: { central: boolean; offset: number }): Buffer {
  const fixed = Buffer.alloc(central ? 46 : 30);
  fixed.writeUInt32LE(central ? 0x02014b50 : 0x04034b50, 0);
  const at = central ? 6 : 4;
  fixed.writeUInt16LE(20, at);
  fixed.writeUInt16LE(header.flags, at + 2);
  fixed.writeUInt16LE(header.method, at + 4);
  fixed.writeUInt32LE(header.crc, at + 10);
  fixed.writeUInt32LE(header.body.length, at + 14);
  fixed.writeUInt32LE(header.size, at + 18);
  fixed.writeUInt16LE(header.name.length, at + 22);
  if (central) fixed.writeUInt32LE(offset, 42);
  return Buffer.concat([fixed, header.name]);
}
