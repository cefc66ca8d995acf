import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../src-main/storage/cache/migrations/index.ts';

/** The text of each step that some PC may already have taken, as sha256: steps are added, never edited. */
const RELEASED = [
  'db5440394f680ef139c1cda026ff73eaa89679f0b266bf5950d39a9f86f4fbb4',
  '8a663521f2e97d6cc71f62d2a0b36fd037eb385df2a48fc54133c0a992ec8fbc',
  '070744b8cbc1584f2ee8f755d9e54799b7da9bef66cc2aff68276af906e0668c',
  '7c729f3472012719a84ce1a81e675cee9d3145d16e8695c931ce0365b78dccb1',
  '56bb10c950d989d017a797d1f2d9e0e92bd07c5c1a6dbcaf0dd16eff9a77a608',
  'e85ecc68a5333c3d5e20705b799a8c8956a041ac7a0a575a07f998f8433bb0ff',
  'b626524204ef279c1f35fd130d841f1bf503e61ec83c3a7a9fe1aa04c4fbbb9e',
  '04d05f1c4b61fa2daef29031df62a768061102cbe3aa30357d7000796d07c579',
  '67a2b91624aea170f74ecea85f50170a440616c7eaff485ffdae4598fecc30ba',
];

test('a step that caches already took stays as it was; a change is a further step', () => {
  const hashes = MIGRATIONS.map(({ sql }) => createHash('sha256').update(sql).digest('hex'));
  expect(hashes.slice(0, RELEASED.length)).toEqual(RELEASED);
});
