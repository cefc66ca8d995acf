import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ventana } from '../../src-renderer/ui/ventana.ts';

test('every row that is seen exists, and no more than a screen or two of them', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(4_000_000), fc.integer({ min: 1, max: 4000 }), (filas, arriba, alto) => {
      const { desde, hasta } = ventana({ filas, altoFila: 32, arriba, alto });
      expect(desde).toBeGreaterThanOrEqual(0);
      expect(hasta).toBeLessThanOrEqual(filas);
      expect(hasta - desde).toBeLessThanOrEqual(Math.ceil(alto / 32) + 24);
      const first = Math.floor(arriba / 32);
      const last = Math.min(filas, Math.ceil((arriba + alto) / 32) - 1);
      if (first < filas) {
        expect(desde).toBeLessThanOrEqual(first);
        expect(hasta).toBeGreaterThanOrEqual(last);
      }
    }),
  );
});

test('scrolled past the end (the filter left fewer rows) nothing is asked for that does not exist', () => {
  expect(ventana({ filas: 3, altoFila: 32, arriba: 100_000, alto: 400 })).toEqual({ desde: 3, hasta: 3 });
});
