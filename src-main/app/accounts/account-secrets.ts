import * as z from 'zod';
import { AppError, isAppError } from '#contract/errors.ts';
import type { MemorySecrets, SecretStore } from '#platform/secrets/secret-store.ts';
import type { Credentials } from '#service/token/credentials.ts';
import { accountDigest, type Account } from './account.ts';

const stored = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('api'), apiSecret: z.string().min(1) }),
  z.object({ tipo: z.literal('usuario'), refreshToken: z.string().min(1), vence: z.number() }),
]);

/** The address of the server that an entry belongs to. */
const boundShape = z.object({ url: z.string() });

/** The secret that is kept for an account. A password is never kept: the refresh token that it gave is. */
export type Secret = z.infer<typeof stored>;

export interface AccountSecrets {
  /** True when the secret will be there in the next run; false when there is no keychain, and it is only in memory. */
  store(cuenta: Account, secreto: Secret): Promise<boolean>;
  /** Keeps a secret for this session only: one that was typed because none was stored. */
  remember(cuenta: Account, secreto: Secret): Promise<void>;
  /** True when the secret is only in memory. */
  isInMemory(cuenta: Account): Promise<boolean>;
  /** Undefined when there is no secret. Throws `LLAVERO_NO_DISPONIBLE` when it should be in the keychain and the keychain does not answer. */
  leer(cuenta: Account, enLlavero: boolean): Promise<Secret | undefined>;
  /** Throws `LLAVERO_NO_DISPONIBLE` when the keychain has the secret and cannot be asked to delete it. */
  remove(cuenta: Account, enLlavero: boolean): Promise<void>;
  /** Forgets all secrets of this session, of every account. */
  forgetSession(): void;
}

interface Stores {
  readonly llavero: SecretStore;
  /** Holds secrets for the session where there is no keychain. */
  readonly memory: MemorySecrets;
}

/** The name of an entry: a digest of the kind of account, its address and its identity. */
const entryOf = (cuenta: Account): string => `cuenta:${accountDigest(cuenta.url, cuenta)}`;
/** The name of an entry in versions that did not put the address in it. */
const oldEntryOf = ({ id }: Account): string => `cuenta:${id}`;

/**
 * One entry per account and address. An account at another address never finds the secret, whatever its name or id: the address is in the
 * entry's name and in the entry itself, and both must agree.
 */
export function createAccountSecrets({ llavero, memory }: Stores): AccountSecrets {
  /** Reads an entry under its old name, and stores it under its new one. */
  async function adopt(cuenta: Account): Promise<Secret | undefined> {
    const text = await llavero.get(oldEntryOf(cuenta));
    const secreto = text === undefined ? undefined : parseSecret(text);
    if (secreto === undefined) return undefined;
    try {
      await llavero.set(entryOf(cuenta), textOf(cuenta, secreto));
      await llavero.delete(oldEntryOf(cuenta));
    } catch (error) {
      // The keychain can be read but not written: the secret is used as it is, and the next run tries again.
      if (!isAppError(error, 'LLAVERO_NO_DISPONIBLE')) throw error;
    }
    return secreto;
  }

  return {
    async store(cuenta, secreto) {
      const text = textOf(cuenta, secreto);
      try {
        await llavero.delete(oldEntryOf(cuenta));
        await llavero.set(entryOf(cuenta), text);
        await memory.delete(entryOf(cuenta));
        return true;
      } catch (error) {
        if (!isAppError(error, 'LLAVERO_NO_DISPONIBLE')) throw error;
        await memory.set(entryOf(cuenta), text);
        return false;
      }
    },
    remember: (cuenta, secreto) => memory.set(entryOf(cuenta), textOf(cuenta, secreto)),
    isInMemory: async (cuenta) => (await memory.get(entryOf(cuenta))) !== undefined,
    async leer(cuenta, enLlavero) {
      const name = entryOf(cuenta);
      const text = (await memory.get(name)) ?? (enLlavero ? await llavero.get(name) : undefined);
      if (text === undefined) return enLlavero ? adopt(cuenta) : undefined;
      const bound = parseJson(text);
      return boundShape.safeParse(bound).data?.url === cuenta.url ? stored.safeParse(bound).data : undefined;
    },
    async remove(cuenta, enLlavero) {
      await memory.delete(entryOf(cuenta));
      if (!enLlavero) return;
      await llavero.delete(entryOf(cuenta));
      await llavero.delete(oldEntryOf(cuenta));
    },
    forgetSession: () => {
      memory.clear();
    },
  };
}

const textOf = ({ url }: Account, secreto: Secret): string => JSON.stringify({ ...secreto, url });
const parseSecret = (text: string): Secret | undefined => stored.safeParse(parseJson(text)).data;

/** An entry that we cannot read counts as none: the secret is asked for again. The text of the entry goes into no error. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What the service's client needs to enter. Throws `CLAVE_AUSENTE` when the secret is of the other kind. */
export function aCredentials(cuenta: Account, secreto: Secret): Credentials {
  if (cuenta.tipo === 'api' && secreto.tipo === 'api') {
    return { tipo: 'api', apiKey: cuenta.apiKey, apiSecret: secreto.apiSecret };
  }
  if (cuenta.tipo === 'usuario' && secreto.tipo === 'usuario') {
    const { refreshToken, vence } = secreto;
    return { tipo: 'usuario', usuario: cuenta.usuario, refreshToken, refreshTokenExpira: vence };
  }
  throw new AppError('CLAVE_AUSENTE', { detail: { cuenta: cuenta.nombre } });
}

/** The same from what a person has just typed. */
export function typedToCredentials(cuenta: Account, secreto: string): Credentials {
  return cuenta.tipo === 'api'
    ? { tipo: 'api', apiKey: cuenta.apiKey, apiSecret: secreto }
    : { tipo: 'usuario', usuario: cuenta.usuario, clave: secreto };
}
