import { isAppError } from '#contract/errors.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { listAllAccounts } from '../accounts/every-account.ts';
import { isExample } from '../accounts/example.ts';
import type { Ledgers } from '../open/ledgers.ts';

/** Whether an upload that began on this PC waits to be taken up. The example's do not count: nothing of a person's is being sent. */
export async function hasUnfinishedUpload(
  accounts: Pick<Accounts, 'choose' | 'list'>,
  ledgers: Pick<Ledgers, 'openExisting'>,
): Promise<boolean> {
  for (const account of await listAllAccounts(accounts)) {
    if (!isExample(account) && (await waitsIn(account, ledgers))) return true;
  }
  return false;
}

async function waitsIn(account: Account, ledgers: Pick<Ledgers, 'openExisting'>): Promise<boolean> {
  try {
    const ledger = await ledgers.openExisting(account);
    return ledger !== undefined && ledger.uploads(account.id).some(({ terminada }) => !terminada);
  } catch (error) {
    // A newer version wrote it, so this one cannot take up anything in it.
    if (isAppError(error, 'CARGA_MAS_NUEVA', 'DATOS_MAS_NUEVOS')) return false;
    throw error;
  }
}
