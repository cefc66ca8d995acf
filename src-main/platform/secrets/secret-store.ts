/** Where secrets are kept: the operating system's keychain, or this process's memory. */
export interface SecretStore {
  /** The secret under a key; undefined without one. */
  get(key: string): Promise<string | undefined>;
  set(key: string, secret: string): Promise<void>;
  /** False when there was nothing to delete: after either answer the store has no such secret. */
  delete(key: string): Promise<boolean>;
}

export interface MemorySecrets extends SecretStore {
  /** Forgets all of them. */
  clear(): void;
}

/** Secrets that last as long as the process: for a machine without keychain, and for the account of the environment. */
export function createMemorySecrets(): MemorySecrets {
  const secrets = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(secrets.get(key)),
    set: (key, secret) => {
      secrets.set(key, secret);
      return Promise.resolve();
    },
    delete: (key) => Promise.resolve(secrets.delete(key)),
    clear: () => secrets.clear(),
  };
}
