import { expect, test } from 'vitest';
import { readAll } from './paged-result.ts';

test.for([0, 1])(
  'in another order on each request, pages that begin at %i give as many rows as there are, with two hundred pages too',
  async (base) => {
    expect((await readAll(20_010, { cap: 100, base, shuffled: true })).numbers).toHaveLength(20_010);
  },
);
