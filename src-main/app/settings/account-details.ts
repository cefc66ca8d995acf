import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AccountDetail, AccountSession } from '#contract/settings.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import type { ReadRow } from '#storage/cache/index.ts';
import type { Caches } from '../open/caches.ts';
import { isExample } from '../accounts/example.ts';
import type { Accepted } from '../accounts/accepted.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';

interface Deps {
  readonly cuentas: Pick<Accounts, 'choose' | 'credenciales'>;
  readonly caches: Pick<Caches, 'leer'>;
  readonly data: Pick<DataFolder, 'cuenta'>;
  readonly accepted: Pick<Accepted, 'show'>;
}

/** What this PC knows of an account by itself; it asks neither the service nor the person. */
export function createAccountDetail({ cuentas, caches, data, accepted }: Deps): {
  show(input: MethodParsed<'cuentas.detalle'>): Promise<AccountDetail>;
} {
  async function sessionOf(cuenta: Account): Promise<AccountSession> {
    if (isExample(cuenta)) return { estado: 'guardada', vence: null, en: 'ejemplo' };
    const { credentials, falta: missing } = await cuentas.credenciales.getStored(cuenta);
    if (credentials === undefined) {
      return { estado: missing.code === 'SESION_VENCIDA' ? 'vencida' : 'sin_clave', vence: null };
    }
    const vence =
      credentials.tipo === 'usuario' && 'refreshTokenExpira' in credentials
        ? credentials.refreshTokenExpira
        : undefined;
    return {
      estado: 'guardada',
      vence: vence === undefined ? null : civilDateTimeAt(vence),
      en: await cuentas.credenciales.getPlace(cuenta),
    };
  }

  function comerciosDe(cuenta: Account): AccountDetail['comercios'] {
    return caches.leer(cuenta, (cache) => {
      if (cache === undefined || cache.readStretches('comercios', '').length === 0) return null;
      const textOf = (fila: ReadRow, campo: string): string => String(fila[campo] ?? '');
      return Array.from(cache.readAll({ metodo: 'comercios' }), (fila) => ({
        id: textOf(fila, 'id'),
        nombre: textOf(fila, 'nombre'),
        cuit: textOf(fila, 'cuit'),
        localidad: textOf(fila, 'localidad'),
        provincia: textOf(fila, 'provincia'),
      }));
    });
  }

  return {
    async show({ cuenta: nombre }) {
      const cuenta = await cuentas.choose(nombre);
      const { carpeta, cache } = data.cuenta(cuenta.id);
      const base = path.basename(cache);
      const bytes = await bytesDe(carpeta);
      const downloaded = bytes.filter(({ nombre: archivo }) => archivo.startsWith(base));
      const sumOf = (which: typeof bytes): number => which.reduce((total, each) => total + each.bytes, 0);
      return {
        nombre: cuenta.nombre,
        identidad: cuenta.tipo === 'api' ? cuenta.apiKey : cuenta.usuario,
        sesion: await sessionOf(cuenta),
        aceptada: await accepted.show(cuenta.id),
        comercios: comerciosDe(cuenta),
        disco: { bajado: sumOf(downloaded), propio: sumOf(bytes) - sumOf(downloaded) },
      };
    },
  };
}

/** Every file under a folder with its size; none when it is not there. */
async function bytesDe(carpeta: string): Promise<readonly { readonly nombre: string; readonly bytes: number }[]> {
  try {
    const entries = await readdir(carpeta, { recursive: true, withFileTypes: true });
    const archivos = entries.filter((entrada) => entrada.isFile());
    return await Promise.all(
      archivos.map(async ({ name, parentPath }) => ({
        nombre: name,
        // A file that was deleted meanwhile counts zero.
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
