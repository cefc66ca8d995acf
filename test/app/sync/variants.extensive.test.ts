import { describe, expect, test } from 'vitest';
import { pairwise } from '../../contract/pairwise.ts';
import { nameOf, SWITCHES } from '../../contract/switches.ts';
import { synchroniseAndCompare } from './compare.ts';

const COUNT = 200;

/** Several pairwise covers, each begun from another corner: together, many triples too. */
function listCombinations(): readonly Readonly<Record<string, string>>[] {
  const all = new Map<string, Readonly<Record<string, string>>>();
  for (let round = 0; all.size < COUNT; round += 1) {
    const names = Object.entries(SWITCHES).map(([name, values], i): [string, readonly string[]] => {
      const rotation = (round * (i + 1)) % values.length;
      return [name, [...values.slice(rotation), ...values.slice(0, rotation)]];
    });
    const rotated = round % names.length;
    for (const each of pairwise(Object.fromEntries([...names.slice(rotated), ...names.slice(0, rotated)]))) {
      all.set(nameOf(Object.fromEntries(Object.entries(each).toSorted())), each);
    }
  }
  return [...all.values()];
}

describe('over pairs of variants', () => {
  const all = listCombinations();
  test('there are enough combinations', () => {
    expect(all.length).toBeGreaterThanOrEqual(COUNT);
  });
  test.each(all.map((each) => [nameOf(each), each] as const))(
    'what is kept is what the service holds: %s',
    async (_name, each) => {
      await synchroniseAndCompare(each);
    },
  );
});
