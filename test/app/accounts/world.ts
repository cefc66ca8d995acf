import path from 'node:path';
import { createAccounts } from '#app/accounts/accounts.ts';
import type { Connect } from '#app/accounts/account-session.ts';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { createMemorySecrets, type SecretStore } from '#platform/secrets/secret-store.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { createService, parseBaseUrl } from '#service/index.ts';
import { test as base } from '../../platform/temporary-folder.ts';

/** What the client of the service logs; tests look in it for secrets. */
type LogLine = Readonly<Record<string, unknown>>;

/** One machine: its data folder, its keychain, what a person would type, and the real client of the service. */
export type World = ReturnType<typeof createWorld>;

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly llavero?: SecretStore;
  readonly clave?: string;
  readonly keys?: readonly string[];
  readonly clock?: Clock;
}

/** The real client over real HTTP, without retries, so that a dead service fails at once. */
export const connectForReal =
  (record: LogLine[] = [], clock: Clock = systemClock): Connect =>
  (account, credentials, refreshTokenStore) =>
    createService({
      baseUrl: parseBaseUrl(account.url),
      credentials,
      clock,
      random: () => 0.5,
      learned: { get: () => undefined, set: () => undefined },
      refreshTokenStore,
      retries: 0,
      quarantine: () => undefined,
      log: (event, facts) => record.push({ event, ...facts }),
    });

function createWorld(folder: string) {
  const data = getDataFolder(path.join(folder, 'datos'));
  const keychain = createMemorySecrets();
  const notices: string[] = [];
  const requested: string[] = [];
  const record: LogLine[] = [];
  return {
    data,
    llavero: keychain,
    avisos: notices,
    registro: record,
    requested,
    run: ({ env = {}, llavero: other = keychain, clave, keys = [], clock = systemClock }: RunOptions = {}) =>
      createAccounts({
        data,
        env,
        keychain: other,
        clock,
        connect: connectForReal(record, clock),
        askForSecret: ({ nombre }) => {
          requested.push(nombre);
          return Promise.resolve(keys[requested.length - 1] ?? clave);
        },
        noteLogin: () => Promise.resolve(),
        onNotice: (text) => notices.push(text),
      }),
  };
}

const refuse = (motivo: string) => (): Promise<never> =>
  Promise.reject(new AppError('LLAVERO_NO_DISPONIBLE', { detail: { motivo } }));

/** A keychain whose every use fails with `motivo`. */
export const brokenKeychain = (motivo: 'sin-llavero' | 'bloqueado'): SecretStore => ({
  get: refuse(motivo),
  set: refuse(motivo),
  delete: refuse(motivo),
});

export const test = base.extend<{ world: World; sandbox: Sandbox; signal: AbortSignal }>({
  world: async ({ folder }, use) => {
    await use(createWorld(folder));
  },
  sandbox: async ({}, use) => {
    const sandbox = await createSandbox({ clock: systemClock, operaciones: 1000 });
    await use(sandbox);
    await sandbox.close();
  },
  signal: async ({}, use) => {
    const controller = new AbortController();
    await use(controller.signal);
    controller.abort();
  },
});

export const byKey = ({ apiKey, apiSecret }: Sandbox) => ({ tipo: 'api', apiKey, secreto: apiSecret }) as const;
export const byUser = ({ usuario, clave }: Sandbox) => ({ tipo: 'usuario', usuario, secreto: clave }) as const;
