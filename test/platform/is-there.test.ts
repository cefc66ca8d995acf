import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { isThere } from '#platform/regular-file.ts';
import { createCaches } from '#app/open/caches.ts';
import type { Account } from '#app/accounts/account.ts';
import { createQuietLedgers } from '../app/open/quiet-ledgers.ts';
import { test } from './temporary-folder.ts';

if (process.platform === 'win32')
  process.stderr.write('Skipped: on Windows a link to itself cannot be made without rights.\n');

/** Makes a path that cannot be opened: a link to itself, because permissions would not stop an administrator. */
function closePlace(place: string): string {
  symlinkSync(place, place);
  return place;
}
const REFUSED = expect.objectContaining({ code: 'CARPETA_SIN_PERMISO' }) as Error;

test('nothing is there where the path or a folder of it is missing', ({ folder }) => {
  writeFileSync(join(folder, 'una'), '');
  expect(isThere(join(folder, 'una'))).toBe(true);
  expect(isThere(join(folder, 'otra'))).toBe(false);
  expect(isThere(join(folder, 'otra', 'adentro'))).toBe(false);
  expect(isThere(join(folder, 'una', 'adentro'))).toBe(false);
});

describe.skipIf(process.platform === 'win32')('a place that cannot be looked into', () => {
  const account: Account = {
    ...{ id: '0123456789abcdef', nombre: 'Una', tipo: 'api', apiKey: 'k', isFromEnvironment: false },
    url: 'https://servicio.example',
  };
  const known = { clock: systemClock, onNotice: () => undefined };

  test('is not called empty', ({ folder }) => {
    expect(() => isThere(join(closePlace(join(folder, 'cerrada')), 'registro.db'))).toThrow(REFUSED);
  });

  test('holds no account of which nothing was downloaded, sent or read', async ({ folder }) => {
    const data = getDataFolder(folder);
    const caches = createCaches({ data, ...known });
    // The account has no folder yet: the first request makes it.
    expect(caches.read(account, (cache) => cache)).toBeUndefined();
    const accounts = join(data.accountFolder(account.id).folder, '..');
    rmSync(accounts, { recursive: true, force: true });
    closePlace(accounts);
    expect(() => caches.read(account, (cache) => cache)).toThrow(REFUSED);
    await expect(caches.withReader(account, () => Promise.resolve(0))).rejects.toThrow(REFUSED);
    await expect(createQuietLedgers({ data, clock: systemClock }).openExisting(account)).rejects.toThrow(REFUSED);
    await expect(caches.existingResults(account)).rejects.toThrow(REFUSED);
    await caches.close();
  });
});
