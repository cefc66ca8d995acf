import { readdir, stat } from 'node:fs/promises';
import type { AccountDetail, AccountSession } from '#contract/accounts.ts';
import path from 'node:path';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { writeField } from '#domain/row.ts';
import { toDiskError, getSystemCode } from '#platform/disk-error.ts';
import type { Shared } from '../open/index.ts';
import { isExample, type Account } from '../accounts/account.ts';
import { readLogin, type Learned } from '../accounts/learned.ts';

/** What this PC knows of an account, without asking the service or the person. */
export async function showAccountDetail(
  { accounts, caches, folder }: Pick<Shared, 'accounts' | 'caches' | 'folder'>,
  learned: Pick<Learned, 'factsFor'>,
  name: string | undefined,
): Promise<AccountDetail> {
  const account = await accounts.choose(name);
  const { folder: own, cache } = folder.accountFolder(account.id);
  const base = path.basename(cache);
  const bytes = await bytesOf(own);
  const downloaded = bytes.filter(({ nombre: file }) => file.startsWith(base));
  const sumOf = (which: typeof bytes): number => which.reduce((total, each) => total + each.bytes, 0);
  return {
    nombre: account.nombre,
    identidad: account.tipo === 'api' ? account.apiKey : account.usuario,
    sesion: await sessionOf(accounts, account),
    ...readLogin(await learned.factsFor(account.id)),
    comercios: comerciosOf(caches, account),
    disco: { bajado: sumOf(downloaded), propio: sumOf(bytes) - sumOf(downloaded) },
  };
}

async function sessionOf({ credenciales }: Shared['accounts'], account: Account): Promise<AccountSession> {
  if (isExample(account)) return { estado: 'guardada', vence: null, en: 'ejemplo' };
  const { credentials, missing } = await credenciales.getStored(account);
  if (credentials === undefined) {
    return { estado: missing.code === 'SESION_VENCIDA' ? 'vencida' : 'sin_clave', vence: null };
  }
  const expires =
    credentials.tipo === 'usuario' && 'refreshTokenExpira' in credentials ? credentials.refreshTokenExpira : undefined;
  return {
    estado: 'guardada',
    vence: expires === undefined ? null : civilDateTimeAt(expires),
    en: await credenciales.getPlace(account),
  };
}

function comerciosOf(caches: Shared['caches'], account: Account): AccountDetail['comercios'] {
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

async function bytesOf(folder: string): Promise<readonly { readonly nombre: string; readonly bytes: number }[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((input) => input.isFile());
    return await Promise.all(
      files.map(async ({ name, parentPath }) => ({
        nombre: name,
        // Zero for a file that was deleted meanwhile.
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
