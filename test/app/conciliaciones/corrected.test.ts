import { expect, test } from 'vitest';
import { createCorrected } from '#app/wizard/corrected.ts';

test('a kept result whose upload is not in the ledger of this PC lists no corrected values', async () => {
  const corrected = createCorrected({
    choose: () => Promise.resolve({ id: 'c' } as never), // only its id is looked at
    ledgers: { openExisting: () => Promise.resolve(undefined) },
  });
  expect(await corrected({ cuenta: undefined, carga: '01A' })).toEqual({ total: 0, valores: [] });
});
