import { AppError } from '#contract/errors.ts';
import { readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { createAccountDetail } from './account-details.ts';
import type { Once } from '../once.ts';
import type { Settings } from './settings.ts';
import type { Templates } from '../conciliar/templates.ts';
import type { LogFolders } from './log-file.ts';
import type { Backups } from './backups.ts';
import type { createSupport } from './support-file.ts';
import type { BackupRestore } from './backup-restore.ts';

type OfSettings = MethodsOf<
  `${'ajustes' | 'plantillas' | 'soporte' | 'registro' | 'respaldos'}.${string}` | 'cuentas.detalle'
>;

/** The parts behind the methods of *Ajustes*, each made when it is first needed. */
export interface SettingsDeps {
  readonly settings: Once<Settings>;
  readonly accountDetail: Once<ReturnType<typeof createAccountDetail>>;
  readonly templates: Once<Templates>;
  readonly support: Once<ReturnType<typeof createSupport>>;
  readonly logs: LogFolders;
  readonly backups: Once<Backups>;
  readonly restoring: Once<BackupRestore>;
  /** Closes every file of the data folder that this process has open. */
  readonly closeFiles: () => Promise<void>;
}

/** The methods of *Ajustes*. A method that closes files that others use is `alone`. */
export function createSettingsMethods(deps: SettingsDeps): OfSettings {
  const { settings, templates, support, logs, backups, restoring, closeFiles } = deps;
  return {
    'ajustes.leer': readOnly(async () => (await settings()).read()),
    'ajustes.cambiar': withLock(async (input) => (await settings()).change(input)),
    'ajustes.elegir_carpeta': withLock(async () => {
      const reportsFolder = await logs.chooseFolder();
      const stored = await settings();
      if (reportsFolder === undefined) return { elegida: false, ajustes: await stored.read() };
      return { elegida: true, ajustes: await stored.change({ carpetaInformes: reportsFolder }) };
    }),

    'cuentas.detalle': readOnly(async (input) => (await deps.accountDetail()).show(input)),

    'plantillas.listar': readOnly(async () => (await templates()).listByName()),
    'plantillas.renombrar': withLock(async ({ nombre, nuevo }) => (await templates()).rename(nombre, nuevo)),
    'plantillas.borrar': withLock(async ({ nombre }) => (await templates()).remove(nombre)),
    'plantillas.exportar': readOnly(async ({ exportar, nombres }) => (await templates()).writeFile(exportar, nombres)),
    'plantillas.importar': withLock(async ({ archivos: [file = ''], reemplazar }, { onMasked }) =>
      (await templates()).importFiles(file, reemplazar, onMasked),
    ),

    'soporte.informe': readOnly(async () => (await support()).buildReport()),
    'registro.carpeta': readOnly(({ abrir }) => logs.folderOf(abrir)),

    'respaldos.listar': readOnly(async () => (await backups()).list()),
    'respaldos.crear': readOnly(async ({ cuenta }) => (await backups()).create(cuenta)),
    'respaldos.carpeta': withLock(async ({ carpeta }) => (await backups()).choose(carpeta)),
    // It brings the files into the data folder.
    'respaldos.verificar': withLock(async (input, { signal }) => (await restoring()).examine(input, signal)),
    'respaldos.restaurar': {
      writes: true,
      alone: true,
      run: async ({ si, ...input }, { signal }) => {
        if (!si) throw new AppError('CONFIRMACION_NECESARIA');
        await closeFiles();
        return (await restoring()).restore(input, signal);
      },
    },
  };
}
