import { AppError, isAppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { StoredAccounts } from './account-file.ts';
import { isSameName, ENVIRONMENT_NAME, type Account } from './account.ts';
import type { Accounts } from './accounts.ts';

/** The accounts that a command may choose from. */
export interface Options {
  /** `--cuenta`; undefined when it was not given. */
  readonly name: string | undefined;
  readonly environment: Account | undefined;
  readonly stored: StoredAccounts;
}

/**
 * The account of a command (docs/cli.md, "Account"): the one that was named, else the environment's, else the only one, else the
 * default one. Throws `CUENTA_INEXISTENTE`, `SIN_CUENTA` or `CUENTA_AMBIGUA`; the message names the choices.
 */
export function pickAccount({ name, environment, stored }: Options): Account {
  const { cuentas, predeterminada } = stored;
  if (name !== undefined) {
    const all = environment === undefined ? cuentas : [environment, ...cuentas];
    const named = all.find((account) => isSameName(account.nombre, name));
    if (named === undefined) throw createUnknownAccountError(name, all);
    return named;
  }
  if (environment !== undefined) return environment;
  const [first, second] = cuentas;
  if (first === undefined) throw new AppError('SIN_CUENTA');
  if (second === undefined) return first;
  const chosen = cuentas.find((account) => account.id === predeterminada);
  if (chosen !== undefined) return chosen;
  throw new AppError('CUENTA_AMBIGUA', {
    mensaje: REFUSALS.accountToChoose(namesOf(cuentas)),
    detail: { opciones: namesOf(cuentas) },
  });
}

/** `CUENTA_INEXISTENTE`, with the names of the accounts that exist. */
export function createUnknownAccountError(name: string, accounts: readonly Account[]): AppError {
  const detail = { opciones: namesOf(accounts) };
  if (isSameName(name, ENVIRONMENT_NAME)) {
    return new AppError('CUENTA_INEXISTENTE', {
      mensaje: REFUSALS.environmentAccountMissing,
      detail,
    });
  }
  return new AppError('CUENTA_INEXISTENTE', {
    detail,
    ...(accounts.length === 0 ? {} : { mensaje: REFUSALS.accountUnknown(namesOf(accounts)) }),
  });
}

const namesOf = (accounts: readonly Account[]): string => accounts.map(({ nombre }) => `«${nombre}»`).join(', ');

type ChoosableAccounts = Pick<Accounts, 'choose' | 'list'>;

/**
 * Every stored account, and the environment's account if this run has one: no file lists it, but its uploads are on the disk as with the
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

/** What the example account is called, in every host. */
export const EXAMPLE_ACCOUNT = 'Datos de ejemplo';

/** True for the account of the example, whose service is inside this program. */
export const isExample = ({ nombre, tipo, url, isFromEnvironment }: Account): boolean =>
  nombre === EXAMPLE_ACCOUNT && tipo === 'api' && !isFromEnvironment && /^http:\/\/127\.0\.0\.1:\d+$/.test(url);
