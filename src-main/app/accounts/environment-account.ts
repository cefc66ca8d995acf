import { AppError } from '#contract/errors.ts';
import type { FailureWords } from '#domain/texts/failures.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { parseBaseUrl } from '#service/transport/base-url.ts';
import type { Credentials } from '#service/token/credentials.ts';
import { toCredentials } from './account-secrets.ts';
import { createAccount, ENVIRONMENT_NAME, type Account, type Identity } from './account.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The account of the environment with its secret, which is only in memory. */
export interface EnvironmentAccount {
  readonly cuenta: Account;
  readonly credentials: Credentials;
}

/**
 * The account that the environment gives for this run (docs/cli.md, "Environment"); undefined when none of its variables is set. A half set
 * account is refused with `ENTRADA_INVALIDA`, naming the variables: with another account instead, a file would go where nobody meant to send
 * it.
 */
export function accountOfEnvironment(env: Env): EnvironmentAccount | undefined {
  const read = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const url = read('CONCILIADOR_URL');
  const api = { quien: read('CONCILIADOR_API_KEY'), secreto: read('CONCILIADOR_API_SECRET') };
  const user = { quien: read('CONCILIADOR_USUARIO'), secreto: read('CONCILIADOR_CLAVE') };
  const hasApi = api.quien !== undefined || api.secreto !== undefined;
  const hasUser = user.quien !== undefined || user.secreto !== undefined;
  if (url === undefined && !hasApi && !hasUser) return undefined;
  if (hasApi && hasUser) throw toEnvironmentError(REFUSALS.environmentAccountTwice);
  if (url === undefined) throw toIncompleteError('CONCILIADOR_URL');
  const { quien: who, secreto } = hasUser ? user : api;
  if (who === undefined) throw toIncompleteError(hasUser ? 'CONCILIADOR_USUARIO' : 'CONCILIADOR_API_KEY');
  if (secreto === undefined) throw toIncompleteError(hasUser ? 'CONCILIADOR_CLAVE' : 'CONCILIADOR_API_SECRET');
  const identity: Identity = hasUser ? { tipo: 'usuario', usuario: who } : { tipo: 'api', apiKey: who };
  const others = { nombre: ENVIRONMENT_NAME, url: parseBaseUrl(url), isFromEnvironment: true };
  const account = createAccount(identity, others);
  return { cuenta: account, credentials: toCredentials(account, secreto) };
}

const toEnvironmentError = (words: FailureWords): AppError =>
  new AppError('ENTRADA_INVALIDA', { mensaje: words, detail: { cuenta: ENVIRONMENT_NAME } });

const toIncompleteError = (variable: string): AppError =>
  toEnvironmentError(REFUSALS.environmentAccountIncomplete(variable));
