import { expect, test } from 'vitest';
import { createSentUploads } from '#app/conciliar/sent-uploads.ts';

test('a kept result whose upload is not in the ledger of this PC lists no corrected values', async () => {
  const sent = createSentUploads({
    choose: () => Promise.resolve({ id: 'c' } as never), // only its id is looked at
    ledgers: { openExisting: () => Promise.resolve(undefined) },
    caches: { existingResults: () => Promise.resolve(undefined) },
  });
  expect(await sent.corregidos({ cuenta: undefined, carga: '01A' })).toEqual({ total: 0, valores: [] });
});
