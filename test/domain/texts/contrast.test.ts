import { expect, test } from 'vitest';
import { describeContrast } from '#domain/texts/contrast.ts';

const CONTRAST = { sinAtributo: 1214, mismoMotivoSinAtributo: 3, veces: 384.4 };

test('the contrast of a cause is said in numbers, in each language', () => {
  expect(describeContrast(CONTRAST)).toBe('De los otros 1.214, le pasa a 3: acá es 384 veces más común.');
  expect(describeContrast({ ...CONTRAST, veces: 5.44 }, 'en')).toBe(
    'Of the other 1.214, the same happens to 3: here it is 5,4 times as common.',
  );
  expect(describeContrast({ ...CONTRAST, veces: 6 })).toContain('es 6 veces');
  expect(describeContrast({ ...CONTRAST, sinAtributo: 0 })).toBe('No hay otros cupones con qué comparar.');
});

test('a reason that no other coupon has is not so many times as common', () => {
  const alone = { ...CONTRAST, sinAtributo: 416, mismoMotivoSinAtributo: 0, veces: 834 };
  expect(describeContrast(alone)).toBe('No le pasa a ninguno de los otros 416.');
  expect(describeContrast(alone, 'en')).toBe('It happens to none of the other 416.');
});
