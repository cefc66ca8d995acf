import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../src-main/storage/ledger/migrations/index.ts';

/** The text of each step that some PC may already have taken, as sha256. A ledger cannot be downloaded again: steps are added, never edited. */
const RELEASED = [
  '1d46b9ef4d72809ae3975356fe050f7d7f92d27b1edded39087ee9e9a0d84019',
  '6f26444759e95cdd3f622cbb68920c19407013406ae1e389ee1592aa22030d19',
  '923025546778ab778a4db41a85a65a1797f570668eace1b2c89d1b438f28620e',
  'aae47f8b00fe0613bad33eea47a22c9e95f67a2fd6100e2706b059b15c6ba01c',
];

test('a step that ledgers already took stays as it was; a change is a further step', () => {
  const hashes = MIGRATIONS.map(({ sql }) => createHash('sha256').update(sql).digest('hex'));
  expect(hashes.slice(0, RELEASED.length)).toEqual(RELEASED);
});
