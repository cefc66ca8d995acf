/** The local data of a synchronised sandbox, as the screens ask for it. */

import path from 'node:path';
import type { Account } from '#app/accounts/account.ts';
import { createData } from '#app/browse/data.ts';
import { createVistas } from '#app/browse/vistas.ts';
import { createCaches } from '#app/open/caches.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/open.ts';
import { askOf } from '../context.ts';
import { createWorld } from '../sync/world.ts';

export type TestData = Awaited<ReturnType<typeof someData>>;

export const never = new AbortController().signal;

/** `libro`: the ledger of the account; absent for an account without one. */
export async function someData(
  options: Parameters<typeof createWorld>[0] = {},
  ledger?: (account: Account) => Ledger,
  results?: Results,
) {
  const world = await createWorld(options);
  const folder = path.dirname(world.ruta);
  const root = path.dirname(path.dirname(folder));
  const caches = createCaches({ data: getDataFolder(root), clock: world.clock, onNotice: () => undefined });
  const account = { id: path.basename(folder), nombre: 'prueba' } as unknown as Account; // the code under test reads only these fields
  const accounts = { choose: () => Promise.resolve(account) };
  const opened = ledger?.(account);
  const ledgers = { openExisting: () => Promise.resolve(opened) };
  return {
    world,
    caches,
    cuenta: account,
    root,
    clock: world.clock,
    data: askOf(
      createData({
        accounts,
        caches: { ...caches, existingResults: () => Promise.resolve(results) },
        ledgers,
        folder: getDataFolder(root),
        clock: world.clock,
        onIndexFailure: (error) => {
          throw error;
        },
      }),
    ),
    vistas: askOf(createVistas({ data: { root }, accounts })),
    async [Symbol.asyncDispose]() {
      await caches.close();
      await world[Symbol.asyncDispose]();
    },
  };
}
