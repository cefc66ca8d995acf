import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AccountDetail, AccountSession } from '#contract/settings.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { writeField } from '#domain/row.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { toDiskError, getSystemCode } from '#platform/disk-error.ts';
import type { Caches } from '../open/caches.ts';
import { isExample } from '../accounts/choose-account.ts';
import type { Accepted } from '../accounts/accepted.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';

interface Deps {
  readonly accounts: Pick<Accounts, 'choose' | 'credenciales'>;
  readonly caches: Pick<Caches, 'read'>;
  readonly data: Pick<DataFolder, 'accountFolder'>;
  readonly accepted: Pick<Accepted, 'show'>;
}

/** What this PC knows of an account by itself; it asks neither the service nor the person. */
export function createAccountDetail({ accounts, caches, data, accepted }: Deps): {
  show(input: MethodParsed<'cuentas.detalle'>): Promise<AccountDetail>;
} {
  async function sessionOf(account: Account): Promise<AccountSession> {
    if (isExample(account)) return { estado: 'guardada', vence: null, en: 'ejemplo' };
    const { credentials, missing } = await accounts.credenciales.getStored(account);
    if (credentials === undefined) {
      return { estado: missing.code === 'SESION_VENCIDA' ? 'vencida' : 'sin_clave', vence: null };
    }
    const expires =
      credentials.tipo === 'usuario' && 'refreshTokenExpira' in credentials
        ? credentials.refreshTokenExpira
        : undefined;
    return {
      estado: 'guardada',
      vence: expires === undefined ? null : civilDateTimeAt(expires),
      en: await accounts.credenciales.getPlace(account),
    };
  }

  function comerciosOf(account: Account): AccountDetail['comercios'] {
    return caches.read(account, (cache) => {
      if (cache === undefined || cache.readStretches('comercios', '').length === 0) return null;
      return Array.from(cache.readAll({ metodo: 'comercios' }), (row) => ({
        id: writeField(row, 'id'),
        nombre: writeField(row, 'nombre'),
        cuit: writeField(row, 'cuit'),
        localidad: writeField(row, 'localidad'),
        provincia: writeField(row, 'provincia'),
      }));
    });
  }

  return {
    async show({ cuenta: name }) {
      const account = await accounts.choose(name);
      const { folder, cache } = data.accountFolder(account.id);
      const base = path.basename(cache);
      const bytes = await bytesOf(folder);
      const downloaded = bytes.filter(({ nombre: file }) => file.startsWith(base));
      const sumOf = (which: typeof bytes): number => which.reduce((total, each) => total + each.bytes, 0);
      return {
        nombre: account.nombre,
        identidad: account.tipo === 'api' ? account.apiKey : account.usuario,
        sesion: await sessionOf(account),
        ...(await accepted.show(account.id)),
        comercios: comerciosOf(account),
        disco: { bajado: sumOf(downloaded), propio: sumOf(bytes) - sumOf(downloaded) },
      };
    },
  };
}

/** Every file under a folder with its size; none when it is not there. */
async function bytesOf(folder: string): Promise<readonly { readonly nombre: string; readonly bytes: number }[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((input) => input.isFile());
    return await Promise.all(
      files.map(async ({ name, parentPath }) => ({
        nombre: name,
        // A file that was deleted meanwhile counts zero.
        bytes: await stat(path.join(parentPath, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      })),
    );
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return [];
    throw toDiskError(error);
  }
}
