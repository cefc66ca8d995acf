/** The side of a PNG, in pixels, by its first block. */
const sideOf = (png: Buffer): number => {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('Not a PNG');
  return png.readUInt32BE(16);
};

/** The sides of the pictures that a Windows icon holds, each read from the picture itself. */
export const readIco = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.readUInt16LE(4) }, (_, at) => {
    const [length, offset] = [bytes.readUInt32LE(6 + 16 * at + 8), bytes.readUInt32LE(6 + 16 * at + 12)];
    return sideOf(bytes.subarray(offset, offset + length));
  });

/** The sides of the pictures that a macOS icon holds, once each, in order. */
export function readIcns(bytes: Buffer): number[] {
  if (bytes.toString('latin1', 0, 4) !== 'icns' || bytes.readUInt32BE(4) !== bytes.length)
    throw new Error('Not an icns');
  const sides = new Set<number>();
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at + 4)) sides.add(sideOf(bytes.subarray(at + 8)));
  return [...sides].sort((a, b) => a - b);
}
