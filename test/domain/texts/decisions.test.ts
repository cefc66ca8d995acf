import { expect, test } from 'vitest';
import type { LinkEvent } from '#domain/decisions/events.ts';
import { toCentavos } from '#domain/money.ts';
import { getDecisionWords } from '#domain/texts/decisions.ts';

const link = (howMany: number, difference: number): LinkEvent => ({
  kind: 'vinculo',
  cupones: Array.from({ length: howMany }, (_, i) => ({
    ...{ carga: null, seq: null, conciliacion: '7', archivo: null, fila: null, vez: i + 1, cupon: {} },
  })),
  operaciones: [
    {
      ...{ id: '5519903', fecha_venta: '2026-10-06' as never, importe: toCentavos(326_517), establecimiento: null },
      ...{ terminal: null, lote: null, comprobante: null, tarjeta_nro: null, autorizacion: null, referencia: null },
    },
  ],
  tolerancia: toCentavos(13),
  diferencia: toCentavos(difference),
  nota: null,
});

test('each of several linked coupons says that the difference is of all of them', () => {
  const { decision } = getDecisionWords('es-AR');
  expect(decision(link(1, 13))).toBe('Vinculado con 5519903 (difiere en $\u00a00,13)');
  expect(decision(link(2, 13))).toBe('Vinculado con 5519903 (los 2 cupones juntos difieren en $\u00a00,13)');
  expect(decision(link(2, 0))).toBe('Vinculado con 5519903');
  expect(getDecisionWords('en').decision(link(2, 13))).toContain('(the 2 coupons together differ by ');
});
