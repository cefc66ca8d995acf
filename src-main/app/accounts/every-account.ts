import { isAppError } from '#contract/errors.ts';
import { ENVIRONMENT_NAME, type Account } from './account.ts';
import type { Accounts } from './accounts.ts';

type ChoosableAccounts = Pick<Accounts, 'choose' | 'list'>;

/**
 * Every stored account, and the environment's account if this run has one: no file lists it, but its uploads are on the disk like those of the
 * others.
 */
export async function listAllAccounts(accounts: ChoosableAccounts): Promise<readonly Account[]> {
  const all: Account[] = [];
  for (const { nombre } of await accounts.list()) all.push(await accounts.choose(nombre));
  const environment = await findEnvironmentAccount(accounts);
  return environment === undefined || all.some(({ id }) => id === environment.id) ? all : [...all, environment];
}

async function findEnvironmentAccount(accounts: ChoosableAccounts): Promise<Account | undefined> {
  try {
    return await accounts.choose(ENVIRONMENT_NAME);
  } catch (error) {
    // The account of the environment is absent or half set, which says nothing about the others.
    if (isAppError(error, 'CUENTA_INEXISTENTE', 'ENTRADA_INVALIDA', 'URL_INSEGURA')) return undefined;
    throw error;
  }
}
