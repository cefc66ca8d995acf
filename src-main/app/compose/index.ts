/** The root: makes every capability once and connects it. Long because it is one list: each line names what it connects. */
import type { Clock } from '#domain/clock.ts';
import { tellTo, type PassingNotice, type Statement } from '#domain/texts/statements.ts';
import { homedir } from 'node:os';
import { isAppError } from '#contract/errors.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import { forkAside, type StartAside } from '#platform/aside.ts';
import { readSystemAuthorities } from '#platform/authorities.ts';
import { getDataFolder, hasLeftovers, sweepLeftovers } from '#platform/data-folder.ts';
import { resolveDataRoot } from '#platform/data-root.js';
import type { HostKind } from '#platform/instance-lock.ts';
import { createLogger } from '#platform/logger.ts';
import { drawSystemRandom, readUserName } from '#platform/machine.ts';
import { refuseSharedPlace, getThisMachine } from '#platform/shared-place.ts';
import { createKeychain } from '#platform/secrets/keychain.ts';
import { createMemorySecrets } from '#platform/secrets/secret-store.ts';
import { systemClock } from '#platform/system-clock.ts';
import { VERSION } from '#platform/version.ts';
import type { AskForSecret } from '../accounts/account-credentials.ts';
import type { ReconcileDeps } from '../conciliar/reconcile.ts';
import type { Account } from '../accounts/account.ts';
import { isExample } from '../accounts/choose-account.ts';
import type { Example } from '../demo/example.ts';
import { createDispatch } from '../dispatch/dispatch.ts';
import type { Desktop } from '../settings/log-file.ts';
import { composeSettings } from './settings.ts';
import { readEnvironmentSettings } from './environment-settings.ts';
import { createWriter } from './writer.ts';
import { createListeners } from '../open/listeners.ts';
import { createMethods } from './methods.ts';
import type { Language } from '#domain/texts/language.ts';
import type { Installer } from '../updates/index.ts';
import { createOnce, type Once } from '../once.ts';

export interface AppDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: HostKind;
  /** The language of the sentences of failures; Spanish when left out. */
  readonly language?: Language;
  /** The machine's clock when left out. */
  readonly clock?: Clock;
  /** Asks a person for the secret of an account; undefined when there is nobody to ask. */
  readonly askForSecret: AskForSecret;
  /**
   * A sentence for the person beside the answer. `said`: the same for hosts with their own words; a `PassingNotice` is about what is going on,
   * and of no use once it ended.
   */
  readonly onNotice: (text: string, said?: PassingNotice | Statement) => void;
  /** How a process of ours is started; by default, Node's own way. */
  readonly aside?: StartAside;
  /** The host's ports to the desktop. */
  readonly desktop?: Desktop;
  /** The proxy that a desktop's settings name for an address; undefined for none. */
  readonly desktopProxy?: (url: string) => Promise<string | undefined>;
  /** Puts a new version in the place of the program; undefined where the program does not replace itself. */
  readonly installer?: Installer;
  /** Only for tests that stop the process at a named point of an upload. */
  readonly onBoundary?: ReconcileDeps['onBoundary'];
}

export type App = ReturnType<typeof createApp>;

/**
 * The composition root: the only place that knows the real clock, keychain, files and client. Everything is opened when it is first
 * needed, so that a command loads only what it uses. Throws `USO` for a setting of the environment that is not a number.
 */
