import { AppError } from '#contract/errors.ts';
import { withAbort } from '#domain/shared-work.ts';

export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, secret: string): Promise<void>;
  delete(key: string): Promise<boolean>;
}

/** Keeps secrets in memory until the process ends: without a keychain, and for the environment's account. */
export function createMemorySecrets(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(secrets.get(key)),
    set: (key, secret) => {
      secrets.set(key, secret);
      return Promise.resolve();
    },
    delete: (key) => Promise.resolve(secrets.delete(key)),
  };
}

export type Keytar = Awaited<ReturnType<typeof loadKeytar>>;

const SERVICE = 'Conciliador';
/** How long to wait for the keychain: long enough for a person to type its password, but not for ever if its service hangs. */
const KEYCHAIN_PATIENCE_MS = 60_000;

/**
 * The system's keychain. Every method throws `LLAVERO_NO_DISPONIBLE` if it cannot answer, with detail `motivo`: `sin-llavero` (no keychain, or an error that
 * does not mention a lock) or `bloqueado` (the keychain or the person refused, or there was no answer within a minute). A missing secret is no error.
 * Loads the native module with the first call.
 */
export function createKeychain(
  load: () => Promise<Keytar> = loadKeytar,
  patienceMs = KEYCHAIN_PATIENCE_MS,
): SecretStore {
  let loading: Promise<Keytar> | undefined;
  async function ask<T>(question: (keytar: Keytar) => Promise<T>): Promise<T> {
    try {
      return await withAbort(question(await (loading ??= load())), AbortSignal.timeout(patienceMs));
    } catch (error) {
      throw new AppError('LLAVERO_NO_DISPONIBLE', { cause: error, detail: { motivo: reasonOf(error) } });
    }
  }
  return {
    get: (key) => ask(async (keytar) => (await keytar.getPassword(SERVICE, key)) ?? undefined),
    set: (key, secret) => ask((keytar) => keytar.setPassword(SERVICE, key, secret)),
    delete: (key) => ask((keytar) => keytar.deletePassword(SERVICE, key)),
  };
}

/**
 * Replaces `@napi-rs/keyring/keytar`, which cannot set the store. With `store: 'secret-service'`, a missing Secret Service is an error on Linux; without it,
 * the library silently uses the kernel's keyring, which forgets everything at a restart.
 */
async function loadKeytar() {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  const createEntry = (service: string, account: string) =>
    new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  return {
    // Async, so that an error of the constructor (no D-Bus) rejects like any other.
    getPassword: async (service: string, account: string): Promise<string | null> =>
      createEntry(service, account).getPassword(),
    setPassword: async (service: string, account: string, password: string): Promise<void> =>
      createEntry(service, account).setPassword(password),
    deletePassword: async (service: string, account: string): Promise<boolean> =>
      createEntry(service, account).deletePassword(),
  };
}

/** Locked keychains and cancelled prompts can only be recognised by the text of the error (Secret Service, macOS, Windows) or by a missing answer. */
function reasonOf(error: unknown): 'bloqueado' | 'sin-llavero' {
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  return /TimeoutError|dismissed|locked|denied|cancel|not allowed|passphrase/i.test(text) ? 'bloqueado' : 'sin-llavero';
}
