// Laws of card numbers in texts, tried on thousands of texts. Examples: tarjetas-in-texts.test.ts.
import { fc, forAllOf } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { maskCardNumbers, maskCertainCards, maskPossibleCards } from '#domain/cupones/card-text.ts';
import { cardOf } from './card-numbers.ts';
import { noticeCodes, validateFields } from './validate-sheet.ts';

const MASKED = '450995······3704';

/** The groups of digits printed on a card, by how many digits it has. */
const GROUPS: Readonly<Record<number, readonly number[]>> = {
  13: [4, 3, 3, 3],
  14: [4, 6, 4],
  15: [4, 6, 5],
  16: [4, 4, 4, 4],
  17: [4, 4, 4, 4, 1],
  18: [4, 4, 4, 4, 2],
  19: [4, 4, 4, 4, 3],
};
const SEPARATORS = [
  ' ',
  '-',
  '.',
  '/',
  '_',
  '\u00a0',
  '\u2013',
  '\u2212',
  '\u3000',
  '\uff0e',
  '\uff3f',
  '\t',
  '\\',
  ' - ',
];
/** Code point of the digit zero in each script. */
const ZEROS = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0xe50, 0x1d7ce, 0x1d7f6];
const INVISIBLE = ['', '', '', '\u200b', '\u00ad', '\ufeff', '\u2060', '\u202e', '\ufe0f', '\u034f', '\u0000'];

const inScript = (digits: string, zero: number): string =>
  [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');

interface Written {
  readonly digits: string;
  readonly text: string;
}
/** A card number in groups, with separators, digits of some script and invisible characters between them. */
const inGroups: fc.Arbitrary<Written> = fc.integer({ min: 13, max: 19 }).chain((length) =>
  fc
    .record({
      digits: cardOf(length),
      zero: fc.constantFrom(...ZEROS),
      separators: fc.array(fc.constantFrom(...SEPARATORS), { minLength: 4, maxLength: 4 }),
      invisible: fc.array(fc.constantFrom(...INVISIBLE), { minLength: 19, maxLength: 19 }),
    })
    .map(({ digits, zero, separators, invisible }) => {
      let at = 0;
      const groups = (GROUPS[length] ?? []).map((size) => {
        const group = [...digits.slice(at, at + size)];
        at += size;
        return group.map((digit, i) => inScript(digit, zero) + (invisible[at - size + i] ?? '')).join('');
      });
      return { digits, text: groups.reduce((text, group, i) => text + (separators[i - 1] ?? '') + group) };
    }),
);

/** Any text that neither begins nor ends with a character that joins the number: a digit would change the number's first or last group. */
const around = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', 'Factura ', '12 ', ' 08 26', 'x', ' 4509 12', '(', '$ 1.234,56 ', 'DNI 30.123.456; '),
);
const joins = /[\p{N}\p{M}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
const beside = (text: string, edge: 'start' | 'end'): boolean => {
  const chars = [...text];
  return !joins.test((edge === 'start' ? chars[0] : chars.at(-1)) ?? '');
};

/** The digits of a text, whatever stands between them: no full card number may be in the result. */
const digitsOf = (text: string): string =>
  [...text]
    .map((char) => {
      for (const zero of ZEROS) {
        const value = (char.codePointAt(0) ?? 0) - zero;
        if (value >= 0 && value < 10) return String(value);
      }
      return char === '·' ? '·' : '';
    })
    .join('');

describe('a full card number in groups', () => {
  test('survives in no text', () => {
    forAllOf(2000, inGroups, around, around, ({ digits, text }, before, after) => {
      fc.pre(beside(before, 'end') && beside(after, 'start'));
      const masked = maskCertainCards(before + text + after);
      expect(digitsOf(masked)).not.toContain(digits);
      expect(masked).toContain('·');
    });
  });

  test('of two in a text none survives, however near they are', () => {
    forAllOf(1000, inGroups, inGroups, fc.constantFrom(' ', '/', ' y ', ', ', '\n', ' - '), (one, other, between) => {
      const masked = digitsOf(maskCertainCards(one.text + between + other.text));
      expect(masked).not.toContain(one.digits);
      expect(masked).not.toContain(other.digits);
    });
  });
});

test('what was covered once is covered for good', () => {
  const pieces = fc.oneof(
    inGroups.map(({ text }) => text),
    cardOf(16),
    fc.stringMatching(/^\d{1,20}$/),
    fc.constantFrom(' ', '-', 'pago ', 'x', MASKED, '·'),
  );
  forAllOf(1000, fc.array(pieces, { maxLength: 8 }), (parts) => {
    for (const mask of [maskCertainCards, maskPossibleCards, maskCardNumbers]) {
      const once = mask(parts.join(''));
      expect(mask(once)).toBe(once);
    }
    const offered = maskCertainCards(maskPossibleCards(parts.join('')));
    expect(noticeCodes(validateFields([{ referencia: offered }]))).toEqual([]);
  });
});
