import { decirA, type Dicho } from '#domain/dicho.ts';
import { homedir, hostname } from 'node:os';
import type { Pasajero } from '#contract/host-events.ts';
import { forkAside, type StartAside } from '#platform/aside.ts';
import { systemAuthorities } from '#platform/authorities.ts';
import { dataFolder, hasLeftovers, resolveDataRoot } from '#platform/data-folder.ts';
import type { HostKind } from '#platform/instance-lock.ts';
import { createLogger } from '#platform/logger.ts';
import { systemRandom } from '#platform/random.ts';
import { createKeychain } from '#platform/secrets/keychain.ts';
import { createMemorySecrets } from '#platform/secrets/secret-store.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { PedirClave } from '../accounts/account-credentials.ts';
import type { ConciliarDeps } from '../conciliar/index.ts';
import { esDeEjemplo } from '../demo/cuenta.ts';
import type { Ejemplo } from '../demo/iniciar.ts';
import { createDispatch, type Dispatch } from '../dispatch/dispatch.ts';
import type { Escritorio } from '../settings/registro.ts';
import { componerAjustes } from './ajustes.ts';
import { leerAjustesDeEntorno } from './ajustes-de-entorno.ts';
import { crearEscritor } from './escritor.ts';
import { crearEscuchas } from './escuchas.ts';
import { crearMetodos } from './metodos.ts';
import { once, type Once } from './once.ts';

interface AppDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: HostKind;
  /** Asks a person for the secret of an account; undefined when there is nobody to ask. */
  readonly preguntarClave: PedirClave;
  /** A sentence that the person should see beside the answer; `pasajero`: of what is going on, of no use once it ended, for hosts with words of their own. */
  readonly onAviso: (texto: string, dicho?: Pasajero | Dicho) => void;
  /** How a process of ours is started; Node's own way when the host says none. */
  readonly aside?: StartAside;
  /** What the host can ask of a desktop. */
  readonly escritorio?: Escritorio;
  /** The proxy that a desktop's settings name for an address; undefined for none. */
  readonly desktopProxy?: (url: string) => Promise<string | undefined>;
  /** Only for tests that stop the process at a named point of an upload. */
  readonly onBoundary?: ConciliarDeps['onBoundary'];
}

export interface App {
  readonly dispatch: Dispatch;
  /** Revokes the tokens in use and closes what is open. */
  cerrar(): Promise<void>;
}

/**
 * The composition root: the only place that knows the real clock, keychain, files and client. Everything is opened when it is first
 * needed, so that a command loads only what it uses. Throws `USO` for a setting of the environment that is not a number.
 */
