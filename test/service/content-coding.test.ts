import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decompress } from '#service/transport/content-coding.ts';

const MAX = 100_000;
const CODINGS = [
  ['gzip', gzipSync],
  ['GZIP ', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
] as const;

describe.each(CODINGS)('%s by %o', (coding, compress) => {
  test('gives back what was compressed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        expect(await decompress(compress(bytes), coding, MAX)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test('cut anywhere is an error, never fewer bytes', async () => {
    const whole = compress(Buffer.from('una liquidación '.repeat(50)));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.length - 1 }), async (to) => {
        await expect(decompress(whole.subarray(0, to), coding, MAX)).rejects.toThrow();
      }),
    );
  });

  test('more than the limit is told as such', async () => {
    await expect(decompress(compress(Buffer.alloc(MAX + 1)), coding, MAX)).rejects.toMatchObject({
      code: 'ERR_BUFFER_TOO_LARGE',
    });
  });

  test('no bytes at all are none', async () => {
    expect(await decompress(Buffer.alloc(0), coding, MAX)).toHaveLength(0);
  });
});

test('what was not compressed, or in a way nobody asked for, is left as it came', async () => {
  const bytes = Buffer.from('{}');
  expect(await decompress(bytes, '', MAX)).toBe(bytes);
  expect(await decompress(bytes, 'identity', MAX)).toBe(bytes);
});
