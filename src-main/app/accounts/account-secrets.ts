import * as z from 'zod';
import { AppError, isAppError } from '#contract/errors.ts';
import { parseJson } from '#domain/json.ts';
import type { MemorySecrets, SecretStore } from '#platform/secrets/secret-store.ts';
import type { Credentials } from '#service/token/credentials.ts';
import { digestOfAccount, type Account } from './account.ts';

const stored = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('api'), apiSecret: z.string().min(1) }),
  z.object({ tipo: z.literal('usuario'), refreshToken: z.string().min(1), vence: z.number() }),
]);

/** The address of the server that an entry belongs to. */
const boundShape = z.object({ url: z.string() });

/** The secret that is kept for an account. A password is never kept: the refresh token that it gave is. */
export type Secret = z.infer<typeof stored>;

export type AccountSecrets = ReturnType<typeof createAccountSecrets>;

interface Stores {
  readonly keychain: SecretStore;
  /** Holds secrets for the session where there is no keychain. */
  readonly memory: MemorySecrets;
}

/** The name of an entry: a digest of the kind of account, its address and its identity. */
const entryOf = (account: Account): string => `cuenta:${digestOfAccount(account.url, account)}`;
/** The name of an entry in versions that did not put the address in it. */
const oldEntryOf = ({ id }: Account): string => `cuenta:${id}`;

/**
 * One entry per account and address. An account at another address never finds the secret, whatever its name or id: the address is in the
 * entry's name and in the entry itself, and both must agree.
 */
export function createAccountSecrets({ keychain, memory }: Stores) {
  /** Reads an entry under its old name, and stores it under its new one. */
  async function adopt(account: Account): Promise<Secret | undefined> {
    const text = await keychain.get(oldEntryOf(account));
    const secret = text === undefined ? undefined : parseSecret(text);
    if (secret === undefined) return undefined;
    try {
      await keychain.set(entryOf(account), textOf(account, secret));
      await keychain.delete(oldEntryOf(account));
    } catch (error) {
      // The keychain can be read but not written: the secret is used as it is, and the next run tries again.
      if (!isAppError(error, 'LLAVERO_NO_DISPONIBLE')) throw error;
    }
    return secret;
  }

  return {
    /** True when the secret will be there in the next run; false when there is no keychain, and it is only in memory. */
    async store(account: Account, secret: Secret): Promise<boolean> {
      const text = textOf(account, secret);
      try {
        await keychain.delete(oldEntryOf(account));
        await keychain.set(entryOf(account), text);
        await memory.delete(entryOf(account));
        return true;
      } catch (error) {
        if (!isAppError(error, 'LLAVERO_NO_DISPONIBLE')) throw error;
        await memory.set(entryOf(account), text);
        return false;
      }
    },
    /** Keeps a secret for this session only: one that was typed because none was stored. */
    remember: (account: Account, secret: Secret): Promise<void> =>
      memory.set(entryOf(account), textOf(account, secret)),
    /** True when the secret is only in memory. */
    isInMemory: async (account: Account): Promise<boolean> => (await memory.get(entryOf(account))) !== undefined,
    /** Undefined when there is no secret. Throws `LLAVERO_NO_DISPONIBLE` when it should be in the keychain and the keychain does not answer. */
    async read(account: Account, inKeychain: boolean): Promise<Secret | undefined> {
      const name = entryOf(account);
      const text = (await memory.get(name)) ?? (inKeychain ? await keychain.get(name) : undefined);
      if (text === undefined) return inKeychain ? adopt(account) : undefined;
      const bound = parseJson(text);
      return boundShape.safeParse(bound).data?.url === account.url ? stored.safeParse(bound).data : undefined;
    },
    /** Throws `LLAVERO_NO_DISPONIBLE` when the keychain has the secret and cannot be asked to delete it. */
    async remove(account: Account, inKeychain: boolean): Promise<void> {
      await memory.delete(entryOf(account));
      if (!inKeychain) return;
      await keychain.delete(entryOf(account));
      await keychain.delete(oldEntryOf(account));
    },
    /** Forgets all secrets of this session, of every account. */
    forgetSession: (): void => memory.clear(),
  };
}

const textOf = ({ url }: Account, secret: Secret): string => JSON.stringify({ ...secret, url });
/** An entry that we cannot read counts as none: the secret is asked for again. */
const parseSecret = (text: string): Secret | undefined => stored.safeParse(parseJson(text)).data;

/** What the service's client needs to enter. Throws `CLAVE_AUSENTE` when the secret is of the other kind. */
export function buildCredentials(account: Account, secret: Secret): Credentials {
  if (account.tipo === 'api' && secret.tipo === 'api') {
    return { tipo: 'api', apiKey: account.apiKey, apiSecret: secret.apiSecret };
  }
  if (account.tipo === 'usuario' && secret.tipo === 'usuario') {
    const { refreshToken, vence } = secret;
    return { tipo: 'usuario', usuario: account.usuario, refreshToken, refreshTokenExpira: vence };
  }
  throw new AppError('CLAVE_AUSENTE', { detail: { cuenta: account.nombre } });
}

/** The same from what a person has just typed. */
export const toCredentials = (account: Account, secret: string): Credentials =>
  account.tipo === 'api'
    ? { tipo: 'api', apiKey: account.apiKey, apiSecret: secret }
    : { tipo: 'usuario', usuario: account.usuario, clave: secret };
