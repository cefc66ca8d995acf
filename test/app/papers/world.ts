/** *Inicio*, the tie-outs and the papers over the cache of a synchronised sandbox. */
import path from 'node:path';
import { createChecks } from '#app/checks/index.ts';
import { createCaches } from '#app/open/caches.ts';
import { createHome } from '#app/home/index.ts';
import { createWithData } from '#app/figures/adder.ts';
import { createPapers } from '#app/papers/index.ts';
import type { Account } from '#app/accounts/account.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { createWorld } from '../sync/world.ts';

export type Views = Awaited<ReturnType<typeof createViews>>;

/** `libro`: the ledger of the account; absent for an account without one. */
export async function createViews(options: Parameters<typeof createWorld>[0] = {}, ledger?: Ledger) {
  const world = await createWorld(options);
  const folder = path.dirname(world.ruta);
  const data = getDataFolder(path.dirname(path.dirname(folder)));
  const { clock } = world;
  const caches = createCaches({ data, clock, onNotice: () => undefined });
  const account = { id: path.basename(folder), nombre: 'La Espiga' } as unknown as Account; // the code under test reads only these fields
  const accounts = { choose: () => Promise.resolve(account) };
  const withData = createWithData(caches);
  const ledgers = { openExisting: () => Promise.resolve(ledger) };
  return {
    world,
    caches,
    cuenta: account,
    carpeta: folder,
    inicio: createHome({
      accounts,
      withData,
      ledgers,
      caches,
      listWork: () => Promise.resolve(null),
      data,
      clock,
    }),
    controles: createChecks({ accounts, withData }),
    papers: createPapers({ accounts, withData, clock, folder: data }),
    async [Symbol.asyncDispose]() {
      await caches.close();
      await world[Symbol.asyncDispose]();
    },
  };
}
