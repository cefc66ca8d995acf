import * as z from 'zod';
import { AppError, isAppError } from '#contract/errors.ts';
import type { SecretPlace } from '#contract/accounts.ts';
import { parseJson } from '#domain/json.ts';
import { createMemorySecrets, type SecretStore } from '#platform/secrets/secret-store.ts';
import type { Credentials, NewRefreshToken } from '#service/token/session.ts';
import {
  digestOfAccount,
  createAccount,
  ENVIRONMENT_NAME,
  type Account,
  type Identity,
  type AccountsFile,
} from './account.ts';
import type { FailureWords } from '#domain/texts/failures.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { parseBaseUrl } from '#service/transport/network.ts';
import type { Clock } from '#domain/clock.ts';

const stored = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('api'), apiSecret: z.string().min(1) }),
  z.object({ tipo: z.literal('usuario'), refreshToken: z.string().min(1), vence: z.number() }),
]);

const boundShape = z.object({ url: z.string() });

/** The stored secret of an account: an API secret, or the refresh token of a login. Passwords are never stored. */
export type Secret = z.infer<typeof stored>;

const entryOf = (account: Account): string => `cuenta:${digestOfAccount(account.url, account)}`;

const textOf = ({ url }: Account, secret: Secret): string => JSON.stringify({ ...secret, url });

/** Turns a secret into the credentials for the service's client. Throws `CLAVE_AUSENTE` for a secret of the other kind. */
function buildCredentials(account: Account, secret: Secret): Credentials {
  if (account.tipo === 'api' && secret.tipo === 'api') {
    return { tipo: 'api', apiKey: account.apiKey, apiSecret: secret.apiSecret };
  }
  if (account.tipo === 'usuario' && secret.tipo === 'usuario') {
    const { refreshToken, vence } = secret;
    return { tipo: 'usuario', usuario: account.usuario, refreshToken, refreshTokenExpira: vence };
  }
  throw new AppError('CLAVE_AUSENTE', { detail: { cuenta: account.nombre } });
}

export const toCredentials = (account: Account, secret: string): Credentials =>
  account.tipo === 'api'
    ? { tipo: 'api', apiKey: account.apiKey, apiSecret: secret }
    : { tipo: 'usuario', usuario: account.usuario, clave: secret };

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * The account that the environment gives for this run (docs/cli.md, "Environment"); undefined if none of its variables is set. Throws
 * `ENTRADA_INVALIDA` if variables are missing or belong to two kinds of login: falling back to another account would send a file to the wrong service.
 */
