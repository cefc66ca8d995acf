import { existsSync, readdirSync } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type {
  IncomingTransferAccount,
  ExaminedTransfer,
  ImportedTransfer,
  TransferAddress,
} from '#contract/settings.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, getDataFolder, createWorkshop, type DataFolder } from '#platform/data-folder.ts';
import { toDiskError } from '#platform/disk-error.ts';
import { askAside, type StartAside } from '#platform/aside.ts';
import { openPackage } from '#platform/package.ts';
import { FOREIGN_BASES, INSPECT_PROGRAM, INSPECTED, limitFor } from '#storage/foreign/index.ts';
import { readContent, refuseNewerLedger } from '#storage/ledger/index.ts';
import { writeTimestamp } from '#storage/sqlite/stamp.ts';
import { ENVIRONMENT_NAME, isSameName, type Account } from '../accounts/account.ts';
import { openAccountsFile, type StoredAccount, type StoredAccounts } from '../accounts/account-file.ts';
import { createTemplates } from '../import/templates.ts';
import { changeFolders, listOccupied } from './transfer-swap.ts';
import type { TransferTracking } from './transfer-export.ts';
import { indexDigest, parseIndex, type Index } from './transfer-index.ts';
import { accountsFileOf, createInvalidPackageError, prepareForThisPc } from './transfer-prepare.ts';

interface Deps {
  readonly data: DataFolder;
  readonly clock: Clock;
  readonly aside: StartAside;
  /** The list of accounts here was damaged, and is now under this name. */
  readonly onSetAside: (setAside: string) => void;
  /** Forgets the secrets of this session, and deletes those of these accounts from the keychain. */
  readonly forgetSecrets: (localAccounts: readonly StoredAccount[], brought: readonly Account[]) => Promise<void>;
}

interface PackageToImport {
  readonly archivo: string;
  readonly si: boolean;
  /** The digest of the examined package; undefined when nobody examined it before. */
  readonly huella: string | undefined;
}

/** A package unpacked into `taller` as a data folder. Every byte was read and agrees with its list. */
interface Unpacked {
  readonly indice: Index;
  readonly taller: DataFolder;
  readonly cuentas: StoredAccounts;
}

/** Reads a whole package and says what it holds; changes nothing. Throws `PAQUETE_INVALIDO`, `DATOS_MAS_NUEVOS`, `CARGA_MAS_NUEVA`. */
export function examineTransfer(file: string, deps: Deps, tracking: TransferTracking): Promise<ExaminedTransfer> {
  return unpack(file, deps, tracking, async ({ indice: index, taller, cuentas }) => {
    const localAccounts = await readAccountsHere(deps);
    return {
      hecho: civilDateTimeAt(index.hecho),
      version: index.programa,
      bytes: (await stat(file)).size,
      cuentas: contentsOfAll(taller, cuentas, localAccounts),
      plantillas: (await createTemplates(taller.templates).list()).length,
      ocupada: localAccounts.map(({ nombre }) => nombre),
      huella: indexDigest(index),
    };
  });
}

/**
 * Replaces the data with a package. Everything is read, compared with its hash and opened before anything changes. The old data is kept in a
 * folder beside it. The secrets here are forgotten, and asked for again. Throws also `CONFIRMACION_NECESARIA` when there is data here and `si`
 * is false.
 */
export function importTransfer(
  { archivo, si, huella }: PackageToImport,
  deps: Deps,
  tracking: TransferTracking & {
    /** Closes every file of the data folder, once all is ready. */
    readonly closeAll: () => Promise<void>;
  },
): Promise<ImportedTransfer> {
  const { data, clock } = deps;
  return unpack(archivo, deps, tracking, async ({ indice: index, taller, cuentas }) => {
    if (huella !== undefined && huella !== indexDigest(index))
      throw new AppError('PAQUETE_INVALIDO', { mensaje: REFUSALS.packageChanged });
    const localAccounts = await readAccountsHere(deps);
    const hadData = listOccupied(data.root).length > 0;
    const contents = contentsOfAll(taller, cuentas, localAccounts);
    if (hadData && !si)
      throw new AppError('CONFIRMACION_NECESARIA', {
        mensaje: REFUSALS.folderInUse(contents.map(describeAddress).join('; ')),
      });
    await prepareForThisPc(taller, { data, cuentas, ids: idsOf(taller, cuentas) });
    await tracking.closeAll();
    const aside = `anteriores-${writeTimestamp(clock.now())}`;
    await changeFolders(data.root, { taller: path.basename(taller.root), aparte: aside });
    await deps.forgetSecrets(localAccounts, cuentas.cuentas);
    return { cuentas: contents, apartado: hadData ? path.join(data.root, aside) : null };
  });
}

