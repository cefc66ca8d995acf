/** Makes the capabilities from the shared parts, and the table of all methods: the function of each, and whether it needs the lock. */
import { AppError } from '#contract/errors.ts';
import { readUserName } from '#platform/machine.ts';
import { createData } from '../browse/data.ts';
import { createBrowse } from '../browse/index.ts';
import { createVistas } from '../browse/vistas.ts';
import { createChecks } from '../checks/index.ts';
import { createTill } from '../checks/till.ts';
import { createCierre } from '../cierre/index.ts';
import { createConciliaciones } from '../conciliaciones/index.ts';
import { createStoredResults } from '../conciliaciones/kept.ts';
import { createNames } from '../conciliaciones/listing.ts';
import { createConciliarMethods } from '../conciliar/methods.ts';
import { selectRowsToExplain } from '../conciliar/preview.ts';
import { createDecisions } from '../decisions/index.ts';
import { methodsOf, readOnly, runAlone, withLock, type MethodTable } from '../dispatch/dispatch.ts';
import { createExplanations } from '../explanations/index.ts';
import { createAsk, createResting } from '../explanations/scope.ts';
import { createWithData } from '../figures/adder.ts';
import { createHome } from '../home/index.ts';
import { createListWork } from '../home/unmatched.ts';
import { createPapers } from '../papers/index.ts';
import { showAccountDetail } from '../settings/account-details.ts';
import { showLogFolder, buildSupportReport } from '../settings/support-file.ts';
import { createSynchronise } from '../sync/index.ts';
import { VERSION } from '../updates/release.ts';
import type { Parts } from './index.ts';

