import { describe, expect, test } from 'vitest';
import { pairwise } from '../../contract/pairwise.ts';
import { nameOf, SWITCHES } from '../../contract/switches.ts';
import { sincronizarYComparar } from './comparar.ts';

const CUANTAS = 200;

/** Several pairwise covers, each begun from another corner: together, many triples too. */
function combinaciones(): readonly Readonly<Record<string, string>>[] {
  const todas = new Map<string, Readonly<Record<string, string>>>();
  for (let vuelta = 0; todas.size < CUANTAS; vuelta += 1) {
    const nombres = Object.entries(SWITCHES).map(([nombre, valores], i): [string, readonly string[]] => {
      const giro = (vuelta * (i + 1)) % valores.length;
      return [nombre, [...valores.slice(giro), ...valores.slice(0, giro)]];
    });
    const corte = vuelta % nombres.length;
    for (const cada of pairwise(Object.fromEntries([...nombres.slice(corte), ...nombres.slice(0, corte)]))) {
      todas.set(nameOf(Object.fromEntries(Object.entries(cada).toSorted())), cada);
    }
  }
  return [...todas.values()];
}

describe('over pairs of variants', () => {
  const todas = combinaciones();
  test('there are enough combinations', () => {
    expect(todas.length).toBeGreaterThanOrEqual(CUANTAS);
  });
  test.each(todas.map((cada) => [nameOf(cada), cada] as const))(
    'what is kept is what the service holds: %s',
    async (_name, cada) => {
      await sincronizarYComparar(cada);
    },
  );
});
