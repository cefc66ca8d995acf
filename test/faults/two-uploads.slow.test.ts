import { expect, test } from 'vitest';
import { runTwo, type WithoutI2 } from './two-uploads.ts';
import { countFrom } from './shrink.ts';

test('two uploads of an account never have two attempts open, whatever is lost between them', async () => {
  for (const seed of countFrom(1, 80)) {
    const { fallas, story } = await runTwo(seed);
    expect(fallas, [`semilla ${String(seed)}`, ...story].join('\n')).toEqual([]);
  }
});

const MUTANTS: Readonly<Record<string, WithoutI2>> = {
  'the attempt of the other upload is not settled first': { ledger: (ledger) => ({ ...ledger, uploads: () => [] }) },
  'uploads of one process do not wait for their turn': { withoutTail: true },
};

test.for(Object.entries(MUTANTS))('a mutant without I2 is caught: %s', async ([, without]) => {
  for (const seed of countFrom(1, 300)) {
    if ((await runTwo(seed, without)).fallas.some((failure) => failure.startsWith('I2'))) return;
  }
  expect.unreachable('300 schedules did not notice');
});