export function createMethods(parts: Parts): MethodTable {
  const { shared, importer, thread, settings, backups, restoring, templates, updates, desktop, closeFiles } = parts;
  const { accounts, sessions, ledgers, caches, reviews, folder, clock, onNotice } = shared;
  const who = readUserName;
  const names = createNames(folder, onNotice);
  const ask = createAsk({ ...shared, thread });
  const explanations = createExplanations({
    ...shared,
    ask,
    validate: importer.validate,
    reviewOf: (account, revision) => selectRowsToExplain(reviews, account, revision),
    readResult: (input, context) => results.leer(input, context),
  });
  const results = createStoredResults({ ...shared, names, showExplanation: explanations.explicar });
  const decisions = createDecisions({ ...shared, ask, who, afterDeciding: backups.afterSending });
  const listWork = createListWork({ ledgers, caches, restingOf: createResting(ask) });
  const withData = createWithData(caches);
  const checks = createChecks({ accounts, withData });
  const till = createTill({ accounts, withData, ledgers, caches, clock });
  const cierre = createCierre({
    ...{ accounts, withData, folder, clock, who, version: VERSION, listWork },
    afterChange: backups.afterSending,
  });
  const browse = createBrowse(shared);
  const data = createData({ ...shared, onIndexFailure: parts.onIndexFailure });
  const sync = createSynchronise({ ...shared, listeners: parts.listeners, readResult: results.leer });

  /** Ends the open session of an account, because its secret changed or is gone. */
  const forgetSession = async (name: string): Promise<void> => sessions.forget((await accounts.choose(name)).id);

  return {
    'cuentas.listar': readOnly(() => accounts.list()),
    'cuentas.detalle': readOnly(({ cuenta }) => showAccountDetail(shared, parts.learned, cuenta)),
    'cuentas.agregar': withLock(async (input, { signal }) => {
      const added = await accounts.add(input, signal);
      await forgetSession(added.nombre); // a session with the old secret of an account of the same name may be open
      return added;
    }),
    'cuentas.quitar': runAlone(async ({ si, ...input }, { signal }) => {
      if (!si) throw new AppError('CONFIRMACION_NECESARIA');
      await forgetSession(input.nombre);
      // The data may be deleted now: a file that stays open could be written after its deletion.
      if (input.conDatos) await closeFiles();
      return accounts.remove(input, signal);
    }),
    // Needs the lock, because it stores that the account works, and the refresh token of a login.
    'cuentas.probar': withLock(({ cuenta, metodos = false }, { signal }) => accounts.tryOut(cuenta, metodos, signal)),
    'cuentas.usar': withLock(({ nombre }) => accounts.use(nombre)),
    'cuentas.salir': runAlone(async ({ nombre }, { signal }) => {
      await forgetSession(nombre);
      return accounts.signOut(nombre, signal);
    }),
    'cuentas.clave': runAlone(async (input, { signal }) => {
      const changed = await accounts.changeSecret(input, signal);
      await forgetSession(input.nombre);
      return changed;
    }),

    ...createConciliarMethods(shared, {
      importer,
      names,
      who,
      settings,
      afterSending: backups.afterSending,
      showExplanation: explanations.explicar,
      fixesOf: explanations.fixesOf,
      onBoundary: parts.onBoundary,
    }),
    // Only `borrar` and `nombrar` need the lock: a result must be readable while another program uploads, and a stored result can be read again.
    ...methodsOf('conciliaciones', { ...createConciliaciones({ ...shared, names }), ...results }, [
      'borrar',
      'nombrar',
    ]),
    ...methodsOf('decisiones', decisions, ['tomar', 'deshacer']),
    ...methodsOf('explicaciones', explanations, []),

    ...methodsOf('datos', { ...data, ...browse, sincronizar: sync.sincronizar }, ['sincronizar']),
    'sincronizacion.refrescar': withLock(sync.refrescar),
    ...methodsOf('vistas', createVistas({ data: folder, accounts, onNotice }), ['guardar', 'borrar']),
    ...methodsOf('inicio', createHome({ accounts, withData, ledgers, caches, listWork, data: folder, clock }), [
      'visto',
    ]),
    ...methodsOf('controles', { ...checks, ...till }, []),
    ...methodsOf('papeles', createPapers({ accounts, withData, clock, folder }), []),
    ...methodsOf('cierre', cierre, ['cerrar', 'reabrir', 'responder']),

    'ejemplo.iniciar': withLock(async (_input, { signal }) => (await parts.example()).start(signal)),
    'ajustes.leer': readOnly(settings.read),
    'ajustes.cambiar': withLock(settings.change),
    'ajustes.elegir_carpeta': withLock(async () => {
      const chosen = await desktop.chooseFolder?.('informes');
      if (chosen === undefined) return { elegida: false, ajustes: await settings.read() };
      return { elegida: true, ajustes: await settings.change({ carpetaInformes: chosen }) };
    }),
    'plantillas.listar': readOnly(templates.listByName),
    'plantillas.renombrar': withLock(({ nombre, nuevo }) => templates.rename(nombre, nuevo)),
    'plantillas.borrar': withLock(({ nombre }) => templates.remove(nombre)),
    'plantillas.exportar': readOnly(({ exportar }) => templates.writeFile(exportar)),
    'plantillas.importar': withLock(({ archivos: [file = ''], reemplazar }, { onMasked }) =>
      templates.importFiles(file, reemplazar, onMasked),
    ),
    'soporte.informe': readOnly(() => buildSupportReport(shared, parts)),
    'registro.carpeta': readOnly(({ abrir }) => showLogFolder(folder, desktop, abrir)),
    'respaldos.listar': readOnly(backups.list),
    'respaldos.crear': readOnly(({ cuenta }) => backups.create(cuenta)),
    'respaldos.carpeta': withLock(({ carpeta }) => backups.choose(carpeta)),
    // Needs the lock, because it copies files into the data folder.
    'respaldos.verificar': withLock((input, { signal }) => restoring.examine(input, signal)),
    'respaldos.restaurar': runAlone(async ({ si, ...input }, { signal }) => {
      if (!si) throw new AppError('CONFIRMACION_NECESARIA');
      await closeFiles();
      return restoring.restore(input, signal);
    }),

    // Downloading a new version needs no lock, so uploads go on meanwhile. Installing it is refused during an upload.
    'actualizaciones.ver': readOnly(updates.show),
    'actualizaciones.buscar': readOnly(({ sola = false }, { signal }) => updates.look(sola, signal)),
    'actualizaciones.bajar': readOnly((_input, { onProgress, signal }) => updates.bring(onProgress, signal)),
    'actualizaciones.instalar': runAlone(updates.install),
  };
}
