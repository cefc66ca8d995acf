import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type {
  SecondCopy,
  ChosenSecondCopy,
  RestoredSecondCopy,
  VerifiedSecondCopy,
  ListedSecondCopies,
} from '#contract/second-copy.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { DAY_MS, type Clock } from '#domain/clock.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import { askAside, type StartAside } from '#platform/aside.ts';
import { ensureFolder, createWorkshop, type DataFolder } from '#platform/data-folder.ts';
import { INSPECT_PROGRAM, limitFor } from '#storage/foreign/index.ts';
import { readContent, refuseOtherAccount, restoreFile } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { listAllAccounts } from '../accounts/every-account.ts';
import { createCopier } from './copier.ts';
import { getChoiceFile, readProgress, writeProgress, type Choice } from './kept.ts';
import { parseCopy } from './layout.ts';
import { DAYS_TO_ASK, describeSecondCopy } from './overview.ts';
import type { Folder } from './thread.ts';

/** Closing, or moving files, waits so long for a copy in progress. */
const LEAVING_MS = 20_000;

interface Deps {
  readonly data: DataFolder;
  readonly accounts: Pick<Accounts, 'choose' | 'list'>;
  readonly clock: Clock;
  readonly folder: Folder & { letGo(): void };
  readonly aside: StartAside;
  /** The name of the PC. */
  readonly hostName: string;
  /** Asks for a folder in the desktop; undefined when the person did not want to, or there is no desktop. */
  readonly chooseFolder: () => Promise<string | undefined>;
  readonly onNotice: (text: string, said: Statement) => void;
  readonly onError: (error: unknown) => void;
}

/** The name of a copy and its folder; by default, the chosen folder. */
interface Named {
  readonly copia: string;
  readonly carpeta?: string | undefined;
}

/** The second copy of the ledgers: in a folder that the person chose, which outlives this disk. */
export interface SecondCopies {
  show(): Promise<SecondCopy>;
  /** Undefined asks for a folder in the desktop. Null ends the second copies; existing copies stay where they are. */
  choose(folder: string | null | undefined): Promise<ChosenSecondCopy>;
  /** Copies the ledger of one account, or of all, now. Throws the first failure after the other accounts were tried. */
  copy(account: string | undefined): Promise<SecondCopy>;
  /** Starts the copies that are due, and waits for none of them. */
  refresh(): Promise<SecondCopy>;
  /** Puts the question off for a week. */
  postpone(): Promise<SecondCopy>;
  list(folder: string | undefined): Promise<ListedSecondCopies>;
  verify(which: Named, signal: AbortSignal): Promise<VerifiedSecondCopy>;
  /** The caller is alone, with every ledger closed. */
  restore(which: Named & { readonly cuenta?: string | undefined }, signal: AbortSignal): Promise<RestoredSecondCopy>;
  /** Called when an account sent something: its ledger is copied in the background. */
  afterSending(account: Account): void;
  /** Called before files are moved: resolves when nothing is being copied, or after a while. */
  waitUntilIdle(): Promise<void>;
  /** Called when the program ends: waits a while, and tells which copies did not end. */
  finish(): Promise<void>;
}

