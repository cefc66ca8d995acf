import fc from 'fast-check';
import { areCardDigits } from '#domain/cupones/card-number.ts';

const PREFIXES = ['4', '51', '55', '2221', '2720', '34', '37', '36', '3528', '5896', '6042', '6011', '62'] as const;

/** A card number of `length` digits with the prefix of a scheme and a right Luhn digit. */
export const cardOf = (length: number) =>
  fc.tuple(fc.constantFrom(...PREFIXES), fc.stringMatching(/^\d{16}$/)).map(([prefix, rest]) => {
    const body = (prefix + rest).slice(0, length - 1).padEnd(length - 1, '7');
    const last = [...'0123456789'].find((digit) => areCardDigits(body + digit));
    if (last === undefined) throw new Error('no Luhn digit fits');
    return body + last;
  });
