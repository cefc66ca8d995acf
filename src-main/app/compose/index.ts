/** The composition root: makes each part once and connects it with the others. Longer than usual, because it is one list. */
import { homedir, hostname, totalmem } from 'node:os';
import { isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Language } from '#domain/texts/language.ts';
import { tellTo, type PassingNotice, type Statement } from '#domain/texts/statements.ts';
import { forkAside, type StartAside } from '#platform/aside.ts';
import { readSystemAuthorities, drawSystemRandom } from '#platform/machine.ts';
import { getDataFolder, hasLeftovers, sweepLeftovers } from '#platform/data-folder.ts';
import { resolveDataRoot } from '#platform/data-root.js';
import type { HostKind } from '#platform/instance-lock.ts';
import { createLogger } from '#platform/logger.ts';
import { createKeychain } from '#platform/secrets/secret-store.ts';
import { getThisMachine, refuseSharedPlace } from '#platform/shared-place.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createNetwork } from '#service/transport/network.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';
import type { AskForSecret } from '../accounts/account-credentials.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { isExample } from '../accounts/account.ts';
import { createLearned, noteLogin } from '../accounts/learned.ts';
import { createImport } from '../conciliar/read-files.ts';
import type { ReconcileDeps } from '../conciliar/reconcile.ts';
import { createTemplates } from '../conciliar/templates.ts';
import type { Example } from '../demo/example.ts';
import { createDispatch, createWriter } from '../dispatch/dispatch.ts';
import { createExplainingThread } from '../explanations/questions.ts';
import { createOnce, type Once } from '#domain/shared-work.ts';
import { createCaches } from '../open/caches.ts';
import { createLedgers, createReviews } from '../open/index.ts';
import { createListeners, createSessions } from '../open/sessions.ts';
import { createBackupRestore, sweepWorkshops } from '../settings/backup-restore.ts';
import { createBackups } from '../settings/backups.ts';
import type { Desktop } from '../settings/support-file.ts';
import { createSettings } from '../settings/settings.ts';
import { createUpdates, type Installer, readLatest } from '../updates/index.ts';
import { RELEASE, VERSION } from '../updates/release.ts';
import { createClientFactory, readEnvironmentSettings } from './client.ts';
import { createMethods } from './methods.ts';

export interface AppDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: HostKind;
  /** The language of failure sentences; Spanish by default. */
  readonly language?: Language;
  readonly clock?: Clock;
  readonly askForSecret: AskForSecret;
  /** `said`: the sentence as data, for hosts that write their own sentence. A `PassingNotice` is about running work and means nothing when the work ends. */
  readonly onNotice: (text: string, said?: PassingNotice | Statement) => void;
  readonly aside?: StartAside;
  readonly desktop?: Desktop;
  /** The proxy that the desktop's settings give for an address; undefined for none. */
  readonly desktopProxy?: (url: string) => Promise<string | undefined>;
  /** Replaces the program by a new version; absent if the program cannot replace itself. */
  readonly installer?: Installer;
  readonly onBoundary?: ReconcileDeps['onBoundary'];
}

export type App = ReturnType<typeof createApp>;

export type Parts = ReturnType<typeof createParts>;

