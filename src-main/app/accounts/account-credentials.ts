import type { SecretPlace } from '#contract/settings.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Clock } from '#domain/clock.ts';
import type { Credentials, NewRefreshToken } from '#service/token/credentials.ts';
import type { AccountsFile } from './account-file.ts';
import { buildCredentials, toCredentials, type AccountSecrets } from './account-secrets.ts';
import type { Account } from './account.ts';
import { accountOfEnvironment, type Env } from './environment-account.ts';

/**
 * Asks a person for the secret of an account, without echo; undefined when there is nobody to ask. The host shows the address too: a name that
 * the person knows may stand for a server that they do not know.
 */
export type AskForSecret = (
  account: Pick<Account, 'nombre' | 'url'>,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** Serves an account whose service is inside this program and gives its secret; undefined for any other account. */
export type WakeUp = (account: Account) => Promise<string | undefined>;

interface Deps {
  readonly file: AccountsFile;
  readonly secrets: AccountSecrets;
  readonly env: Env;
  readonly clock: Clock;
  readonly askForSecret: AskForSecret;
  readonly wakeUp?: WakeUp | undefined;
}

/** The stored credentials of an account if they are still good, or why there are none. */
type Stored =
  | { readonly credentials: Credentials; readonly missing?: undefined }
  | { readonly credentials?: undefined; readonly missing: AppError };

export function createAccountCredentials({ file, secrets, env, clock, askForSecret, wakeUp }: Deps) {
  /** Accounts whose secret was typed and was not tried yet. */
  const untested = new Set<string>();

  async function getStored(account: Account): Promise<Stored> {
    const detail = { cuenta: account.nombre };
    if (account.isFromEnvironment) {
      const environment = accountOfEnvironment(env);
      return environment === undefined ? { missing: new AppError('CLAVE_AUSENTE', { detail }) } : environment;
    }
    const { cuentas } = await file.read();
    const inKeychain = cuentas.find(({ id }) => id === account.id)?.enLlavero ?? false;
    try {
      const secret = await secrets.read(account, inKeychain);
      if (secret === undefined) return { missing: toMissingSecretError(account, inKeychain) };
      if (secret.tipo === 'usuario' && secret.vence <= clock.now()) {
        return { missing: new AppError('SESION_VENCIDA', { detail }) };
      }
      return { credentials: buildCredentials(account, secret) };
    } catch (error) {
      if (isAppError(error, 'LLAVERO_NO_DISPONIBLE', 'CLAVE_AUSENTE')) return { missing: error };
      throw error;
    }
  }

  return {
    /** The stored credentials; asks nobody. */
    getStored,
    /** Returns when `get` would not have to ask a person; else throws `CLAVE_AUSENTE`, `SESION_VENCIDA` or `LLAVERO_NO_DISPONIBLE`. */
    async requireStored(account: Account): Promise<void> {
      if ((await wakeUp?.(account)) !== undefined) return;
      const { missing } = await getStored(account);
      if (missing !== undefined) throw missing;
    },
    /** Where the secret of an account is, if there is one. */
    getPlace: async (account: Account): Promise<SecretPlace> =>
      account.isFromEnvironment ? 'entorno' : (await secrets.isInMemory(account)) ? 'sesion' : 'llavero',
    /** From keychain, environment or person. Throws `CLAVE_AUSENTE`, `SESION_VENCIDA` or `LLAVERO_NO_DISPONIBLE`. */
    async get(account: Account, signal: AbortSignal): Promise<Credentials> {
      const own = await wakeUp?.(account);
      if (own !== undefined) {
        const { credentials } = await getStored(account);
        if (credentials === undefined) await secrets.remember(account, { tipo: 'api', apiSecret: own });
        return toCredentials(account, own);
      }
      const stored = await getStored(account);
      if (stored.credentials !== undefined) return stored.credentials;
      const key = await askForSecret(account, signal);
      if (key === undefined || key === '') throw stored.missing;
      // A password is not kept even in memory: the refresh token that it gives comes through `storeRefresh`.
      if (account.tipo === 'api') await secrets.remember(account, { tipo: 'api', apiSecret: key });
      untested.add(account.id);
      return toCredentials(account, key);
    },
    /**
     * Signs in if the secret was typed in this session and the service has not accepted it yet. A refused secret is forgotten, so that the next
     * `get` asks again instead of failing until the program is closed. Throws what `signIn` throws.
     */
    async tryTyped(account: Account, signIn: () => Promise<void>): Promise<void> {
      if (!untested.has(account.id)) return;
      try {
        await signIn();
        untested.delete(account.id);
      } catch (error) {
        if (isAppError(error, 'CREDENCIALES_RECHAZADAS')) await secrets.remove(account, false);
        throw error;
      }
    },
    /** Keeps the refresh token of a login with the secrets. The token of the environment's account is not kept. */
    async storeRefresh(account: Account, { refreshToken, expiresAt }: NewRefreshToken): Promise<void> {
      if (account.isFromEnvironment) return;
      const inKeychain = await secrets.store(account, { tipo: 'usuario', refreshToken, vence: expiresAt });
      const all = await file.read();
      const previous = all.cuentas.find(({ id }) => id === account.id);
      // The mark `enLlavero` is never taken back here: a secret that was once in the keychain has to be deleted from it.
      if (previous === undefined || previous.enLlavero || !inKeychain) return;
      const accounts = all.cuentas.map((other) => (other === previous ? { ...other, enLlavero: inKeychain } : other));
      await file.write({ ...all, cuentas: accounts });
    },
    /**
     * Forgets what this session remembers, and deletes the secrets of these accounts from the keychain. False when the keychain is not available:
     * its secrets stay there.
     */
    async forget(accounts: readonly Account[]): Promise<boolean> {
      secrets.forgetSession();
      untested.clear();
      try {
        for (const account of accounts) await secrets.remove(account, true);
        return true;
      } catch (error) {
        if (isAppError(error, 'LLAVERO_NO_DISPONIBLE')) return false;
        throw error;
      }
    },
  };
}

function toMissingSecretError({ nombre, tipo }: Account, inKeychain: boolean): AppError {
  const detail = { cuenta: nombre };
  if (inKeychain) return new AppError('CLAVE_AUSENTE', { detail });
  // There was no keychain when the secret was given, or the account came from another PC.
  const variables =
    tipo === 'api'
      ? (['CONCILIADOR_API_KEY', 'CONCILIADOR_API_SECRET'] as const)
      : (['CONCILIADOR_USUARIO', 'CONCILIADOR_CLAVE'] as const);
  return new AppError('CLAVE_AUSENTE', {
    mensaje: REFUSALS.secretNowhere(nombre, variables),
    detail,
  });
}
