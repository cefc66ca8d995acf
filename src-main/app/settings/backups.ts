import type { ListedBackup, RestoredBackup, AccountBackups, VerifiedBackup } from '#contract/settings.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { isThere } from '#platform/is-there.ts';
import { createCopy, examineCopy, listCopies, restoreCopy, type LedgerCopy } from '#storage/ledger/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { listAllAccounts } from '../accounts/every-account.ts';

/** The copies of the ledgers, which the ledger makes by itself once a day (docs/architecture.md, "Data on disk"). */
export interface Backups {
  /** The backups of every account, the environment's too. */
  list(): Promise<readonly AccountBackups[]>;
  /** Makes one now. Throws `COPIA_INEXISTENTE` when nothing was ever uploaded with the account. */
  create(account: string | undefined): Promise<ListedBackup>;
  verify(account: string | undefined, copy: string): Promise<VerifiedBackup>;
  /** The caller is alone, with every ledger closed. Throws `COPIA_INEXISTENTE`, `COPIA_DANADA`. */
  restore(account: string | undefined, copy: string): Promise<RestoredBackup>;
}

interface Deps {
  readonly accounts: Pick<Accounts, 'choose' | 'list'>;
  readonly data: DataFolder;
  readonly clock: Clock;
}

const toListed = ({ nombre, hecha, bytes }: LedgerCopy): ListedBackup => ({
  copia: nombre,
  hecha: civilDateTimeAt(hecha),
  bytes,
});

export function createBackups({ accounts, data, clock }: Deps): Backups {
  async function pathOf(name: string | undefined): Promise<{ readonly cuenta: string; readonly ruta: string }> {
    const account = await accounts.choose(name);
    return { cuenta: account.nombre, ruta: data.accountFolder(account.id).ledger };
  }
  return {
    async list() {
      return (await listAllAccounts(accounts)).map(({ nombre, id }): AccountBackups => {
        const path = data.accountFolder(id).ledger;
        return { cuenta: nombre, conRegistro: isThere(path), copias: listCopies(path).map(toListed) };
      });
    },
    async create(name) {
      const { cuenta, ruta } = await pathOf(name);
      if (!isThere(ruta))
        throw new AppError('COPIA_INEXISTENTE', { mensaje: REFUSALS.nothingSentYet, detail: { cuenta } });
      return toListed(await createCopy(ruta, clock.now()));
    },
    async verify(name, copy) {
      const { cuenta, ruta } = await pathOf(name);
      const { hasta, sana, cargas, ...one } = examineCopy(ruta, copy);
      return { cuenta, ...toListed(one), sana, cargas, hasta: hasta === null ? null : civilDateTimeAt(hasta) };
    },
    async restore(name, copy) {
      const { cuenta, ruta } = await pathOf(name);
      return { cuenta, copia: copy, ...restoreCopy(ruta, copy, clock.now()) };
    },
  };
}
