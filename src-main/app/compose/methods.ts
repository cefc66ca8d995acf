import type { Statement } from '#domain/texts/statements.ts';
import type { Account } from '../accounts/account.ts';
import { createAccountMethods } from '../accounts/methods.ts';
import { createCierreMethods } from '../cierre/methods.ts';
import { createDataMethods } from '../browse/methods.ts';
import type { StoredResults } from '../conciliaciones/kept.ts';
import { createConciliacionMethods, type KeptResults } from '../conciliaciones/methods.ts';
import type { Example } from '../demo/example.ts';
import { withLock, type MethodTable } from '../dispatch/dispatch.ts';
import type { createExplanations } from '../explanations/index.ts';
import type { DecisionMethods } from '../decisions/index.ts';
import { methodsOfDecisions } from '../decisions/methods.ts';
import { methodsOfExplanations, type Explanations } from '../explanations/methods.ts';
import type { ExplainingThread } from '../explanations/thread.ts';
import type { Import } from '../conciliar/read-files.ts';
import { chooseIn, type Shared } from '../open/index.ts';
import type { Listeners } from '../open/listeners.ts';
import type { ListWork } from '../home/unmatched.ts';
import { createOnce, type Once } from '../once.ts';
import { createPaperMethods } from '../papers/methods.ts';
import { createConciliarMethods } from '../conciliar/methods.ts';
import { createSettingsMethods, type SettingsDeps } from '../settings/methods.ts';
import { createSyncMethods } from '../sync/methods.ts';
import type { Updates } from '../updates/index.ts';
import { createTurnsOf } from '../upload/turns.ts';
import { methodsOfUpdates } from '../updates/methods.ts';
import type { ReconcileDeps } from '../conciliar/reconcile.ts';

interface Deps {
  readonly shared: Shared;
  readonly importer: Once<Import>;
  readonly explaining: Once<ExplainingThread>;
  readonly listeners: Listeners;
  readonly example: Once<Example>;
  readonly settings: SettingsDeps;
  readonly forgetSession: (name: string) => Promise<void>;
  /** The name of the person on this machine. */
  readonly who: () => string;
  readonly onNotice: (text: string, said: Statement) => void;
  readonly updates: Once<Updates>;
  readonly onIndexFailure: (error: unknown) => void;
  readonly onBoundary?: ReconcileDeps['onBoundary'];
}

/** Gives each capability what it needs of the others, and joins their methods. */
export function createMethods(deps: Deps): MethodTable {
  const { shared, importer, listeners, settings, forgetSession } = deps;
  const { accounts, ledgers, caches, folder, clock, random } = shared;
  const { closeFiles } = settings;
  const names = createOnce(async () => (await import('../conciliaciones/names.ts')).createNames(folder, deps.onNotice));
  const showExplanation: Explanations['explicar'] = async (input, context) =>
    (await explanations()).explicar(input, context);
  const stored: KeptResults['stored'] = createOnce(async () =>
    (await import('../conciliaciones/kept.ts')).createStoredResults({
      choose: chooseIn(shared),
      sessions: shared.sessions,
      ledgers: await ledgers(),
      caches: await caches(),
      names: await names(),
      showExplanation,
      clock,
    }),
  );
  const readResult: StoredResults['leer'] = async (input, context) => (await stored()).leer(input, context);
  const explanations: Once<ReturnType<typeof createExplanations>> = createOnce(async () => {
    const [{ createExplanations }, { ulid }] = await Promise.all([import('../explanations/index.ts'), import('ulid')]);
    return createExplanations({
      choose: chooseIn(shared),
      caches: await caches(),
      ledgers: await ledgers(),
      folder,
      validate: async (...given) => (await importer()).validate(...given),
      reviewOf: async (account, revision) => {
        const { selectRowsToExplain } = await import('../conciliar/preview.ts');
        return selectRowsToExplain(await shared.reviews(), account, revision);
      },
      readResult,
      thread: await deps.explaining(),
      clock,
      unique: () => ulid(clock.now(), random),
    });
  });
  const files = createOnce(async () => ({
    caches: await caches(),
    ledgers: await ledgers(),
    folder,
    clock,
  }));
  const scopes = createOnce(async () => (await import('../explanations/scope.ts')).createScopes(await files()));
  const work = createOnce(async () => {
    const [{ createListWork }, { createResting }] = await Promise.all([
      import('../home/unmatched.ts'),
      import('../explanations/resting.ts'),
    ]);
    const restingOf = createResting({ scopes: await scopes(), thread: await deps.explaining(), clock });
    return createListWork({ ledgers: await ledgers(), caches: await caches(), restingOf });
  });
  const listWork: ListWork = async (account, signal) => (await work())(account, signal);
  const decisions: Once<DecisionMethods> = createOnce(async () => {
    const { createDecisions } = await import('../decisions/index.ts');
    const backups = await settings.backups();
    return createDecisions({
      ...(await files()),
      choose: chooseIn(shared),
      scopes: await scopes(),
      thread: await deps.explaining(),
      who: deps.who,
      afterDeciding: (account) => backups.afterSending(account),
    });
  });
  const makeBackup = async (account: Account): Promise<void> => (await settings.backups()).afterSending(account);
  return {
    ...createAccountMethods({ accounts, forgetSession, closeFiles }),
    ...createConciliarMethods(shared, {
      importer,
      names,
      turnsOf: createTurnsOf(),
      getSettings: async () => (await settings.settings()).read(),
      afterSending: makeBackup,
      showExplanation,
      fixesOf: async (account, request, context) => (await explanations()).fixesOf(account, request, context),
      who: deps.who,
      onNotice: deps.onNotice,
      onBoundary: deps.onBoundary,
    }),
    ...createConciliacionMethods(shared, { names, stored }),
    ...methodsOfDecisions(decisions),
    ...methodsOfExplanations(explanations),
    ...createSyncMethods(shared, listeners, readResult),
    ...createDataMethods(shared, deps),
    ...createPaperMethods(shared, listWork),
    ...createCierreMethods(shared, listWork, makeBackup),
    'ejemplo.iniciar': withLock(async (_input, { signal }) => (await deps.example()).start(signal)),
    ...createSettingsMethods(settings),
    ...methodsOfUpdates(deps.updates),
  };
}
