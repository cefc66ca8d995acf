import type { Clock } from '#domain/clock.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { AppError } from '#contract/errors.ts';
import type { SecretStore } from '#platform/secrets/secret-store.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';
import type { ReconcileDeps } from '../wizard/index.ts';
import type { Example } from '../demo/start.ts';
import type { Import } from '../import/index.ts';
import { createLocalData, dataMethods } from '../browse/methods.ts';
import type { StoredResults } from '../conciliaciones/kept.ts';
import { resultMethods } from '../conciliaciones/methods.ts';
import type { Explanations } from '../explanations/index.ts';
import { methodsOfExplanations } from '../explanations/methods.ts';
import type { ExplainingThread } from '../explanations/thread.ts';
import { paperMethods } from '../papers/methods.ts';
import { methodsOfProbe } from '../probe/methods.ts';
import type { Connect } from '../probe/index.ts';
import { methodsOfSecondCopy } from '../second-copy/methods.ts';
import type { SecondCopies } from '../second-copy/index.ts';
import { reviewMethods } from '../review/methods.ts';
import { syncMethods } from '../sync/methods.ts';
import { settingsMethods, type SettingsDeps } from '../settings/methods.ts';
import type { Caches } from './caches.ts';
import type { Listeners } from './listeners.ts';
import type { Ledgers } from './ledgers.ts';
import { once, type Once } from './once.ts';
import type { OpenResults } from './results.ts';
import type { Reviews } from './reviews.ts';
import type { Sessions } from './sessions.ts';

interface Deps {
  readonly cuentas: Once<Accounts>;
  readonly sesiones: Once<Sessions>;
  readonly importacion: Once<Import>;
  readonly libros: Once<Ledgers>;
  readonly revisiones: Once<Reviews>;
  readonly resultados: Once<OpenResults>;
  readonly caches: Once<Caches>;
  readonly segundas: Once<SecondCopies>;
  readonly explaining: Once<ExplainingThread>;
  readonly escuchas: Listeners;
  readonly probing: Connect;
  readonly ejemplo: Once<Example>;
  readonly ajustes: SettingsDeps;
  readonly carpeta: DataFolder;
  readonly llavero: SecretStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onBoundary?: ReconcileDeps['onBoundary'];
}