export function createSecondCopies(deps: Deps): SecondCopies {
  const { data, accounts, clock, folder, aside, onNotice } = deps;
  const choice = getChoiceFile(data, (setAside) => {
    tellTo(onNotice, 'segunda_olvidada', { nombre: path.basename(setAside) });
  });
  const copier = createCopier({ ...deps, choice });

  const show = async (): Promise<SecondCopy> =>
    describeSecondCopy({
      data,
      cuentas: await listAllAccounts(accounts),
      chosen: await choice.read(),
      now: clock.now(),
    });

  async function write(changes: Partial<Omit<Choice, 'pc'>>): Promise<void> {
    const known = await choice.read();
    const initial = { pc: randomBytes(4).toString('hex'), carpeta: null, mismoDisco: false, preguntar: null };
    await choice.write({ ...initial, ...known, ...changes });
  }

  async function folderFor(folder: string | undefined): Promise<string> {
    const chosen = folder ?? (await choice.read())?.carpeta ?? null;
    if (chosen === null) throw new AppError('SEGUNDA_COPIA_SIN_ELEGIR');
    return path.resolve(chosen);
  }

  /**
   * Brings a copy to this disk while `use` needs it; gives `use` undefined for a damaged one. Others can write to the folder, so a process that
   * can be ended opens the copy first.
   */
  async function withBrought<T>(
    { copia, carpeta }: Named,
    signal: AbortSignal,
    use: (file: string | undefined) => T,
  ): Promise<T> {
    // If the program is killed, its next start deletes this folder.
    const workshop = createWorkshop(data);
    const file = path.join(workshop, 'ledger.db');
    try {
      await ensureFolder(workshop);
      const bytes = await folder.bring(await folderFor(carpeta), copia, file).catch(refuseMissing);
      const limitMs = limitFor(bytes);
      const args = [file, 'ledger.db', String(limitMs)];
      const inspected = await askAside(aside, { program: INSPECT_PROGRAM, args }, { signal, limitMs });
      if (inspected === 'newer') throw new AppError('DATOS_MAS_NUEVOS', { detail: { copia } });
      return use(inspected === 'ours' ? file : undefined);
    } finally {
      await rm(workshop, { recursive: true, force: true });
    }
  }

  /** False when a copy is still in progress after a while, because a share does not answer. */
  const idleForAWhile = (): Promise<boolean> =>
    Promise.race([copier.idle().then(() => true), once(clock.timeout(LEAVING_MS), 'abort').then(() => false)]);

  return {
    show,
    async choose(dir) {
      const chosen = dir === undefined ? await deps.chooseFolder() : dir;
      if (chosen === undefined) return { elegida: false, segunda: await show() };
      if (chosen === null) {
        await write({ carpeta: null });
        return { elegida: true, segunda: await show() };
      }
      if (!path.isAbsolute(chosen)) throw new AppError('CARPETA_SIN_PERMISO', { mensaje: REFUSALS.relativeFolder });
      await ensureFolder(data.root);
      const { root, sameDisk } = await folder.mark(path.normalize(chosen), data.root).catch(refuseMissing);
      await write({ carpeta: root, mismoDisco: sameDisk, preguntar: null });
      for (const account of await listAllAccounts(accounts)) await copier.copyIfDue(account);
      return { elegida: true, segunda: await show() };
    },
    async copy(name) {
      await folderFor(undefined);
      const chosenAccounts = name === undefined ? await listAllAccounts(accounts) : [await accounts.choose(name)];
      const tries = await Promise.allSettled(chosenAccounts.map((account) => copier.copy(account, 'asked')));
      for (const one of tries) if (one.status === 'rejected') throw one.reason;
      return show();
    },
    async refresh() {
      for (const account of await listAllAccounts(accounts)) void copier.copyIfDue(account); // never rejects
      return show();
    },
    async postpone() {
      await write({ preguntar: Math.trunc(clock.now()) + DAYS_TO_ASK * DAY_MS });
      return show();
    },
    async list(dir) {
      const pc = (await choice.read())?.pc;
      const names = new Map((await listAllAccounts(accounts)).map(({ id, nombre }) => [id, nombre]));
      const { root, copies } = await folder.list(await folderFor(dir));
      return {
        carpeta: root,
        copias: copies.map(({ copia, hecha, bytes, ...source }) => ({
          copia,
          cuenta: names.get(source.cuenta.id) ?? source.cuenta.nombre,
          conocida: names.has(source.cuenta.id),
          pc: source.pc.nombre,
          estaPc: source.pc.id === pc,
          hecha: civilDateTimeAt(hecha),
          bytes,
        })),
      };
    },
    verify: (which, signal) =>
      withBrought(which, signal, (file) => {
        const { cargas, hasta } = file === undefined ? NOTHING : readContent(file);
        return {
          copia: which.copia,
          sana: file !== undefined,
          cargas,
          hasta: hasta === null ? null : civilDateTimeAt(hasta),
        };
      }),
    async restore({ cuenta: name, ...which }, signal) {
      const account = await accounts.choose(name);
      if (parseCopy(which.copia)?.cuenta.id !== account.id) throw new AppError('COPIA_DE_OTRA_CUENTA');
      const folders = data.accountFolder(account.id);
      await ensureFolder(folders.folder);
      const restored = await withBrought(which, signal, (file) => {
        if (file === undefined) throw new AppError('COPIA_DANADA', { detail: { copia: which.copia } });
        refuseOtherAccount(file, account.id);
        return restoreFile(folders.ledger, file, clock.now());
      });
      // The copies of this PC no longer hold what the ledger has now.
      const state = await readProgress(folders);
      if (state !== undefined) await writeProgress(folders, { ...state, ultima: null });
      return { cuenta: account.nombre, copia: which.copia, ...restored };
    },
    afterSending(account) {
      copier.copy(account, 'upload').catch(() => undefined); // the copier noted and told it
    },
    waitUntilIdle: async () => {
      await idleForAWhile();
    },
    async finish() {
      if (await idleForAWhile()) return;
      tellTo(onNotice, 'segunda_tarda');
      folder.letGo();
    },
  };
}

/** Says of what is missing that it is not there. The thread that looks gives the code and its detail alone. */
function refuseMissing(error: unknown): never {
  if (!isAppError(error)) throw error;
  const { code, detail } = error;
  if (code === 'COPIA_INEXISTENTE')
    throw new AppError(code, { cause: error, detail, mensaje: REFUSALS.noSuchSecondCopy });
  if (code === 'CARPETA_SIN_PERMISO' && detail['causa'] === 'ENOENT')
    throw new AppError(code, { cause: error, detail, mensaje: REFUSALS.noSuchFolder });
  throw error;
}

const NOTHING = { cargas: null, hasta: null };
