/** What a body was compressed with (RFC 9110, 8.4), undone once it is whole. */
import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip } from 'node:zlib';

/** What `Accept-Encoding` asks for. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

const unzipped = promisify(unzip);
const inflated = promisify(inflateRaw);
const unbrotlied = promisify(brotliDecompress);

/** The header that zlib's own format begins with; some servers send `deflate` without it. */
const hasZlibHeader = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x0f) === 8;

/**
 * The bytes that were compressed; those given when `coding` is none that was asked for. Throws zlib's own error: `ERR_BUFFER_TOO_LARGE` past
 * `maxBytes`, another code for bytes that are damaged or not all there.
 */
export async function decompress(bytes: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  const options = { maxOutputLength: maxBytes };
  switch (coding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return unzipped(bytes, options);
    case 'deflate':
      return hasZlibHeader(bytes) ? unzipped(bytes, options) : inflated(bytes, options);
    case 'br':
      return unbrotlied(bytes, options);
    default:
      return bytes;
  }
}
