import { expect, test } from 'vitest';
import { correrDos, type SinI2 } from './dos-cargas.ts';
import { desde } from './encoger.ts';

test('two uploads of an account never have two attempts open, whatever is lost between them', async () => {
  for (const semilla of desde(1, 80)) {
    const { fallas, relato } = await correrDos(semilla);
    expect(fallas, [`semilla ${String(semilla)}`, ...relato].join('\n')).toEqual([]);
  }
});

const MUTANTES: Readonly<Record<string, SinI2>> = {
  'the attempt of the other upload is not settled first': { ledger: (ledger) => ({ ...ledger, uploads: () => [] }) },
  'uploads of one process do not wait for their turn': { sinCola: true },
};

test.for(Object.entries(MUTANTES))('a mutant without I2 is caught: %s', async ([, sin]) => {
  for (const semilla of desde(1, 300)) {
    if ((await correrDos(semilla, sin)).fallas.some((falla) => falla.startsWith('I2'))) return;
  }
  expect.unreachable('300 schedules did not notice');
});
