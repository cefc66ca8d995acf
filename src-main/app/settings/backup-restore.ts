/** Opens backups of this or another PC: shows what they contain, and replaces the ledgers of accounts with the ledgers in the backups. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, isAppError } from '#contract/errors.ts';
import type { ExaminedBackup, RestoredBackups } from '#contract/settings.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { createWorkshop, ensureFolder, isWorkshop } from '#platform/data-folder.ts';
import { getSystemCode, toDiskError } from '#platform/disk-error.ts';
import { openRegular } from '#platform/regular-file.ts';
import { toLedger } from '#storage/backup/file.ts';
import { findFullest, judge, refuseNewerAmong, type Judged, type Sound } from '#storage/backup/judge.ts';
import { closedIn, copyClosed, digestOf, hasBackups, listBackups, listClosedAccounts } from '#storage/backup/places.ts';
import { readContent, replaceLedger, type LedgerBackups } from '#storage/ledger/index.ts';
import { openAccountsFile, isSameName, type Account, listAllAccounts } from '../accounts/account.ts';
import { addPieces, readPieces, type ReadPieces } from './backup-pieces.ts';
import type { Backups, BackupsDeps } from './backups.ts';

interface Deps extends Pick<BackupsDeps, 'data' | 'accounts' | 'aside' | 'onNotice'> {
  readonly backups: Pick<Backups, 'find' | 'makeDaily' | 'idleForAWhile'>;
  readonly clock: { now(): number };
}

interface Asked {
  readonly copias?: readonly string[] | undefined;
  readonly archivos?: readonly string[] | undefined;
}

/** A backup copied to this disk, where no other program can change it, and examined there. */
interface Brought {
  readonly nombre: string;
  readonly origen: string;
  readonly ruta: string;
  readonly bytes: number;
  readonly huella: string;
  readonly verdict: Judged;
  readonly pieces: ReadPieces;
}

