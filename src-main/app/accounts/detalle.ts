import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { CuentaDetalle, SesionDeCuenta } from '#contract/ajustes.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import type { FilaLeida } from '#storage/cache/index.ts';
import type { Caches } from '../compose/caches.ts';
import { esDeEjemplo } from '../demo/cuenta.ts';
import type { Aceptadas } from './accepted.ts';
import type { Cuenta } from './account.ts';
import type { Cuentas } from './accounts.ts';

interface Deps {
  readonly cuentas: Pick<Cuentas, 'elegir' | 'credenciales'>;
  readonly caches: Pick<Caches, 'leer'>;
  readonly datos: Pick<DataFolder, 'cuenta'>;
  readonly aceptadas: Pick<Aceptadas, 'ver'>;
}

/** What this PC knows of an account by itself: nothing is asked of the service nor of the person. */
export function createDetalleDeCuenta({ cuentas, caches, datos, aceptadas }: Deps): {
  ver(input: MethodParsed<'cuentas.detalle'>): Promise<CuentaDetalle>;
} {
  async function sesionDe(cuenta: Cuenta): Promise<SesionDeCuenta> {
    if (esDeEjemplo(cuenta)) return { estado: 'guardada', vence: null, en: 'ejemplo' };
    const { credentials, falta } = await cuentas.credenciales.guardadas(cuenta);
    if (credentials === undefined) {
      return { estado: falta.code === 'SESION_VENCIDA' ? 'vencida' : 'sin_clave', vence: null };
    }
    const vence =
      credentials.tipo === 'usuario' && 'refreshTokenExpira' in credentials
        ? credentials.refreshTokenExpira
        : undefined;
    return {
      estado: 'guardada',
      vence: vence === undefined ? null : civilDateTimeAt(vence),
      en: await cuentas.credenciales.lugar(cuenta),
    };
  }

  function comerciosDe(cuenta: Cuenta): CuentaDetalle['comercios'] {
    return caches.leer(cuenta, (cache) => {
      if (cache === undefined || cache.tramos('comercios', '').length === 0) return null;
      const texto = (fila: FilaLeida, campo: string): string => String(fila[campo] ?? '');
      return Array.from(cache.todas({ metodo: 'comercios' }), (fila) => ({
        id: texto(fila, 'id'),
        nombre: texto(fila, 'nombre'),
        cuit: texto(fila, 'cuit'),
        localidad: texto(fila, 'localidad'),
        provincia: texto(fila, 'provincia'),
      }));
    });
  }

  return {
    async ver({ cuenta: nombre }) {
      const cuenta = await cuentas.elegir(nombre);
      const { carpeta, cache } = datos.cuenta(cuenta.id);
      const base = path.basename(cache);
      const bytes = await bytesDe(carpeta);
      const bajados = bytes.filter(({ nombre: archivo }) => archivo.startsWith(base));
      const suma = (cuales: typeof bytes): number => cuales.reduce((total, cada) => total + cada.bytes, 0);
      return {
        nombre: cuenta.nombre,
        identidad: cuenta.tipo === 'api' ? cuenta.apiKey : cuenta.usuario,
        sesion: await sesionDe(cuenta),
        aceptada: await aceptadas.ver(cuenta.id),
        comercios: comerciosDe(cuenta),
        disco: { bajado: suma(bajados), propio: suma(bytes) - suma(bajados) },
      };
    },
  };
}

/** Every file under a folder with its size; none when it is not there. */
async function bytesDe(carpeta: string): Promise<readonly { readonly nombre: string; readonly bytes: number }[]> {
  try {
    const entradas = await readdir(carpeta, { recursive: true, withFileTypes: true });
    const archivos = entradas.filter((entrada) => entrada.isFile());
    return await Promise.all(
      archivos.map(async ({ name, parentPath }) => ({
        nombre: name,
        // One that a writer took away meanwhile takes no room.
        bytes: await stat(path.join(parentPath, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      })),
    );
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw diskError(error);
  }
}
