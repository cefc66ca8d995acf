import { isAppError } from '#contract/errors.ts';
import { ENVIRONMENT_NAME, type Cuenta } from './account.ts';
import type { Accounts } from './accounts.ts';

type ChoosableAccounts = Pick<Accounts, 'choose' | 'list'>;

/** Every stored account, and the environment's where this run has one: nothing says where it is kept, and its uploads are on the disk as theirs are. */
export async function allAccounts(cuentas: ChoosableAccounts): Promise<readonly Cuenta[]> {
  const todas: Cuenta[] = [];
  for (const { nombre } of await cuentas.list()) todas.push(await cuentas.choose(nombre));
  const environment = await environmentAccount(cuentas);
  return environment === undefined || todas.some(({ id }) => id === environment.id) ? todas : [...todas, environment];
}

async function environmentAccount(cuentas: ChoosableAccounts): Promise<Cuenta | undefined> {
  try {
    return await cuentas.choose(ENVIRONMENT_NAME);
  } catch (error) {
    // It is not there, or only by halves, which says nothing of the others.
    if (isAppError(error, 'CUENTA_INEXISTENTE', 'ENTRADA_INVALIDA', 'URL_INSEGURA')) return undefined;
    throw error;
  }
}