export function createBackupRestore(deps: Deps) {
  const { data, accounts, aside, backups, clock, onNotice } = deps;
  const accountsFile = openAccountsFile(data.accounts, { onSetAside: () => undefined });

  async function pathsOf({ copias = [], archivos = [] }: Asked): Promise<readonly string[]> {
    const known = copias.length === 0 ? [] : await backups.find();
    const named = copias.map((copia) => {
      const found = known.find(({ nombre }) => nombre === copia);
      if (found === undefined) throw new AppError('COPIA_INEXISTENTE', { detail: { copia } });
      return found.ruta;
    });
    return [...named, ...archivos];
  }

  async function withBrought<T>(
    asked: Asked,
    signal: AbortSignal,
    use: (all: readonly Brought[]) => Promise<T>,
  ): Promise<T> {
    const origins = await pathsOf(asked);
    const workshop = createWorkshop(data); // if the program is killed, the next start deletes this folder
    try {
      await ensureFolder(workshop);
      const files = [];
      for (const [i, origen] of origins.entries()) {
        const ruta = path.join(workshop, `${String(i)}.db`);
        await bring(origen, ruta, signal);
        files.push({
          origen,
          ruta,
          nombre: path.basename(origen),
          bytes: (await stat(ruta)).size,
          huella: await digestOf(ruta),
        });
      }
      const judgements = await judge(aside, files, signal);
      return await use(
        files.map((file, i) => {
          const verdict = judgements[i] ?? { es: 'danada' as const };
          return { ...file, verdict, pieces: readPieces(verdict.es === 'sana' ? verdict.piezas : {}) };
        }),
      );
    } finally {
      await rm(workshop, { recursive: true, force: true });
    }
  }

  /** The account of an intact backup: the account that the backup names, else the account of this PC to which all uploads of the backup belong. */
  function ownerOf(
    { verdict, pieces, nombre }: Brought & { readonly verdict: Sound },
    here: readonly Account[],
  ): Account {
    const [only, ...others] = verdict.cuentas;
    const owner = pieces.account ?? here.find(({ id }) => id === only);
    if (owner === undefined || others.length > 0 || (only !== undefined && only !== owner.id))
      throw new AppError('COPIA_DE_OTRA_CUENTA', { detail: { copia: nombre } });
    return owner;
  }

  /** Adds an account without a secret. The name gets a number if another account has the same name. */
  async function addAccount(account: Account): Promise<string> {
    const stored = await accountsFile.read();
    const known = stored.cuentas.find(({ id }) => id === account.id);
    if (known !== undefined || account.isFromEnvironment) return known?.nombre ?? account.nombre;
    const isTaken = (name: string): boolean => stored.cuentas.some((one) => isSameName(one.nombre, name));
    let { nombre } = account;
    for (let n = 2; isTaken(nombre); n += 1) nombre = `${account.nombre.slice(0, 54)} (${String(n)})`;
    await accountsFile.write({ ...stored, cuentas: [...stored.cuentas, { ...account, nombre, enLlavero: false }] });
    return nombre;
  }

  return {
    /** Returns what each file contains; changes nothing. Throws `COPIA_INEXISTENTE`. */
    examine: (asked: Asked, signal: AbortSignal): Promise<readonly ExaminedBackup[]> =>
      withBrought(asked, signal, async (all) => {
        const here = await listAllAccounts(accounts);
        return all.map(({ nombre, bytes, huella, verdict, pieces }): ExaminedBackup => {
          const account = pieces.account ?? here.find(({ id }) => verdict.es === 'sana' && id === verdict.cuentas[0]);
          const present = account && readContent(data.accountFolder(account.id).ledger);
          return {
            copia: nombre,
            estado: verdict.es,
            bytes,
            huella,
            cuenta: account?.nombre ?? null,
            url: account?.url ?? null,
            antes: (account && findOtherAddress(account, here)) ?? null,
            pc: pieces.pc?.nombre ?? null,
            hecha: pieces.hecha === null ? null : civilDateTimeAt(pieces.hecha),
            contenido: verdict.es === 'sana' ? toContents(verdict.contenido) : null,
            aca: present === undefined ? null : toContents(present),
            plantillas: pieces.templates.length,
          };
        });
      }),

    /**
     * Checks all files, then replaces the ledger of each account in them. Of several files of an account, takes the file with the most events. Must run alone,
     * with every ledger closed. `huellas`: the files must have the contents that were examined. Throws, without changing anything: `COPIA_DANADA`,
     * `DATOS_MAS_NUEVOS`, `COPIA_DE_OTRA_CUENTA`, `COPIA_INEXISTENTE`.
     */
    restore: (
      { huellas, ...asked }: Asked & { readonly huellas?: readonly string[] | undefined },
      signal: AbortSignal,
    ): Promise<RestoredBackups> =>
      withBrought(asked, signal, async (all) => {
        if (huellas !== undefined && all.some(({ huella }) => !huellas.includes(huella)))
          throw new AppError('COPIA_DANADA', { mensaje: REFUSALS.backupChanged });
        const here = await listAllAccounts(accounts);
        const owned = all.map((one) => {
          const { verdict, nombre: copia } = one;
          if (verdict.es === 'mas_nueva') throw new AppError('DATOS_MAS_NUEVOS', { detail: { copia } });
          if (verdict.es === 'danada') throw new AppError('COPIA_DANADA', { detail: { copia } });
          const sound = { ...one, verdict };
          return { ...sound, owner: ownerOf(sound, here) };
        });
        await backups.idleForAWhile();
        const restored: RestoredBackups['cuentas'][number][] = [];
        const added = { plantillas: 0, vistas: 0, nombres: 0, ajustes: 0 };
        for (const id of new Set(owned.map(({ owner }) => owner.id))) {
          const chosen = findFullest(owned.filter(({ owner }) => owner.id === id));
          if (chosen === undefined) continue;
          const { folder, ledger } = data.accountFolder(id);
          await ensureFolder(folder);
          toLedger(chosen.ruta);
          const { hasta } = chosen.verdict.contenido;
          const apartado = replaceLedger(ledger, { by: chosen.ruta, hasta, why: 'anterior', now: clock.now() });
          const cuenta = await addAccount(chosen.owner);
          const pieces = await addPieces(data, id, chosen.pieces, onNotice);
          for (const kind of ['plantillas', 'vistas', 'nombres', 'ajustes'] as const) added[kind] += pieces[kind];
          restored.push({ cuenta, copia: chosen.nombre, apartado, nueva: !here.some((one) => one.id === id) });
        }
        // An account that never sent anything may have closed months, but has no backup.
        for (const place of new Set(all.map(({ origen }) => path.dirname(origen)))) {
          for (const id of await listClosedAccounts(place)) {
            const { folder, closed } = data.accountFolder(id);
            await ensureFolder(folder);
            await copyClosed(closedIn(place, id), closed, { replaces: false });
          }
        }
        return { cuentas: restored, ...added };
      }),

    backupsFor(account: Account): LedgerBackups {
      const folder = data.accountFolder(account.id).backups;
      return {
        exist: () => hasBackups(folder),
        makeDaily: () => backups.makeDaily(account),
        async takeFullest() {
          const found = await listBackups(folder);
          const judgements = await judge(aside, found, new AbortController().signal);
          const judged = found.map((one, i) => ({ ...one, verdict: judgements[i] ?? { es: 'danada' as const } }));
          refuseNewerAmong(judged);
          const fullest = findFullest(judged);
          if (fullest === undefined) return undefined;
          const ruta = path.join(folder, '.en-restauracion.db');
          await rm(ruta, { force: true });
          await bring(fullest.ruta, ruta, new AbortController().signal);
          toLedger(ruta);
          return { nombre: fullest.nombre, ruta, contenido: fullest.verdict.contenido };
        },
      };
    },
  };
}

