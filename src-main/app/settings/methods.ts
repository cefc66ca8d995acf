import { AppError } from '#contract/errors.ts';
import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { createAccountDetail } from './account-details.ts';
import type { Once } from '../once.ts';
import type { Settings } from './settings.ts';
import type { StoredTemplates } from './templates.ts';
import type { LogFolders } from './log-file.ts';
import type { Backups } from './backups.ts';
import type { createSupport } from './support-file.ts';
import type { Transfer } from './transfer.ts';

type OfSettings = MethodsOf<
  `${'ajustes' | 'plantillas' | 'soporte' | 'registro' | 'respaldos' | 'traslado'}.${string}` | 'cuentas.detalle'
>;

/** The parts behind the methods of *Ajustes*, each made when it is first needed. */
export interface SettingsDeps {
  readonly ajustes: Once<Settings>;
  readonly accountDetail: Once<ReturnType<typeof createAccountDetail>>;
  readonly plantillas: Once<StoredTemplates>;
  readonly soporte: Once<ReturnType<typeof createSupport>>;
  readonly registro: LogFolders;
  readonly respaldos: Once<Backups>;
  readonly traslado: Once<Transfer>;
  /** Closes every file of the data folder that this process has open. */
  readonly closeFiles: () => Promise<void>;
}

/** The methods of *Ajustes*. A method that closes files that others use is `alone`. */
export function settingsMethods(deps: SettingsDeps): OfSettings {
  const { ajustes, plantillas, soporte: support, registro, respaldos, traslado, closeFiles } = deps;
  return {
    'ajustes.leer': { writes: false, run: async () => (await ajustes()).read() },
    'ajustes.cambiar': { writes: true, run: async (input) => (await ajustes()).change(input) },
    'ajustes.elegir_carpeta': {
      writes: true,
      run: async () => {
        const reportsFolder = await registro.chooseFolder();
        const stored = await ajustes();
        if (reportsFolder === undefined) return { elegida: false, ajustes: await stored.read() };
        return { elegida: true, ajustes: await stored.change({ carpetaInformes: reportsFolder }) };
      },
    },

    'cuentas.detalle': { writes: false, run: async (input) => (await deps.accountDetail()).show(input) },

    'plantillas.listar': { writes: false, run: async () => (await plantillas()).list() },
    'plantillas.renombrar': {
      writes: true,
      run: async ({ nombre, nuevo }) => (await plantillas()).rename(nombre, nuevo),
    },
    'plantillas.borrar': { writes: true, run: async ({ nombre }) => (await plantillas()).remove(nombre) },
    'plantillas.exportar': {
      writes: false,
      run: async ({ exportar, nombres }) => (await plantillas()).writeFile(exportar, nombres),
    },
    'plantillas.importar': {
      writes: true,
      run: async ({ archivos: [file = ''], reemplazar }) => (await plantillas()).importFiles(file, reemplazar),
    },

    'soporte.informe': { writes: false, run: async () => (await support()).buildReport() },
    'registro.carpeta': { writes: false, run: ({ abrir }) => registro.folderOf(abrir) },

    'respaldos.listar': { writes: false, run: async () => (await respaldos()).list() },
    'respaldos.crear': { writes: true, run: async ({ cuenta }) => (await respaldos()).create(cuenta) },
    'respaldos.verificar': {
      writes: false,
      run: async ({ cuenta, copia }) => (await respaldos()).verify(cuenta, copia),
    },
    'respaldos.restaurar': {
      writes: true,
      alone: true,
      run: async ({ cuenta, copia, si }) => {
        if (!si) throw new AppError('CONFIRMACION_NECESARIA');
        await closeFiles();
        return (await respaldos()).restore(cuenta, copia);
      },
    },

    'traslado.exportar': {
      writes: true, // so that the account list and the settings are of the same moment
      run: async ({ exportar, conCache }, context) =>
        (await traslado()).writeFile({ salida: exportar, conCache }, context),
    },
    'traslado.examinar': {
      writes: true, // it unpacks inside the data folder
      run: async ({ archivos: [file = ''] }, context) => (await traslado()).examine(file, context),
    },
    'traslado.importar': {
      writes: true,
      alone: true,
      run: async ({ archivos: [file = ''], si, huella }, context) =>
        (await traslado()).importFiles({ archivo: file, si, huella }, { ...context, closeAll: closeFiles }),
    },
  };
}