export function accountOfEnvironment(env: Env) {
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

/** Asks a person for the secret of an account; undefined without an answer. Shows the address, because a familiar name may stand for an unknown server. */
export type AskForSecret = (
  account: Pick<Account, 'nombre' | 'url'>,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** Starts the example's service inside this program and returns its secret; undefined for any other account. */
export type WakeUp = (account: Account) => Promise<string | undefined>;

export interface CredentialsDeps {
  readonly file: AccountsFile;
  readonly keychain: SecretStore;
  readonly env: Env;
  readonly clock: Clock;
  readonly askForSecret: AskForSecret;
  readonly wakeUp?: WakeUp | undefined;
}

type Stored =
  | { readonly credentials: Credentials; readonly missing?: undefined }
  | { readonly credentials?: undefined; readonly missing: AppError };

/** Keeps one entry per account and address, so that an account at another address never finds the secret: the entry's name and content must both agree. */
export function createAccountCredentials({ file, keychain, env, clock, askForSecret, wakeUp }: CredentialsDeps) {
  const memory = createMemorySecrets();
  const untested = new Set<string>();

  /** Stores a secret. True if the next run will find it; false without a keychain, when it is only in memory. */
  async function keepSecret(account: Account, secret: Secret): Promise<boolean> {
    const text = textOf(account, secret);
    try {
      await keychain.set(entryOf(account), text);
      await memory.delete(entryOf(account));
      return true;
    } catch (error) {
      if (!isAppError(error, 'LLAVERO_NO_DISPONIBLE')) throw error;
      await memory.set(entryOf(account), text);
      return false;
    }
  }
  /** Keeps an API secret in memory for this session: a person typed it, or it is the example's. */
  const remember = (account: Account, apiSecret: string): Promise<void> =>
    memory.set(entryOf(account), textOf(account, { tipo: 'api', apiSecret }));
  /** Undefined if no readable secret is stored for the account's address. Throws `LLAVERO_NO_DISPONIBLE` if `inKeychain` and the keychain does not answer. */
  async function read(account: Account, inKeychain: boolean): Promise<Secret | undefined> {
    const name = entryOf(account);
    const text = (await memory.get(name)) ?? (inKeychain ? await keychain.get(name) : undefined);
    if (text === undefined) return undefined;
    // An unreadable entry counts as absent, so that the program asks for the secret again.
    const bound = parseJson(text);
    return boundShape.safeParse(bound).data?.url === account.url ? stored.safeParse(bound).data : undefined;
  }
  /** Throws `LLAVERO_NO_DISPONIBLE` if the secret is in a keychain that does not answer. */
  async function removeSecret(account: Account, inKeychain: boolean): Promise<void> {
    await memory.delete(entryOf(account));
    if (inKeychain) await keychain.delete(entryOf(account));
  }

  async function getStored(account: Account): Promise<Stored> {
    const detail = { cuenta: account.nombre };
    if (account.isFromEnvironment) {
      const environment = accountOfEnvironment(env);
      return environment === undefined ? { missing: new AppError('CLAVE_AUSENTE', { detail }) } : environment;
    }
    const { cuentas } = await file.read();
    const inKeychain = cuentas.find(({ id }) => id === account.id)?.enLlavero ?? false;
    try {
      const secret = await read(account, inKeychain);
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
    keepSecret,
    removeSecret,
    getStored,
    /** Returns if `get` would not ask a person; otherwise throws `CLAVE_AUSENTE`, `SESION_VENCIDA` or `LLAVERO_NO_DISPONIBLE`. */
    async requireStored(account: Account): Promise<void> {
      if ((await wakeUp?.(account)) !== undefined) return;
      const { missing } = await getStored(account);
      if (missing !== undefined) throw missing;
    },
    getPlace: async (account: Account): Promise<SecretPlace> =>
      account.isFromEnvironment ? 'entorno' : (await memory.get(entryOf(account))) !== undefined ? 'sesion' : 'llavero',
    /** Takes credentials from the example, memory, keychain, environment or a person. Throws `CLAVE_AUSENTE`, `SESION_VENCIDA` or `LLAVERO_NO_DISPONIBLE`. */
    async get(account: Account, signal: AbortSignal): Promise<Credentials> {
      const own = await wakeUp?.(account);
      if (own !== undefined) {
        const { credentials } = await getStored(account);
        if (credentials === undefined) await remember(account, own);
        return toCredentials(account, own);
      }
      const stored = await getStored(account);
      if (stored.credentials !== undefined) return stored.credentials;
      const key = await askForSecret(account, signal);
      if (key === undefined || key === '') throw stored.missing;
      // Do not keep a password, not even in memory: its refresh token comes through `storeRefresh`.
      if (account.tipo === 'api') await remember(account, key);
      untested.add(account.id);
      return toCredentials(account, key);
    },
    /** Signs in if the service has not accepted the typed secret yet. Forgets a refused secret, so that the next `get` asks again. */
    async tryTyped(account: Account, signIn: () => Promise<void>): Promise<void> {
      if (!untested.has(account.id)) return;
      try {
        await signIn();
        untested.delete(account.id);
      } catch (error) {
        if (isAppError(error, 'CREDENCIALES_RECHAZADAS')) await removeSecret(account, false);
        throw error;
      }
    },
    /** Stores the refresh token of a login, in memory if there is no keychain. Does nothing for the environment's account. */
    async storeRefresh(account: Account, { refreshToken, expiresAt }: NewRefreshToken): Promise<void> {
      if (account.isFromEnvironment) return;
      const inKeychain = await keepSecret(account, { tipo: 'usuario', refreshToken, vence: expiresAt });
      const all = await file.read();
      const previous = all.cuentas.find(({ id }) => id === account.id);
      // Never sets `enLlavero` to false: a secret that was once in the keychain has to be deleted from it later.
      if (previous === undefined || previous.enLlavero || !inKeychain) return;
      const accounts = all.cuentas.map((other) => (other === previous ? { ...other, enLlavero: inKeychain } : other));
      await file.write({ ...all, cuentas: accounts });
    },
  };
}

function toMissingSecretError({ nombre, tipo }: Account, inKeychain: boolean): AppError {
  const detail = { cuenta: nombre };
  if (inKeychain) return new AppError('CLAVE_AUSENTE', { detail });
  // No secret is stored here: this PC has no keychain, or the account came from another PC.
  const variables =
    tipo === 'api'
      ? (['CONCILIADOR_API_KEY', 'CONCILIADOR_API_SECRET'] as const)
      : (['CONCILIADOR_USUARIO', 'CONCILIADOR_CLAVE'] as const);
  return new AppError('CLAVE_AUSENTE', { mensaje: REFUSALS.secretNowhere(nombre, variables), detail });
}