const toContents = ({ cargas, eventos, hasta }: Sound['contenido']) => ({
  cargas,
  eventos,
  hasta: hasta === null ? null : civilDateTimeAt(hasta),
});

const identityOf = (account: Account): string => (account.tipo === 'api' ? account.apiKey : account.usuario);

/** The address of an account here with the same name, key or user, but another address: a backup may come from a stranger, who would get the secret. */
function findOtherAddress(account: Account, here: readonly Account[]): string | undefined {
  if (here.some(({ id }) => id === account.id)) return undefined;
  const alike =
    here.find(({ nombre }) => isSameName(nombre, account.nombre)) ??
    here.find((other) => other.tipo === account.tipo && identityOf(other) === identityOf(account));
  return alike?.url === account.url ? undefined : alike?.url;
}

/** Copies a regular file to a free name. Throws `COPIA_INEXISTENTE`, `COPIA_DANADA` for anything but a file, and the disk's errors. */
async function bring(from: string, to: string, signal: AbortSignal): Promise<void> {
  try {
    const fd = await openRegular(from);
    if (fd === undefined) throw new AppError('COPIA_DANADA', { detail: { copia: path.basename(from) } });
    await pipeline(createReadStream(from, { fd }), createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (getSystemCode(error) === 'ENOENT')
      throw new AppError('COPIA_INEXISTENTE', { cause: error, detail: { copia: path.basename(from) } });
    throw toDiskError(error);
  }
}

/** Deletes what a killed restoration left. Does nothing while another program has the lock of the data folder, because that program may be restoring. */
export async function sweepWorkshops(
  root: string,
  asWriter: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  try {
    await asWriter(async () => {
      for (const name of (await readdir(root)).filter(isWorkshop))
        await rm(path.join(root, name), { recursive: true, force: true });
    });
  } catch (error) {
    if (!isAppError(error, 'EN_USO')) throw error;
  }
}
