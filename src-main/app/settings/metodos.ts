import { AppError } from '#contract/errors.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { createDetalleDeCuenta } from '../accounts/detalle.ts';
import type { Once } from '../compose/once.ts';
import type { Ajustes } from './ajustes.ts';
import type { PlantillasGuardadas } from './plantillas.ts';
import type { Registro } from './registro.ts';
import type { Respaldos } from './respaldos.ts';
import type { createSoporte } from './soporte.ts';
import type { Traslado } from './traslado.ts';

type DeAjustes = {
  readonly [
    M in keyof MethodTable as M extends
      | `${'ajustes' | 'plantillas' | 'soporte' | 'registro' | 'respaldos' | 'traslado'}.${string}`
      | 'cuentas.salir'
      | 'cuentas.clave'
      | 'cuentas.detalle'
      ? M
      : never
  ]: MethodTable[M];
};

/** What stands behind the methods of Ajustes, each made when it is first needed. */
export interface DepsDeAjustes {
  readonly ajustes: Once<Ajustes>;
  readonly cuentas: Once<Cuentas>;
  readonly detalleDeCuenta: Once<ReturnType<typeof createDetalleDeCuenta>>;
  readonly plantillas: Once<PlantillasGuardadas>;
  readonly soporte: Once<ReturnType<typeof createSoporte>>;
  readonly registro: Registro;
  readonly respaldos: Once<Respaldos>;
  readonly traslado: Once<Traslado>;
  /** Forgets the session of an account and revokes its tokens, if it has one open. */
  readonly olvidarSesion: (nombre: string) => Promise<void>;
  /** Closes every file of the data folder that this process has open. */
  readonly cerrarArchivos: () => Promise<void>;
}

/** The methods of Ajustes. What takes files or sessions away from under others is `alone`. */
export function metodosDeAjustes(deps: DepsDeAjustes): DeAjustes {
  const { ajustes, cuentas, plantillas, soporte, registro, respaldos, traslado, olvidarSesion, cerrarArchivos } = deps;
  return {
    'ajustes.leer': { writes: false, run: async () => (await ajustes()).leer() },
    'ajustes.cambiar': { writes: true, run: async (input) => (await ajustes()).cambiar(input) },
    'ajustes.elegir_carpeta': {
      writes: true,
      run: async () => {
        const carpetaInformes = await registro.elegirCarpeta();
        const guardados = await ajustes();
        if (carpetaInformes === undefined) return { elegida: false, ajustes: await guardados.leer() };
        return { elegida: true, ajustes: await guardados.cambiar({ carpetaInformes }) };
      },
    },

    'cuentas.salir': {
      writes: true,
      alone: true,
      run: async ({ nombre }, { signal }) => {
        await olvidarSesion(nombre);
        return (await cuentas()).salir(nombre, signal);
      },
    },
    'cuentas.clave': {
      writes: true,
      alone: true,
      run: async (input, { signal }) => {
        const cambiada = await (await cuentas()).cambiarClave(input, signal);
        await olvidarSesion(input.nombre);
        return cambiada;
      },
    },
    'cuentas.detalle': { writes: false, run: async (input) => (await deps.detalleDeCuenta()).ver(input) },

    'plantillas.listar': { writes: false, run: async () => (await plantillas()).listar() },
    'plantillas.renombrar': {
      writes: true,
      run: async ({ nombre, nuevo }) => (await plantillas()).renombrar(nombre, nuevo),
    },
    'plantillas.borrar': { writes: true, run: async ({ nombre }) => (await plantillas()).borrar(nombre) },
    'plantillas.exportar': {
      writes: false,
      run: async ({ exportar, nombres }) => (await plantillas()).exportar(exportar, nombres),
    },
    'plantillas.importar': {
      writes: true,
      run: async ({ archivos: [archivo = ''], reemplazar }) => (await plantillas()).importar(archivo, reemplazar),
    },

    'soporte.informe': { writes: false, run: async () => (await soporte()).informe() },
    'registro.carpeta': { writes: false, run: ({ abrir }) => registro.carpeta(abrir) },

    'respaldos.listar': { writes: false, run: async () => (await respaldos()).listar() },
    'respaldos.crear': { writes: true, run: async ({ cuenta }) => (await respaldos()).crear(cuenta) },
    'respaldos.verificar': {
      writes: false,
      run: async ({ cuenta, copia }) => (await respaldos()).verificar(cuenta, copia),
    },
    'respaldos.restaurar': {
      writes: true,
      alone: true,
      run: async ({ cuenta, copia, si }) => {
        if (!si) throw new AppError('CONFIRMACION_NECESARIA');
        await cerrarArchivos();
        return (await respaldos()).restaurar(cuenta, copia);
      },
    },

    'traslado.exportar': {
      writes: true, // the account list and the settings of one moment
      run: async ({ exportar, conCache }, context) =>
        (await traslado()).exportar({ salida: exportar, conCache }, context),
    },
    'traslado.examinar': {
      writes: true, // it unpacks inside the data folder
      run: async ({ archivos: [archivo = ''] }, context) => (await traslado()).examinar(archivo, context),
    },
    'traslado.importar': {
      writes: true,
      alone: true,
      run: async ({ archivos: [archivo = ''], si, huella }, context) =>
        (await traslado()).importar({ archivo, si, huella }, { ...context, cerrarTodo: cerrarArchivos }),
    },
  };
}