export function createApp(deps: AppDeps): App {
  const { env, host, preguntarClave, onAviso, aside = forkAside, escritorio = {}, desktopProxy, onBoundary } = deps;
  const clock = systemClock;
  const random = systemRandom;
  const ajustes = leerAjustesDeEntorno(env);
  const datos = dataFolder(resolveDataRoot({ env, platform: process.platform, home: homedir() }));
  const logger = createLogger({ folder: datos.registro, clock });

  const llavero = createKeychain();
  const escuchas = crearEscuchas();

  const network = once(async () => {
    const { createNetwork } = await import('#service/transport/network.ts');
    return createNetwork({ env, desktopProxy, authorities: systemAuthorities });
  });
  const clientes = once(async () => {
    const [{ fabricaDeClientes }, red] = await Promise.all([import('./cliente.ts'), network()]);
    return fabricaDeClientes({ clock, random, ajustes, network: red, logger, onAviso, escuchas });
  });
  const aprendidos = once(async () => {
    const { crearAprendidos } = await import('./aprendidos.ts');
    return crearAprendidos(datos);
  });
  const aceptadas = once(async () => {
    const { createAceptadas } = await import('../accounts/accepted.ts');
    return createAceptadas({ de: async (id) => (await aprendidos()).de(id), clock });
  });
  const cuentas = once(async () => {
    const [{ createCuentas }, { aprendidoEnMemoria }, cliente] = await Promise.all([
      import('../accounts/accounts.ts'),
      import('./cliente.ts'),
      clientes(),
    ]);
    return createCuentas({
      datos,
      env,
      clock,
      llavero,
      memoria: createMemorySecrets(),
      pedirClave: preguntarClave,
      despertar: async (cuenta) => (esDeEjemplo(cuenta) ? (await ejemplo()).despertar(cuenta) : undefined),
      aceptadas: await aceptadas(),
      onAviso,
      conectar: (cuenta, credentials, onRefresh) => {
        const { acceso, comercios } = cliente(cuenta, credentials, { learned: aprendidoEnMemoria(), onRefresh });
        return {
          entrar: acceso.entrar,
          revocar: acceso.revocar,
          comercios: async (signal) => (await comercios(signal)).filas,
        };
      },
    });
  });
  const sesiones = once(async () => {
    const { crearSesiones } = await import('./sesiones.ts');
    const [abiertas, cliente, aprendido] = await Promise.all([cuentas(), clientes(), aprendidos()]);
    return crearSesiones({
      cuentas: abiertas,
      clock,
      crear: async (cuenta, credentials, onRefresh) =>
        cliente(cuenta, credentials, { learned: await aprendido.de(cuenta.id), onRefresh }),
      onEntrada: async ({ id }) => (await aceptadas()).anotar(id),
      onRefreshPerdido: (error) => {
        logger.error('cuenta.refresh', error);
        decirA(onAviso, 'sesion_sin_guardar');
      },
    });
  });
  const importacion = once(async () => {
    const [{ createImport }, { createPlantillas }, { createImportRunner, IMPORT_WORKER_URL }] = await Promise.all([
      import('../import/index.ts'),
      import('../import/plantillas.ts'),
      import('#workbook/import/run.ts'),
    ]);
    const runner = createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock });
    return createImport({ runner, plantillas: createPlantillas(datos.plantillas), clock });
  });
  const libros = once(async () => {
    const { crearLibros } = await import('./libros.ts');
    return crearLibros({ datos, clock, random, onAviso });
  });

  const revisiones = once(async () => {
    const { crearRevisiones } = await import('./revisiones.ts');
    return crearRevisiones(datos);
  });
  const resultados = once(async () => {
    const { crearResultados } = await import('./resultados.ts');
    return crearResultados(datos);
  });
  const caches = once(async () => {
    const { crearCaches } = await import('./caches.ts');
    return crearCaches({ datos, clock, onAviso });
  });

  const explaining = once(async () => {
    const { createExplainingThread } = await import('../explanations/thread.ts');
    return createExplainingThread({ clock });
  });

  const ejemplo: Once<Ejemplo> = once(async () => {
    const { createEjemplo } = await import('../demo/iniciar.ts');
    return createEjemplo({ cuentas: await cuentas(), clock });
  });

  const segundas = once(async () => {
    const [{ createSecondCopies }, { createFolderThreads }] = await Promise.all([
      import('../second-copy/index.ts'),
      import('../second-copy/thread.ts'),
    ]);
    return createSecondCopies({
      datos,
      cuentas: await cuentas(),
      clock,
      folder: createFolderThreads(),
      aside,
      equipo: hostname(),
      elegirCarpeta: async () => escritorio.elegirCarpeta?.('segunda_copia'),
      onAviso,
      onError: (error) => {
        logger.error('segunda_copia', error);
      },
    });
  });

  /** Every database of the data folder that is open; what needs one opens it again. */
  async function cerrarArchivos(): Promise<void> {
    await explaining.started()?.then((open) => open.close());
    await libros.started()?.then((open) => {
      open.cerrar();
    });
    await revisiones.started()?.then((open) => {
      open.cerrar();
    });
    await resultados.started()?.then((open) => {
      open.cerrar();
    });
    await caches.started()?.then((open) => open.cerrar());
  }
  const ajustesDelPrograma = componerAjustes({
    datos,
    clock,
    host,
    aside,
    escritorio,
    cuentas,
    caches,
    sesiones,
    aceptadas,
    segundas,
    onAviso,
    cerrarArchivos: async () => {
      await segundas.started()?.then((copies) => copies.quieta());
      await sesiones.started()?.then((open) => open.cerrar());
      await aprendidos.started()?.then((open) => {
        open.olvidar();
      });
      await cerrarArchivos();
    },
  });
  const asWriter = crearEscritor(datos.raiz, host);

  const dispatch = createDispatch({
    methods: crearMetodos({
      cuentas,
      sesiones,
      importacion,
      libros,
      revisiones,
      resultados,
      caches,
      segundas,
      explaining,
      escuchas,
      probing: async (nombre, { watcher, quarantine, learned }, signal) => {
        const [abiertas, cliente] = await Promise.all([cuentas(), clientes()]);
        const { connectProbe } = await import('./probing.ts');
        return connectProbe({ cuentas: abiertas, cliente, nombre, signal, learned, watch: { watcher, quarantine } });
      },
      ejemplo,
      ajustes: ajustesDelPrograma,
      carpeta: datos,
      llavero,
      clock,
      random,
      onBoundary,
    }),
    asWriter,
    prepare: once(async () => {
      if (!hasLeftovers(datos)) return;
      const { acabarLoCortado } = await import('../settings/traslado-cambio.ts');
      await acabarLoCortado(datos.raiz, asWriter);
    }),
    onError: (metodo, error) => {
      logger.error('metodo.falla', error, { metodo: metodo.replace('.', '/') });
    },
  });

  return {
    dispatch,
    async cerrar() {
      await segundas.started()?.then((copies) => copies.terminar());
      await sesiones.started()?.then((open) => open.cerrar());
      await network.started()?.then((open) => {
        open.close();
      });
      try {
        await aprendidos.started()?.then((open) => open.guardados());
      } catch (error) {
        // What was learnt can be learnt again: it must not take the place of the result that is about to be shown.
        logger.error('aprendido.guardar', error);
        decirA(onAviso, 'aprendido_sin_guardar');
      }
      await cerrarArchivos();
      await ejemplo.started()?.then((open) => open.cerrar());
      logger.close();
    },
  };
}
