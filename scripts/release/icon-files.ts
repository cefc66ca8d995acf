/** A square picture as PNG; `side` in pixels. */
export interface Picture {
  readonly side: number;
  readonly png: Buffer;
}

/** The sizes of pictures in each system's icon, in pixels. */
export const ICON_SIDES = {
  windows: [16, 24, 32, 48, 64, 128, 256],
  mac: [16, 32, 64, 128, 256, 512, 1024],
  linux: [16, 24, 32, 48, 64, 128, 256, 512, 1024],
} as const;

/** Makes a Windows icon: a directory, then the pictures as PNG (possible since Windows Vista). A side of 256 is written as 0. */
export function packIco(pictures: readonly Picture[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2); // an icon, not a cursor
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [at, { side, png }] of pictures.entries()) {
    const entry = 6 + 16 * at;
    header.writeUInt8(side % 256, entry);
    header.writeUInt8(side % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4); // colour planes
    header.writeUInt16LE(32, entry + 6); // bits per pixel
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** The kinds of pictures in a macOS icon that are PNG, with their sides. The last four repeat pictures, for screens of double density. */
const ICNS_KINDS = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
] as const;

/** Makes a macOS icon. Throws if a side of `ICON_SIDES.mac` is missing. */
export function packIcns(pictures: readonly Picture[]): Buffer {
  const pieces = ICNS_KINDS.map(([kind, side]) => {
    const picture = pictures.find((one) => one.side === side);
    if (picture === undefined) throw new Error(`No picture of ${String(side)} pixels`);
    return createPiece(kind, picture.png);
  });
  return createPiece('icns', Buffer.concat(pieces));
}

/** A piece of a macOS icon. Its length includes the eight bytes of its header. */
function createPiece(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(kind, 'latin1');
  head.writeUInt32BE(content.length + head.length, 4);
  return Buffer.concat([head, content]);
}
