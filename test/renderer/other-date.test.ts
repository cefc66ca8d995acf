import { expect, test } from 'vitest';
import { describeOtherDate } from '../../src-renderer/features/home/words.ts';
import { COVERAGE } from './double.ts';

test('figures of rows that were read by payment date say that some may be missing', () => {
  expect(describeOtherDate({ ...COVERAGE, estado: 'parcial', porOtraFecha: true })).toMatch(
    /fecha de pago: puede faltar/,
  );
  expect(describeOtherDate(COVERAGE)).toBeUndefined();
});
