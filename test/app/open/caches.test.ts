import { expect } from 'vitest';
import { createCaches } from '#app/open/caches.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { Account } from '#app/accounts/account.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { test } from '../../platform/temporary-folder.ts';

const account = { id: '0123456789abcdef', nombre: 'a' } as Account; // only these are looked at here

test('a cache that only keeps results is one that was never read', async ({ folder }) => {
  const caches = createCaches({ data: getDataFolder(folder), clock: systemClock, onNotice: () => undefined });
  expect(await caches.existingResults(account)).toBeUndefined();
  const reading = (await caches.results(account)).begin('7');
  reading.finish({ encabezado: aConciliacion({}), carga: null, archivos: [] }, 1000);
  expect(caches.read(account, (cache) => cache)).toBeUndefined();
  expect(await caches.withReader(account, (reader) => Promise.resolve(reader))).toBeUndefined();
  expect((await caches.existingResults(account))?.show('7')?.leido).toBe(1000);
  await caches.close();
});
