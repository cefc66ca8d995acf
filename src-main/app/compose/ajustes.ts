import { totalmem } from 'node:os';
import type { Clock } from '#domain/clock.ts';
import type { Dicho } from '#domain/dicho.ts';
import type { StartAside } from '#platform/aside.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { HostKind } from '#platform/instance-lock.ts';
import { VERSION } from '#platform/version.ts';
import type { Aceptadas } from '../accounts/accepted.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { SecondCopies } from '../second-copy/index.ts';
import type { DepsDeAjustes } from '../settings/metodos.ts';
import { createRegistro, type Escritorio } from '../settings/registro.ts';
import type { Caches } from './caches.ts';
import { once, type Once } from './once.ts';
import type { Sesiones } from './sesiones.ts';

interface Deps {
  readonly datos: DataFolder;
  readonly clock: Clock;
  readonly host: HostKind;
  readonly aside: StartAside;
  readonly escritorio: Escritorio;
  readonly cuentas: Once<Cuentas>;
  readonly caches: Once<Caches>;
  readonly sesiones: Once<Sesiones>;
  readonly aceptadas: Once<Aceptadas>;
  readonly segundas: Once<SecondCopies>;
  readonly onAviso: (texto: string, dicho: Dicho) => void;
  readonly cerrarArchivos: () => Promise<void>;
}

/** What stands behind Ajustes, over the real machine. */
export function componerAjustes(deps: Deps): DepsDeAjustes {
  const { datos, clock, host, aside, escritorio, cuentas, caches, sesiones, aceptadas, onAviso, cerrarArchivos } = deps;
  const ajustes = once(async () => {
    const { createAjustes } = await import('../settings/ajustes.ts');
    return createAjustes({ datos, onAviso });
  });
  return {
    ajustes,
    cuentas,
    detalleDeCuenta: once(async () => {
      const { createDetalleDeCuenta } = await import('../accounts/detalle.ts');
      return createDetalleDeCuenta({
        cuentas: await cuentas(),
        caches: await caches(),
        aceptadas: await aceptadas(),
        datos,
      });
    }),
    cerrarArchivos,
    registro: createRegistro(datos, escritorio),
    plantillas: once(async () => {
      const [{ createPlantillasGuardadas }, { createPlantillas }] = await Promise.all([
        import('../settings/plantillas.ts'),
        import('../import/plantillas.ts'),
      ]);
      return createPlantillasGuardadas(createPlantillas(datos.plantillas));
    }),
    soporte: once(async () => {
      const { createSoporte } = await import('../settings/soporte.ts');
      const { node, electron, chrome } = process.versions;
      const { platform: plataforma, arch: arquitectura } = process;
      const maquina = {
        version: VERSION,
        anfitrion: host,
        plataforma,
        arquitectura,
        versiones: { node, electron, chromium: chrome },
        memoriaMb: Math.round(totalmem() / 1_048_576),
      };
      const segunda = async () => (await deps.segundas()).ver();
      return createSoporte({ cuentas: await cuentas(), ajustes: await ajustes(), datos, clock, maquina, segunda });
    }),
    respaldos: once(async () => {
      const { createRespaldos } = await import('../settings/respaldos.ts');
      return createRespaldos({ cuentas: await cuentas(), datos, clock });
    }),
    traslado: once(async () => {
      const { createTraslado } = await import('../settings/traslado.ts');
      return createTraslado({ cuentas: await cuentas(), datos, clock, aside, version: VERSION, onAviso });
    }),
    olvidarSesion: async (nombre) => {
      const { id } = await (await cuentas()).elegir(nombre);
      await sesiones.started()?.then((open) => open.olvidar(id));
    },
  };
}
