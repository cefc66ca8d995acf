import { describe, expect, test } from 'vitest';
import { getAccountFolder, parseCopy, getPcFolder, rootOf } from '#app/second-copy/layout.ts';

const ID = '0123456789abcdef';

describe('the folder of an account', () => {
  test('says its name and is found by its id, whatever it is called later', () => {
    expect(getAccountFolder([], { id: ID, nombre: 'La Espiga' })).toBe(`La Espiga (${ID})`);
    expect(getAccountFolder(['x', `La Espiga (${ID})`], { id: ID, nombre: 'Otro nombre' })).toBe(`La Espiga (${ID})`);
    expect(getAccountFolder([`La Espiga (${ID})`], { id: ID.replace('0', '1'), nombre: 'La Espiga' })).toBe(
      `La Espiga (${ID.replace('0', '1')})`,
    );
  });

  test.for([
    ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
    ['   ', '-'],
    ['..', '..'],
    ['\u0000\n', '--'],
    ['ñandú', 'ñandú'],
    ['x'.repeat(100), 'x'.repeat(60)],
  ])('takes what every system takes in a name: %j', ([name = '', safe = '']) => {
    expect(getAccountFolder([], { id: ID, nombre: name })).toBe(`${safe} (${ID})`);
    expect(getPcFolder({ id: '01234567', nombre: name })).toBe(`${safe} (01234567)`);
  });
});

describe('a copy', () => {
  test('says whose it is and when it was made', () => {
    const copy = `La Espiga (2) (${ID})/CAJA 1 (89abcdef)/ledger-20261103153000123.db`;
    expect(parseCopy(copy)).toEqual({
      copia: copy,
      hecha: Date.UTC(2026, 10, 3, 15, 30, 0, 123),
      cuenta: { id: ID, nombre: 'La Espiga (2)' },
      pc: { id: '89abcdef', nombre: 'CAJA 1' },
    });
  });

  test.for([
    `La Espiga (${ID})/CAJA (89abcdef)/ledger-20261103153000123 (copia en conflicto).db`,
    `La Espiga (${ID})/CAJA (89abcdef)/.ledger-20261103153000123.db.parte`,
    `La Espiga (${ID})/CAJA (89abcdef)/otra/ledger-20261103153000123.db`,
    `La Espiga/CAJA (89abcdef)/ledger-20261103153000123.db`,
    `La Espiga (${ID})/CAJA/ledger-20261103153000123.db`,
    `../(${ID})/CAJA (89abcdef)/ledger-20261103153000123.db`,
    'LEEME.txt',
  ])('is nothing else that may lie there: %s', (name) => {
    expect(parseCopy(name)).toBeUndefined();
  });
});

test('the chosen folder may be named by ours inside it', () => {
  expect(rootOf('/mnt/disco')).toBe('/mnt/disco');
  expect(rootOf('/mnt/disco/')).toBe('/mnt/disco');
  expect(rootOf('/mnt/disco/Conciliador')).toBe('/mnt/disco');
  expect(rootOf('/mnt/disco/Conciliador/')).toBe('/mnt/disco');
  expect(rootOf('/')).toBe('/');
});