async function unpack<T>(
  file: string,
  { data, aside }: Deps,
  { signal, onProgress }: TransferTracking,
  use: (unpacked: Unpacked) => Promise<T>,
): Promise<T> {
  let done = 0;
  let total = 0;
  const onBytes = (bytes: number): void => {
    done += bytes;
    onProgress({ fase: 'traslado', hecho: done, total });
  };
  const packageFile = await openPackage(file, { signal, onBytes });
  const workshop = getDataFolder(createWorkshop(data));
  try {
    const index = parseIndex(packageFile.indice, packageFile.nombres);
    total = index.piezas.reduce((sum, { bytes }) => sum + bytes, 0);
    await ensureFolder(workshop.root);
    await refuseWithoutRoom(workshop.root, total);
    for (const piece of index.piezas) {
      const { bytes, sha256 } = await packageFile.extract(
        piece.nombre,
        path.join(workshop.root, piece.nombre),
        piece.bytes,
      );
      if (bytes !== piece.bytes || sha256 !== piece.sha256) throw createInvalidPackageError(piece.nombre);
    }
    await refuseBadBases(workshop, { indice: index, aside, signal });
    return await use({ indice: index, taller: workshop, cuentas: await accountsFileOf(workshop).read() });
  } finally {
    packageFile.close();
    await rm(workshop.root, { recursive: true, force: true });
  }
}

/** Refuses a package that unpacks to more than the disk has room for, before half of it is written. */
async function refuseWithoutRoom(folder: string, bytes: number): Promise<void> {
  try {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < bytes) throw new AppError('DISCO_LLENO');
  } catch (error) {
    throw toDiskError(error);
  }
}

/**
 * Refuses a package whose databases are not exactly of our schemas, or are damaged. A database that its owner would begin anew is left out. The
 * files may be anybody's, so a process looks into them, which is ended when it takes longer than reading them can.
 */
async function refuseBadBases(
  workshop: DataFolder,
  {
    indice: index,
    aside,
    signal,
  }: { readonly indice: Index; readonly aside: StartAside; readonly signal: AbortSignal },
): Promise<void> {
  for (const { nombre, bytes } of index.piezas) {
    const base = FOREIGN_BASES.find((entry) => path.posix.basename(nombre) === entry);
    if (base === undefined) continue;
    const file = path.join(workshop.root, nombre);
    const limitMs = limitFor(bytes);
    const args = [file, base, String(limitMs)];
    const inspected = await askAside(aside, { program: INSPECT_PROGRAM, args }, { signal, limitMs });
    switch (INSPECTED.find((one) => one === inspected)) {
      case 'ours':
        if (base === 'ledger.db') refuseNewerLedger(file);
        break;
      case 'newer':
        throw new AppError('DATOS_MAS_NUEVOS', { detail: { pieza: nombre } });
      case 'other':
        await rm(file);
        break;
      case 'bad':
      case undefined:
        throw createInvalidPackageError(nombre);
    }
  }
}

const readAccountsHere = async ({
  data,
  onSetAside,
}: Pick<Deps, 'data' | 'onSetAside'>): Promise<readonly StoredAccount[]> =>
  (await openAccountsFile(data.accounts, { onSetAside }).read()).cuentas;

/** The accounts of the list, and the environment's account, which is in no list: it only has a folder. */
function idsOf({ root }: DataFolder, { cuentas }: StoredAccounts): readonly string[] {
  const folders = path.join(root, 'cuentas');
  return [
    ...new Set([...cuentas.map(({ id }) => id), ...(existsSync(folders) ? readdirSync(folders).toSorted() : [])]),
  ];
}

const contentsOfAll = (
  data: DataFolder,
  stored: StoredAccounts,
  localAccounts: readonly Account[],
): readonly IncomingTransferAccount[] =>
  idsOf(data, stored).map((id) => {
    const account = stored.cuentas.find((other) => other.id === id);
    const { ledger, cache } = data.accountFolder(id);
    return {
      nombre: account?.nombre ?? ENVIRONMENT_NAME,
      cargas: existsSync(ledger) ? readContent(ledger).cargas : null,
      conCache: existsSync(cache),
      ...(account === undefined ? { url: null, antes: null } : addressOf(account, localAccounts)),
    };
  });

const identityOf = (account: Account): string => (account.tipo === 'api' ? account.apiKey : account.usuario);

/**
 * The address of an account of a package, and the present address of the account that it would replace: the one with the same name, or else
 * with the same key or user, because another name could hide it. A package may be anybody's file, and a secret would be sent to a changed
 * address.
 */
function addressOf(broughtOne: Account, localAccounts: readonly Account[]): TransferAddress {
  const { url } = broughtOne;
  if (localAccounts.some(({ id }) => id === broughtOne.id)) return { url, antes: null };
  const theirs =
    localAccounts.find(({ nombre }) => isSameName(nombre, broughtOne.nombre)) ??
    localAccounts.find((other) => other.tipo === broughtOne.tipo && identityOf(other) === identityOf(broughtOne));
  return { url, antes: theirs === undefined || theirs.url === url ? null : theirs.url };
}

/** "«La Espiga» entra en https://uno.example, y acá entraba en https://otro.example": a line of the question before an import. */
const describeAddress = ({ nombre, url, antes }: TransferAddress & { readonly nombre: string }): string =>
  url === null
    ? `«${nombre}» no trae dirección`
    : `«${nombre}» entra en ${url}${antes === null ? '' : `, y acá entraba en ${antes}: LA DIRECCIÓN CAMBIÓ`}`;