/** What is behind each method of the contract. Writers are marked: they hold the data folder's lock while they run. */
export function createMethods({
  cuentas,
  sesiones: sessions,
  importacion,
  libros,
  revisiones,
  resultados,
  caches,
  segundas,
  explaining,
  escuchas,
  probing,
  ejemplo,
  ajustes,
  carpeta,
  llavero,
  clock,
  random,
  onBoundary,
}: Deps): MethodTable {
  const names = once(async () => (await import('../conciliaciones/names.ts')).createNames(carpeta));
  const conciliaciones = once(async () => {
    const { createConciliaciones } = await import('../conciliaciones/index.ts');
    return createConciliaciones({
      sesiones: await sessions(),
      libros: await libros(),
      resultados: await resultados(),
      names: await names(),
      clock,
    });
  });
  const stored: Once<StoredResults> = once(async () => {
    const { createStoredResults } = await import('../conciliaciones/kept.ts');
    const openAccounts = await cuentas();
    return createStoredResults({
      choose: (nombre) => openAccounts.choose(nombre),
      sessions,
      libros: await libros(),
      resultados: await resultados(),
      names: await names(),
      showExplanation: async (input, context) => (await explanations()).explicar(input, context),
      clock,
    });
  });
  const explanations: Once<Explanations> = once(async () => {
    const [{ createExplanations }, { ulid }] = await Promise.all([import('../explanations/index.ts'), import('ulid')]);
    const openAccounts = await cuentas();
    return createExplanations({
      choose: (nombre) => openAccounts.choose(nombre),
      caches: await caches(),
      resultados: await resultados(),
      libros: await libros(),
      carpeta,
      importacion,
      readResult: async (input, context) => (await stored()).leer(input, context),
      thread: await explaining(),
      clock,
      unique: () => ulid(clock.now(), random),
    });
  });
  const reconcile = once(async () => {
    const { createReconcile } = await import('../wizard/index.ts');
    return createReconcile({
      sesiones: await sessions(),
      libros: await libros(),
      resultados: await resultados(),
      importacion: await importacion(),
      getSettings: async () => (await ajustes.ajustes()).leer(),
      afterSending: async (cuenta) => (await segundas()).afterSending(cuenta),
      clock,
      random,
      onBoundary,
    });
  });

  const enviados = once(async () => {
    const { createSent } = await import('./sent.ts');
    return createSent({ libros: await libros(), resultados: await resultados() });
  });
  const recent = once(async () => {
    const { createRecent } = await import('../wizard/recent.ts');
    const openAccounts = await cuentas();
    return createRecent({
      choose: (nombre) => openAccounts.choose(nombre),
      libros: await libros(),
      resultados: await resultados(),
    });
  });
  const tandas = once(async () => {
    const { createTandas } = await import('../wizard/tandas.ts');
    const openAccounts = await cuentas();
    return createTandas({ choose: (nombre) => openAccounts.choose(nombre), libros: await libros() });
  });
  const revision = once(async () => {
    const { createRevision } = await import('../review/index.ts');
    const openAccounts = await cuentas();
    return createRevision({
      choose: (nombre) => openAccounts.choose(nombre),
      revisiones: await revisiones(),
      libros: await libros(),
      enviados: await enviados(),
      importacion: await importacion(),
      reconcile,
      llavero,
      clock,
      random,
    });
  });
  const synchronise = once(async () => {
    const { createSynchronise } = await import('../sync/index.ts');
    return createSynchronise({
      cuentas: await cuentas(),
      sesiones: await sessions(),
      caches: await caches(),
      libros: await libros(),
      escuchas,
      clock,
    });
  });
  const datos = createLocalData({ cuentas, caches, libros, resultados, carpeta, clock });

  return {
    'cuentas.listar': { writes: false, run: async () => (await cuentas()).list() },
    'cuentas.agregar': {
      writes: true,
      run: async (input, { signal }) => {
        const added = await (await cuentas()).add(input, signal);
        await ajustes.forgetSession(added.nombre); // one of the same name was open with its other secret
        return added;
      },
    },
    'cuentas.quitar': {
      writes: true,
      alone: true,
      run: async ({ si, ...input }, { signal }) => {
        if (!si) throw new AppError('CONFIRMACION_NECESARIA');
        await ajustes.forgetSession(input.nombre);
        // Its data may go, and whoever has it open would go on writing where nobody reads.
        if (input.conDatos) await ajustes.closeFiles();
        return (await cuentas()).remove(input, signal);
      },
    },
    'cuentas.probar': {
      writes: false,
      run: async ({ cuenta }, { signal }) => (await cuentas()).tryOut(cuenta, signal),
    },
    'cuentas.usar': { writes: true, run: async ({ nombre }) => (await cuentas()).use(nombre) },
    'archivos.validar': {
      writes: false,
      run: async ({ archivos, cuenta, ...lectura }, tracking) => {
        const alreadySent =
          cuenta === undefined ? undefined : await (await enviados())(await (await cuentas()).choose(cuenta));
        return (await importacion()).validate(archivos, { ...lectura, yaEnviados: alreadySent }, tracking);
      },
    },
    'cargas.conciliar': { writes: true, run: async (input, context) => (await reconcile()).reconcile(input, context) },
    'cargas.retomar': { writes: true, run: async (input, context) => (await reconcile()).resume(input, context) },
    'cargas.recientes': { writes: false, run: async (input) => (await recent())(input) },
    'cargas.tandas': { writes: false, run: async (input) => (await tandas())(input) },
    'ejemplo.iniciar': { writes: true, run: async (_input, { signal }) => (await ejemplo()).start(signal) },
    ...syncMethods(synchronise),
    ...dataMethods(datos),
    'conciliaciones.listar': {
      writes: false,
      run: async (input, { signal }) => (await conciliaciones()).list(input, signal),
    },
    'conciliaciones.ver': {
      writes: false,
      run: async (input, { signal }) => (await conciliaciones()).show(input, signal),
    },
    'conciliaciones.resultado': {
      writes: false,
      run: async (input, context) => (await conciliaciones()).readResult(input, context),
    },
    'conciliaciones.borrar': {
      writes: true,
      run: async (input, { signal }) => (await conciliaciones()).remove(input, signal),
    },
    ...resultMethods(stored),
    ...methodsOfExplanations(explanations),
    ...paperMethods({ cuentas, caches, libros, resultados, carpeta, clock }),
    ...reviewMethods(revision),
    ...settingsMethods(ajustes),
    ...methodsOfProbe({
      connect: probing,
      openTrial: async (cuenta) => ({
        libro: await (await libros()).open(cuenta),
        resultados: await (await resultados()).open(cuenta),
        random,
        afterSend: async () => (await segundas()).afterSending(cuenta),
      }),
      clock,
    }),
    ...methodsOfSecondCopy(segundas, ajustes.closeFiles),
  };
}
