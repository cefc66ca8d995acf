import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeDigest } from '#storage/ledger/digest.ts';
import { Multiset } from '#storage/ledger/digest.ts';

const sumOf = (texts: readonly string[]): string => {
  const all = new Multiset(Multiset.empty());
  for (const text of texts) all.add(computeDigest(text));
  return Buffer.from(all.bytes()).toString('hex');
};
const text = fc.string().map((referencia) => JSON.stringify({ referencia, fecha_venta: '2026-10-01' }));

test('the order of the coupons does not matter', () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(sumOf([...texts].reverse())).toBe(sumOf(texts));
      expect(sumOf([...texts].sort())).toBe(sumOf(texts));
    }),
  );
});

test('one more of an equal coupon is another multiset', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      expect(sumOf([...texts, texts[0] ?? ''])).not.toBe(sumOf(texts));
    }),
  );
});

test('a draft filled in two goes is the same as in one', () => {
  fc.assert(
    fc.property(fc.array(text), fc.nat(), (texts, cut) => {
      const first = new Multiset(Multiset.empty());
      const at = cut % (texts.length + 1);
      for (const each of texts.slice(0, at)) first.add(computeDigest(each));
      const second = new Multiset(first.bytes());
      for (const each of texts.slice(at)) second.add(computeDigest(each));
      expect(Buffer.from(second.bytes()).toString('hex')).toBe(sumOf(texts));
    }),
  );
});

test('coupons of the same day have neighbouring fingerprints', () => {
  const digestOf = (date: string, n: number) =>
    computeDigest(JSON.stringify({ referencia: String(n), fecha_venta: date }));
  expect(digestOf('2026-10-01', 1).subarray(0, 3)).toEqual(digestOf('2026-10-01', 2).subarray(0, 3));
  expect(Buffer.compare(digestOf('2026-10-01', 1), digestOf('2026-10-02', 1))).toBe(-1);
  expect(computeDigest('{"importe":"1.00"}')).toHaveLength(16);
});
