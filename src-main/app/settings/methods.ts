import { AppError } from '#contract/errors.ts';
import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { createAccountDetail } from './account-details.ts';
import type { Once } from '../once.ts';
import type { Settings } from './settings.ts';
import type { StoredTemplates } from './templates.ts';
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
  readonly templates: Once<StoredTemplates>;
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
    'ajustes.leer': { writes: false, run: async () => (await settings()).read() },
    'ajustes.cambiar': { writes: true, run: async (input) => (await settings()).change(input) },
    'ajustes.elegir_carpeta': {
      writes: true,
      run: async () => {
        const reportsFolder = await logs.chooseFolder();
        const stored = await settings();
        if (reportsFolder === undefined) return { elegida: false, ajustes: await stored.read() };
        return { elegida: true, ajustes: await stored.change({ carpetaInformes: reportsFolder }) };
      },
    },

    'cuentas.detalle': { writes: false, run: async (input) => (await deps.accountDetail()).show(input) },

    'plantillas.listar': { writes: false, run: async () => (await templates()).list() },
    'plantillas.renombrar': {
      writes: true,
      run: async ({ nombre, nuevo }) => (await templates()).rename(nombre, nuevo),
    },
    'plantillas.borrar': { writes: true, run: async ({ nombre }) => (await templates()).remove(nombre) },
    'plantillas.exportar': {
      writes: false,
      run: async ({ exportar, nombres }) => (await templates()).writeFile(exportar, nombres),
    },
    'plantillas.importar': {
      writes: true,
      run: async ({ archivos: [file = ''], reemplazar }, { onMasked }) =>
        (await templates()).importFiles(file, reemplazar, onMasked),
    },

    'soporte.informe': { writes: false, run: async () => (await support()).buildReport() },
    'registro.carpeta': { writes: false, run: ({ abrir }) => logs.folderOf(abrir) },

    'respaldos.listar': { writes: false, run: async () => (await backups()).list() },
    'respaldos.crear': { writes: false, run: async ({ cuenta }) => (await backups()).create(cuenta) },
    'respaldos.carpeta': { writes: true, run: async ({ carpeta }) => (await backups()).choose(carpeta) },
    'respaldos.verificar': {
      writes: true, // it brings the files into the data folder
      run: async (input, { signal }) => (await restoring()).examine(input, signal),
    },
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
