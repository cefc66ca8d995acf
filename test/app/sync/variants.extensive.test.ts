import { describe, expect, test } from 'vitest';
import { pairwise } from '../../contract/pairwise.ts';
import { nameOf, SWITCHES } from '../../contract/switches.ts';
import { synchroniseAndCompare } from './compare.ts';

const COUNT = 200;

/** Several pairwise covers, each begun from another corner: together, many triples too. */
function listCombinations(): readonly Readonly<Record<string, string>>[] {
  const todas = new Map<string, Readonly<Record<string, string>>>();
  for (let vuelta = 0; todas.size < COUNT; vuelta += 1) {
    const nombres = Object.entries(SWITCHES).map(([nombre, valores], i): [string, readonly string[]] => {
      const rotation = (vuelta * (i + 1)) % valores.length;
      return [nombre, [...valores.slice(rotation), ...valores.slice(0, rotation)]];
    });
    const outcome = vuelta % nombres.length;
    for (const each of pairwise(Object.fromEntries([...nombres.slice(outcome), ...nombres.slice(0, outcome)]))) {
      todas.set(nameOf(Object.fromEntries(Object.entries(each).toSorted())), each);
    }
  }
  return [...todas.values()];
}

describe('over pairs of variants', () => {
  const todas = listCombinations();
  test('there are enough combinations', () => {
    expect(todas.length).toBeGreaterThanOrEqual(COUNT);
  });
  test.each(todas.map((each) => [nameOf(each), each] as const))(
    'what is kept is what the service holds: %s',
    async (_name, each) => {
      await synchroniseAndCompare(each);
    },
  );
});
