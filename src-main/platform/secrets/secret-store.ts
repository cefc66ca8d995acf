import { AppError } from '#contract/errors.ts';
import { withAbort } from '#domain/shared-work.ts';

/** The place of secrets: the operating system's keychain, or this process's memory. */
export interface SecretStore {
  /** The secret under a key; undefined without one. */
  get(key: string): Promise<string | undefined>;
  set(key: string, secret: string): Promise<void>;
  /** False if there was nothing to delete. In both cases the store no longer has the secret. */
  delete(key: string): Promise<boolean>;
}

/** Secrets for the life of the process: for a machine without keychain, and for the environment's account. */
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
/** How long to wait for the keychain: the person may be typing its password, but a dead service must not stop the program for ever. */
const KEYCHAIN_PATIENCE_MS = 60_000;

/**
 * The operating system's keychain. Every method throws `LLAVERO_NO_DISPONIBLE` if it cannot answer, with detail `motivo`: `sin-llavero` (no such
 * service, or an error that does not mention a lock) or `bloqueado` (the keychain or the person refused, or did not answer within a minute). A
 * missing entry is no error. Loads the native module with the first call.
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
 * Makes the three functions of `@napi-rs/keyring/keytar` over the same entry, with a pinned store: that module takes no options, and without them
 * Linux silently falls back to the kernel's keyring, which forgets everything at a restart. With the pin it throws without a Secret Service. The
 * option has no effect elsewhere.
 */
async function loadKeytar() {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  const createEntry = (service: string, account: string) =>
    new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  return {
    // Async, so that a constructor that throws (no D-Bus) rejects like other failures.
    getPassword: async (service: string, account: string): Promise<string | null> =>
      createEntry(service, account).getPassword(),
    setPassword: async (service: string, account: string, password: string): Promise<void> =>
      createEntry(service, account).setPassword(password),
    deletePassword: async (service: string, account: string): Promise<boolean> =>
      createEntry(service, account).deletePassword(),
  };
}

/** Locked keychains and dismissed prompts can only be told by their text (Secret Service, macOS, Windows), or by a missing answer. */
function reasonOf(error: unknown): 'bloqueado' | 'sin-llavero' {
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  return /TimeoutError|dismissed|locked|denied|cancel|not allowed|passphrase/i.test(text) ? 'bloqueado' : 'sin-llavero';
}
