import { fc, forAll } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { FIELDS_IN_ORDER, toCanonicalText, type Cupon } from '#domain/cupon.ts';
import { validateFields } from './validate-sheet.ts';

describe('on the wire', () => {
  test('the text of any coupon is its canonical text', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ maxLength: 20 }),
      fc.constantFrom('"', '\\', 'ñ"\n', '😀', '\u2028', '\ud800'),
    );
    forAll(
      fc.array(fc.record({ referencia: anyText, autorizacion: anyText, auxiliar_3: anyText, tarjeta_desc: anyText }), {
        minLength: 1,
        maxLength: 5,
      }),
      (rows) => {
        for (const { texto } of validateFields(rows.map((row, i) => ({ ...row, comprobante: String(i) }))).cupones) {
          expect(toCanonicalText(JSON.parse(texto) as Cupon)).toBe(texto);
          expect(texto).not.toContain('\n');
        }
      },
    );
  });

  test('a valid coupon validates again as itself', () => {
    const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^\\d{${String(min)},${String(max)}}$`));
    forAll(
      fc.record({
        comprobante: digits(1, 12),
        tarjeta_nro: digits(4, 4),
        lote: digits(1, 5),
        importe: fc.integer({ min: -1e9, max: 1e9 }).map((n) => (n / 100).toFixed(2)),
        referencia: fc.string({ maxLength: 12 }),
      }),
      (row) => {
        const [first] = validateFields([row]).cupones;
        const again = validateFields([first?.cupon ?? {}]).cupones[0];
        expect(again?.texto).toBe(first?.texto);
      },
    );
  });
});

test('every field can be given by its API name', () => {
  const row = Object.fromEntries(
    FIELDS_IN_ORDER.map((field) => [field, field.startsWith('fecha') ? '2026-11-01' : '12']),
  );
  const found = validateFields([row]);
  expect(Object.keys(found.cupones[0]?.cupon ?? {})).toEqual(FIELDS_IN_ORDER);
});
