/** A sandbox, a client, a cache and the synchronisation, all real except the clock. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SyncDocument } from '#contract/documents.ts';
import type { Account } from '#app/accounts/account.ts';
import { createCaches } from '#app/open/caches.ts';
import { createListeners } from '#app/open/sessions.ts';
import { createBrowse } from '#app/browse/index.ts';
import { createSynchronise } from '#app/sync/index.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { createSandbox, type SandboxOptions } from '#sandbox/index.ts';
import { createService, parseBaseUrl } from '#service/index.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { createTestClock, memoryLearned } from '../../service/fixtures.ts';

interface Options extends Partial<Omit<SandboxOptions, 'clock'>> {
  readonly credenciales?: 'api' | 'usuario';
  /** How many ms the PC's clock is ahead of the service's. */
  readonly ahead?: () => number;
}

interface SyncRequest {
  readonly desde?: string;
  readonly hasta?: string;
  readonly metodos?: ServiceMethod[];
  readonly signal?: AbortSignal;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

const ACCOUNT: Account = {
  id: '0123456789abcdef',
  nombre: 'prueba',
  url: 'http://127.0.0.1',
  credencial: { tipo: 'api', apiKey: 'k' },
} as unknown as Account; // the test reads only id and name

export async function createWorld({ credenciales = 'api', ahead = () => 0, ...options }: Options = {}) {
  const clock = createTestClock();
  const ofService = { ...clock, now: () => clock.now() - ahead() };
  const sandbox = await createSandbox({ clock: ofService, operaciones: 1000, ...options });
  const folder = mkdtempSync(path.join(tmpdir(), 'conciliador-sync-'));
  const data = getDataFolder(folder);
  const notices: string[] = [];
  const { apiKey, apiSecret, usuario, clave } = sandbox;
  const learned = memoryLearned();

  function build() {
    const listeners = createListeners();
    const listener = listeners.listenerOf(ACCOUNT.id);
    const service = createService({
      baseUrl: parseBaseUrl(sandbox.url),
      credentials: credenciales === 'api' ? { tipo: 'api', apiKey, apiSecret } : { tipo: 'usuario', usuario, clave },
      clock,
      random: () => 0.5,
      learned,
      refreshTokenStore: () => undefined,
      onClockOff: (offMs) => notices.push(`reloj ${String(offMs)}`),
      quarantine: listener.noteQuarantined,
      log: (event, { metodo }) => {
        if (event === 'pedido' && typeof metodo === 'string') listener.noteRequest(metodo);
      },
    });
    const caches = createCaches({ data, clock, onNotice: (text) => notices.push(text) });
    const accounts = { choose: () => Promise.resolve(ACCOUNT) };
    const sessions = { open: () => Promise.resolve({ cuenta: ACCOUNT, servicio: service }) };
    const { sincronizar: synchronise, refrescar: refresh } = createSynchronise({
      accounts: {
        ...accounts,
        credenciales: { getStored: () => Promise.resolve({ credentials: { tipo: 'api', apiKey, apiSecret } }) },
      },
      sessions,
      caches,
      // This PC never uploaded anything.
      ledgers: { openExisting: () => Promise.resolve(undefined) },
      readResult: () => Promise.reject(new Error('no results without an upload')),
      listeners,
      clock,
    });
    const browse = createBrowse({
      accounts,
      caches,
      ledgers: { openExisting: () => Promise.resolve(undefined) },
      clock,
    });
    return { servicio: service, caches, synchronise, refresh, browse };
  }
  let built = build();

  return {
    sandbox,
    clock,
    avisos: notices,
    ruta: data.accountFolder(ACCOUNT.id).cache,
    get service() {
      return built.servicio;
    },
    get browse() {
      return built.browse;
    },
    synchronise: ({ desde, hasta, metodos, signal = new AbortController().signal }: SyncRequest = {}) =>
      built.synchronise(
        {
          cuenta: undefined,
          ...(desde === undefined ? {} : { desde: civilDay(desde) }),
          ...(hasta === undefined ? {} : { hasta: civilDay(hasta) }),
          ...(metodos === undefined ? {} : { metodos }),
        },
        { signal, onProgress: () => undefined },
      ),
    refresh: () =>
      built.refresh({ cuenta: undefined }, { signal: new AbortController().signal, onProgress: () => undefined }),
    restart() {
      void built.caches.close(); // its threads may end while the next one begins
      built = build();
    },
    async [Symbol.asyncDispose]() {
      await built.caches.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const del = ({ metodos }: SyncDocument, method: ServiceMethod) => {
  const each = metodos.find((item) => item.metodo === method);
  if (each === undefined) throw new Error(method);
  return each;
};
