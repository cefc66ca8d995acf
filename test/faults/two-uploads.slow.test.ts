import { expect, test } from 'vitest';
import { runTwo, type SinI2 } from './two-uploads.ts';
import { countFrom } from './shrink.ts';

test('two uploads of an account never have two attempts open, whatever is lost between them', async () => {
  for (const semilla of countFrom(1, 80)) {
    const { fallas, story } = await runTwo(semilla);
    expect(fallas, [`semilla ${String(semilla)}`, ...story].join('\n')).toEqual([]);
  }
});

const MUTANTS: Readonly<Record<string, SinI2>> = {
  'the attempt of the other upload is not settled first': { ledger: (ledger) => ({ ...ledger, uploads: () => [] }) },
  'uploads of one process do not wait for their turn': { sinCola: true },
};

test.for(Object.entries(MUTANTS))('a mutant without I2 is caught: %s', async ([, sin]) => {
  for (const semilla of countFrom(1, 300)) {
    if ((await runTwo(semilla, sin)).fallas.some((falla) => falla.startsWith('I2'))) return;
  }
  expect.unreachable('300 schedules did not notice');
});
