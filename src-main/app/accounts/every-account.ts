import { isAppError } from '#contract/errors.ts';
import { ENVIRONMENT_NAME, type Account } from './account.ts';
import type { Accounts } from './accounts.ts';

type ChoosableAccounts = Pick<Accounts, 'choose' | 'list'>;

/**
 * Every stored account, and the environment's account if this run has one: no file lists it, but its uploads are on the disk like those of the
 * others.
 */
export async function allAccounts(cuentas: ChoosableAccounts): Promise<readonly Account[]> {
  const todas: Account[] = [];
  for (const { nombre } of await cuentas.list()) todas.push(await cuentas.choose(nombre));
  const environment = await environmentAccount(cuentas);
  return environment === undefined || todas.some(({ id }) => id === environment.id) ? todas : [...todas, environment];
}

async function environmentAccount(cuentas: ChoosableAccounts): Promise<Account | undefined> {
  try {
    return await cuentas.choose(ENVIRONMENT_NAME);
  } catch (error) {
    // The account of the environment is absent or half set, which says nothing about the others.
    if (isAppError(error, 'CUENTA_INEXISTENTE', 'ENTRADA_INVALIDA', 'URL_INSEGURA')) return undefined;
    throw error;
  }
}
