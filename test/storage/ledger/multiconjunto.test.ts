import fc from 'fast-check';
import { expect, test } from 'vitest';
import { huellaDe } from '#storage/ledger/huella.ts';
import { Multiconjunto } from '#storage/ledger/multiconjunto.ts';

const suma = (textos: readonly string[]): string => {
  const todos = new Multiconjunto(Multiconjunto.vacio());
  for (const texto of textos) todos.agregar(huellaDe(texto));
  return Buffer.from(todos.bytes()).toString('hex');
};
const texto = fc.string().map((referencia) => JSON.stringify({ referencia, fecha_venta: '2026-10-01' }));

test('the order of the coupons does not matter', () => {
  fc.assert(
    fc.property(fc.array(texto), (textos) => {
      expect(suma([...textos].reverse())).toBe(suma(textos));
      expect(suma([...textos].sort())).toBe(suma(textos));
    }),
  );
});

test('one more of an equal coupon is another multiset', () => {
  fc.assert(
    fc.property(fc.array(texto, { minLength: 1 }), (textos) => {
      expect(suma([...textos, textos[0] ?? ''])).not.toBe(suma(textos));
    }),
  );
});

test('a draft filled in two goes is the same as in one', () => {
  fc.assert(
    fc.property(fc.array(texto), fc.nat(), (textos, corte) => {
      const primero = new Multiconjunto(Multiconjunto.vacio());
      const at = corte % (textos.length + 1);
      for (const cada of textos.slice(0, at)) primero.agregar(huellaDe(cada));
      const segundo = new Multiconjunto(primero.bytes());
      for (const cada of textos.slice(at)) segundo.agregar(huellaDe(cada));
      expect(Buffer.from(segundo.bytes()).toString('hex')).toBe(suma(textos));
    }),
  );
});

test('coupons of the same day have neighbouring fingerprints', () => {
  const de = (fecha: string, n: number) => huellaDe(JSON.stringify({ referencia: String(n), fecha_venta: fecha }));
  expect(de('2026-10-01', 1).subarray(0, 3)).toEqual(de('2026-10-01', 2).subarray(0, 3));
  expect(Buffer.compare(de('2026-10-01', 1), de('2026-10-02', 1))).toBe(-1);
  expect(huellaDe('{"importe":"1.00"}')).toHaveLength(16);
});
