import type { RecentFile } from '#contract/uploads.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { Caches } from '../open/caches.ts';
import { createMissing } from '../conciliaciones/listing.ts';
import { statusOf } from '../upload/index.ts';
import { createMachines } from '../uploaded/machine.ts';

const MAXIMUM = 6;

interface Deps {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly ledgers: Ledgers;
  readonly caches: Pick<Caches, 'existingResults'>;
}

/** The files that an account last sent from this PC, newest first; empty when it never sent any. Only reads. */
export const createRecent =
  ({ choose, ledgers, caches }: Deps) =>
  async ({ cuenta }: MethodParsed<'cargas.recientes'>): Promise<readonly RecentFile[]> => {
    const chosen = await choose(cuenta);
    const ledger = await ledgers.openExisting(chosen);
    if (ledger === undefined) return [];
    const machineOf = createMachines(ledger, chosen.id);
    const missing = createMissing(ledger, await caches.existingResults(chosen));
    return ledger
      .uploads(chosen.id)
      .slice(0, MAXIMUM)
      .map(({ carga, archivos, congelado, total }) => {
        const m = machineOf(carga);
        return {
          ...{ carga, archivos, at: congelado, cupones: total, estado: statusOf(m), id: m.id },
          ...missing(carga, m.id),
        };
      });
  };