export function createApp(deps: AppDeps) {
  const {
    env,
    host,
    language = 'es',
    clock = systemClock,
    askForSecret: promptSecret,
    onNotice,
    aside = forkAside,
    desktop = {},
    desktopProxy,
    onBoundary,
    installer,
  } = deps;
  const random = drawSystemRandom;
  const settings = readEnvironmentSettings(env);
  const data = getDataFolder(resolveDataRoot({ env, platform: process.platform, home: homedir() }));
  const logger = createLogger({ folder: data.logs, clock });

  const keychain = createKeychain();
  const listeners = createListeners();

  const network = createOnce(async () =>
    (await import('#service/transport/network.ts')).createNetwork({
      env,
      desktopProxy,
      authorities: readSystemAuthorities,
    }),
  );
  const updates = createOnce(async () => {
    const [{ createUpdates }, { readLatest }, { RELEASE }] = await Promise.all([
      import('../updates/index.ts'),
      import('../updates/latest.ts'),
      import('../updates/release.ts'),
    ]);
    const { platform, arch } = process;
    return createUpdates({
      clock,
      feed: RELEASE.feed,
      version: VERSION,
      readLatest: (feed, signal) => readLatest(feed, { network, clock, platform, arch }, signal),
      chosen: async () => (await (await programSettings.settings()).read()).buscarVersiones,
      installer,
      onError: (error) => logger.error('actualizaciones', error),
    });
  });
  const clients = createOnce(async () => {
    const [{ createClientFactory }, red] = await Promise.all([import('./client.ts'), network()]);
    return createClientFactory({
      clock,
      random,
      settings,
      network: red,
      logger,
      onNotice,
      listeners,
    });
  });
  const learnedFacts = createOnce(async () => (await import('../accounts/learned.ts')).createLearned(data));
  const accepted = createOnce(async () =>
    (await import('../accounts/accepted.ts')).createAccepted({
      factsFor: async (id) => (await learnedFacts()).factsFor(id),
      clock,
    }),
  );
  const accounts = createOnce(async () => {
    const [{ createAccounts }, { listReadings }, client] = await Promise.all([
      import('../accounts/accounts.ts'),
      import('../accounts/account-session.ts'),
      clients(),
    ]);
    return createAccounts({
      data,
      env,
      clock,
      keychain,
      memory: createMemorySecrets(),
      askForSecret: promptSecret,
      wakeUp: async (account) => (isExample(account) ? (await example()).wakeUp(account) : undefined),
      accepted: await accepted(),
      onNotice,
      connect: (account, credentials, onRefresh) => {
        // What is learnt while an account is tried is forgotten.
        const service = client(account, credentials, { learned: new Map<string, string>(), onRefresh });
        return {
          signIn: service.access.signIn,
          revoke: service.access.revoke,
          comercios: async (signal) => (await service.comercios(signal)).filas,
          readings: listReadings(service, civilDateAt(clock.now())),
        };
      },
    });
  });
  const sessions = createOnce(async () => {
    const [{ createSessions }, { createLoginNote }] = await Promise.all([
      import('../open/sessions.ts'),
      import('../accounts/accepted.ts'),
    ]);
    const [openAccounts, client, learned] = await Promise.all([accounts(), clients(), learnedFacts()]);
    return createSessions({
      accounts: openAccounts,
      clock,
      create: async (account, credentials, onRefresh) => {
        const facts = await learned.factsFor(account.id);
        const onLogin = createLoginNote(facts, clock);
        return client(account, credentials, { learned: facts, onRefresh, onLogin });
      },
      onRefreshLost: (error) => {
        logger.error('cuenta.refresh', error);
        tellTo(onNotice, 'sesion_sin_guardar');
      },
    });
  });
  const importer = createOnce(async () => {
    const [{ createImport }, { createTemplates }, { createImportRunner, IMPORT_WORKER_URL }] = await Promise.all([
      import('../conciliar/read-files.ts'),
      import('../conciliar/templates.ts'),
      import('#workbook/import/run.ts'),
    ]);
    const runner = createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock });
    return createImport({ runner, templates: createTemplates(data.templates, onNotice), clock });
  });
  const ledgers = createOnce(async () => {
    const { createLedgers } = await import('../open/ledgers.ts');
    const backupsFor = async (account: Account) => (await programSettings.restoring()).backupsFor(account);
    return createLedgers({ data, clock, random, onNotice, backupsFor });
  });

  const reviews = createOnce(async () => (await import('../open/reviews.ts')).createReviews(data));
  const caches = createOnce(async () => (await import('../open/caches.ts')).createCaches({ data, clock, onNotice }));

  const explaining = createOnce(async () =>
    (await import('../explanations/thread.ts')).createExplainingThread({ clock }),
  );

  const example: Once<Example> = createOnce(async () =>
    (await import('../demo/example.ts')).createExample({ accounts: await accounts(), clock }),
  );

  /** Closes every open database of the data folder; whoever needs one opens it again. */
  async function closeFiles(): Promise<void> {
    await explaining.started()?.then((open) => open.close());
    await ledgers.started()?.then((open) => open.close());
    await reviews.started()?.then((open) => open.close());
    await caches.started()?.then((open) => open.close());
  }
  const programSettings = composeSettings({
    data,
    clock,
    host,
    aside,
    desktop,
    accounts,
    caches,
    accepted,
    onNotice,
    onError: (error) => logger.error('respaldo', error),
    closeFiles: async () => {
      await programSettings.backups.started()?.then((backups) => backups.idleForAWhile());
      await sessions.started()?.then((open) => open.close());
      await learnedFacts.started()?.then((open) => open.forget());
      await closeFiles();
    },
  });
  const asWriter = createWriter(data.root, host);

  const dispatch = createDispatch({
    methods: createMethods({
      shared: {
        accounts,
        sessions,
        ledgers,
        caches,
        reviews,
        folder: data,
        clock,
        random,
      },
      importer,
      explaining,
      listeners,
      example,
      settings: programSettings,
      forgetSession: async (name) => {
        const { id } = await (await accounts()).choose(name);
        await sessions.started()?.then((open) => open.forget(id));
      },
      who: readUserName,
      onNotice,
      updates,
      onIndexFailure: (error) => logger.error('buscar.indice', error),
      onBoundary,
    }),
    asWriter,
    language,
    prepare: createOnce(async () => {
      refuseSharedPlace(data.root, getThisMachine(process.platform, env));
      sweepLeftovers(data.root, clock.now());
      if (!hasLeftovers(data)) return;
      const { sweepWorkshops } = await import('../settings/backup-restore.ts');
      await sweepWorkshops(data.root, asWriter);
    }),
    onError: (method, error) => {
      if (isAppError(error, 'CARPETA_COMPARTIDA')) return; // nothing is written there, not even the log
      logger.error('metodo.falla', error, { metodo: method.replace('.', '/') });
    },
  });

  return {
    dispatch,
    /** Revokes the tokens in use and closes what is open. */
    async close(): Promise<void> {
      await updates.started()?.then((open) => open.close());
      const isIdle = await programSettings.backups.started()?.then((backups) => backups.idleForAWhile());
      if (isIdle === false) tellTo(onNotice, 'respaldo_tarda');
      await sessions.started()?.then((open) => open.close());
      await network.started()?.then((open) => open.close());
      try {
        await learnedFacts.started()?.then((open) => open.waitSaved());
      } catch (error) {
        // The facts can be learnt again: a failure to save them must not hide the result that is about to be shown.
        logger.error('aprendido.guardar', error);
        tellTo(onNotice, 'aprendido_sin_guardar');
      }
      await closeFiles();
      await example.started()?.then((open) => open.close());
      logger.close();
    },
  };
}
