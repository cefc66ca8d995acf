import { AppError } from '#contract/errors.ts';
import { withAbort } from '#domain/shared-work.ts';

/** Where secrets are kept: the operating system's keychain, or this process's memory. */
export interface SecretStore {
  /** The secret under a key; undefined without one. */
  get(key: string): Promise<string | undefined>;
  set(key: string, secret: string): Promise<void>;
  /** False when there was nothing to delete: after either answer the store has no such secret. */
  delete(key: string): Promise<boolean>;
}

/** Secrets that last as long as the process: for a machine without keychain, and for the account of the environment. */
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
/** The person may be typing the keychain's password; a service that never answers must not stop the program for ever. */
const KEYCHAIN_PATIENCE_MS = 60_000;

/**
 * The operating system's keychain. Every method throws `LLAVERO_NO_DISPONIBLE` when it cannot answer, with detail `motivo`:
 * `sin-llavero` (no such service here, or an error that does not say that it is locked) or `bloqueado` (there is one and it,
 * or the person, refused or did not answer within a minute). No entry is not an error. The native module is loaded with the
 * first call.
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
 * `@napi-rs/keyring/keytar` takes no options, and without them Linux falls back in silence to the kernel's keyring, which
 * forgets everything when the machine restarts. So its three functions are made here, over the same entry, with the
 * store pinned: without a Secret Service it throws. The option means nothing elsewhere.
 */
async function loadKeytar() {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  const createEntry = (service: string, account: string) =>
    new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  return {
    // Async, so that a constructor that throws (no D-Bus) rejects like everything else.
    getPassword: async (service: string, account: string): Promise<string | null> =>
      createEntry(service, account).getPassword(),
    setPassword: async (service: string, account: string, password: string): Promise<void> =>
      createEntry(service, account).setPassword(password),
    deletePassword: async (service: string, account: string): Promise<boolean> =>
      createEntry(service, account).deletePassword(),
  };
}

/** Locked keychains and dismissed prompts say so only in their text (Secret Service, macOS, Windows), or do not answer in time. */
function reasonOf(error: unknown): 'bloqueado' | 'sin-llavero' {
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  return /TimeoutError|dismissed|locked|denied|cancel|not allowed|passphrase/i.test(text) ? 'bloqueado' : 'sin-llavero';
}