/** Makes the parts without opening anything: each part opens its files and connections when first used. */
function createParts(deps: AppDeps) {
  const { env, host, clock = systemClock, onNotice, aside = forkAside, desktop = {} } = deps;
  const random = drawSystemRandom;
  const settingsOfRequests = readEnvironmentSettings(env);
  const folder = getDataFolder(resolveDataRoot({ env, platform: process.platform, home: homedir() }));
  const logger = createLogger({ folder: folder.logs, clock });
  const noteError = (event: string) => (error: unknown) => logger.error(event, error);

  const listeners = createListeners();
  const network = createNetwork({ env, desktopProxy: deps.desktopProxy, authorities: readSystemAuthorities });
  const createClient = createClientFactory({
    ...{ clock, random, settings: settingsOfRequests, network, logger, onNotice, listeners },
  });
  const learned = createLearned(folder, clock);
  // Loads the example only when needed, because `example.ts` imports the whole sandbox.
  const example: Once<Example> = createOnce(async () =>
    (await import('../demo/example.ts')).createExample({ accounts, clock }),
  );
  const accounts = createAccounts({
    data: folder,
    env,
    clock,
    keychain: createKeychain(),
    askForSecret: deps.askForSecret,
    wakeUp: async (account) => (isExample(account) ? (await example()).wakeUp(account) : undefined),
    noteLogin: learned.noteLogin,
    onNotice,
    // Facts that are learnt while an account is tried out are not kept.
    connect: (account, credentials, onRefresh) =>
      createClient(account, credentials, { learned: new Map<string, string>(), onRefresh }),
  });
  const sessions = createSessions({
    accounts,
    clock,
    create: async (account, credentials, onRefresh) => {
      const facts = await learned.factsFor(account.id);
      const onLogin = (refused: Parameters<typeof noteLogin>[2]): void => noteLogin(facts, clock.now(), refused);
      return createClient(account, credentials, { learned: facts, onRefresh, onLogin });
    },
    onRefreshLost: (error) => {
      logger.error('cuenta.refresh', error);
      tellTo(onNotice, 'sesion_sin_guardar');
    },
  });

  const settings = createSettings({ data: folder, onNotice });
  const templates = createTemplates(folder.templates, onNotice);
  const backups = createBackups({
    ...{ data: folder, accounts, clock, aside, version: VERSION, hostName: hostname(), onNotice },
    chooseFolder: async () => desktop.chooseFolder?.('respaldos'),
    onError: noteError('respaldo'),
  });
  const restoring = createBackupRestore({ data: folder, accounts, backups, clock, aside, onNotice });
  const ledgers = createLedgers({ data: folder, clock, random, onNotice, backupsFor: restoring.backupsFor });
  const caches = createCaches({ data: folder, clock, onNotice });
  const reviews = createReviews(folder);
  const thread = createExplainingThread({ clock });
  const { platform, arch } = process;
  const updates = createUpdates({
    clock,
    feed: RELEASE.feed,
    version: VERSION,
    readLatest: (feed, signal) => readLatest(feed, { network, clock, platform, arch }, signal),
    chosen: async () => (await settings.read()).buscarVersiones,
    installer: deps.installer,
    onError: noteError('actualizaciones'),
  });

  async function closeDatabases(): Promise<void> {
    await thread.close();
    ledgers.close();
    reviews.close();
    await caches.close();
  }
  const { node, electron, chrome } = process.versions;
  return {
    shared: { accounts, sessions, ledgers, caches, reviews, folder, clock, random, onNotice },
    ...{ logger, listeners, learned, templates, settings, backups, restoring, thread, updates, example, desktop },
    importer: createImport({
      runner: createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock }),
      templates,
      clock,
    }),
    machine: {
      version: VERSION,
      anfitrion: host,
      platform,
      architecture: arch,
      versions: { node, electron, chromium: chrome },
      memoryMb: Math.round(totalmem() / 1_048_576),
    },
    async closeFiles(): Promise<void> {
      await backups.idleForAWhile();
      await sessions.close();
      learned.forget();
      await closeDatabases();
    },
    onIndexFailure: noteError('buscar.indice'),
    onBoundary: deps.onBoundary,
    async close(): Promise<void> {
      await updates.close();
      if (!(await backups.idleForAWhile())) tellTo(onNotice, 'respaldo_tarda');
      await sessions.close();
      network.close();
      try {
        await learned.waitSaved();
      } catch (error) {
        // Logs the failure and tells the person: the facts can be learnt again, and throwing would hide the result.
        logger.error('aprendido.guardar', error);
        tellTo(onNotice, 'aprendido_sin_guardar');
      }
      await closeDatabases();
      await example.started()?.then((open) => open.close());
    },
  };
}

/** Makes the program: the only place with the real clock, keychain, files and client. Throws `USO` for an environment variable that is no valid number. */
export function createApp(deps: AppDeps) {
  const { env, host, language } = deps;
  const parts = createParts(deps);
  const { logger, shared, close } = parts;
  const { folder, clock } = shared;
  const asWriter = createWriter(folder.root, host);
  const dispatch = createDispatch({
    methods: createMethods(parts),
    asWriter,
    ...(language === undefined ? {} : { language }),
    prepare: createOnce(async () => {
      refuseSharedPlace(folder.root, getThisMachine(process.platform, env));
      sweepLeftovers(folder.root, clock.now());
      if (hasLeftovers(folder)) await sweepWorkshops(folder.root, asWriter);
    }),
    onError: (method, error) => {
      if (isAppError(error, 'CARPETA_COMPARTIDA')) return; // writes nothing to a shared data folder, not even the log
      logger.error('metodo.falla', error, { metodo: method.replace('.', '/') });
    },
  });
  return { dispatch, close };
}
