/** Backups of the ledgers (docs/storage.md, "Backups"): daily, on request and after each upload, beside the data and in a second folder, if chosen. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';
import type { ListedBackup, ListedBackups } from '#contract/settings.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { DAY_MS, type Clock } from '#domain/clock.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { StartAside } from '#platform/aside.ts';
import { readJsonFile, writeJsonAtomic, refuseNewer } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { getSystemCode, toAccessError, toDiskError } from '#platform/disk-error.ts';
import { isThere } from '#platform/regular-file.ts';
import { nameBackup, writeBackup } from '#storage/backup/file.ts';
import { judge } from '#storage/backup/judge.ts';
import {
  closedIn,
  copyClosed,
  listBackups,
  markFolder,
  oursIn,
  putInto,
  requireMark,
  rotate,
  type FoundBackup,
} from '#storage/backup/places.ts';
import { readContent } from '#storage/ledger/index.ts';
import { type Account, listAllAccounts, isExample } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { gatherPieces } from './backup-pieces.ts';

const VERSION = 1;
const choiceForm = z.object({
  version: z.literal(VERSION),
  /** Tells the backups of this data folder from other PCs' backups in the same folder. */
  pc: z.string().regex(/^[0-9a-f]{8}$/),
  /** The second folder, absolute; null for none. */
  carpeta: z.string().nullable(),
});
type Choice = Omit<z.infer<typeof choiceForm>, 'version'>;

/** How long closing the program or replacing ledgers waits for a network folder that does not answer. */
const LEAVING_MS = 20_000;

export interface BackupsDeps {
  readonly data: DataFolder;
  readonly accounts: Pick<Accounts, 'choose' | 'list'>;
  readonly clock: Clock;
  readonly aside: StartAside;
  readonly version: string;
  readonly hostName: string;
  /** Opens the desktop's dialog for a folder; undefined if the person cancelled or there is no desktop. */
  readonly chooseFolder: () => Promise<string | undefined>;
  readonly onNotice: (text: string, said: Statement) => void;
  readonly onError: (error: unknown) => void;
}

export type Backups = ReturnType<typeof createBackups>;

export function createBackups(deps: BackupsDeps) {
  const { data, accounts, clock, aside, onNotice, onError } = deps;
  const turns = new Map<string, Promise<unknown>>();
  /** Accounts whose last backup is not in the second folder yet, and why. */
  const owed = new Map<string, ErrorCode>();

  async function readChoice(): Promise<Choice> {
    const parse = (value: unknown): Choice => {
      refuseNewer(value, VERSION, { archivo: path.basename(data.backups) });
      return choiceForm.parse(value);
    };
    const read = await readJsonFile(data.backups, parse, (aside) =>
      tellTo(onNotice, 'respaldo_olvidado', { nombre: path.basename(aside) }),
    );
    return read ?? writeChoice({ pc: randomBytes(4).toString('hex'), carpeta: null });
  }
  async function writeChoice(choice: Choice): Promise<Choice> {
    await ensureFolder(data.root);
    await writeJsonAtomic(data.backups, { ...choice, version: VERSION });
    return choice;
  }

  async function runInTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(id) ?? Promise.resolve();
    const mine = before.then(work, work);
    turns.set(id, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(id) === mine) turns.delete(id);
    }
  }

  /** Deletes backups that are no longer needed. Only logs a failure, which leaves more files than necessary. */
  async function removeSpare(all: readonly FoundBackup[]): Promise<void> {
    const { signal } = new AbortController();
    await rotate(all, clock.now(), (files) => judge(aside, files, signal)).catch(onError);
  }

  const isOfThisPc =
    (account: Account, { pc }: Choice) =>
    (one: FoundBackup): boolean =>
      one.cuenta.id === account.id && one.pc.id === pc;

  /** Makes the backup beside the data. Undefined for the example, and without a ledger or events: beside a backup, an empty ledger would count as lost. */
  async function makeHere(account: Account): Promise<FoundBackup | undefined> {
    const { ledger, backups: folder } = data.accountFolder(account.id);
    if (isExample(account) || !isThere(ledger) || readContent(ledger)?.eventos === 0) return undefined;
    const choice = await readChoice();
    const hecha = Math.trunc(clock.now());
    const pc = { id: choice.pc, nombre: deps.hostName };
    await ensureFolder(folder);
    const pieces = await gatherPieces(data, account, { pc, programa: deps.version, hecha });
    await writeBackup(ledger, path.join(folder, nameBackup({ cuenta: account, pc }, hecha)), pieces);
    const all = (await listBackups(folder)).filter(isOfThisPc(account, choice));
    await removeSpare(all);
    return all.find((one) => one.hecha === hecha);
  }

  /** Copies a backup and the closed months to the second folder, if there is one. An account may have closed months and no backup. */
  async function putAway(account: Account, made: FoundBackup | undefined): Promise<void> {
    const choice = await readChoice();
    const { closed } = data.accountFolder(account.id);
    if (choice.carpeta === null || isExample(account) || (made === undefined && !isThere(closed))) return;
    try {
      await requireMark(choice.carpeta);
      const folder = oursIn(choice.carpeta);
      if (made !== undefined) await putInto(folder, made);
      await copyClosed(closed, closedIn(folder, account.id), { replaces: true });
      owed.delete(account.id);
      await removeSpare((await listBackups(folder)).filter(isOfThisPc(account, choice)));
    } catch (error) {
      owed.set(account.id, isAppError(error) ? error.code : 'INTERNO');
      throw error;
    }
  }

  function tell(account: Account, error: unknown): void {
    if (!isAppError(error)) onError(error);
    tellTo(onNotice, owed.has(account.id) ? 'respaldo_fallo' : 'sin_copia', { nombre: account.nombre });
  }

  const toListed = ({ nombre, hecha, bytes }: FoundBackup): ListedBackup => ({
    copia: nombre,
    hecha: civilDateTimeAt(hecha),
    bytes,
  });

  const backups = {
    async find(): Promise<readonly FoundBackup[]> {
      const { carpeta } = await readChoice();
      const folders = (await listAllAccounts(accounts)).map(({ id }) => data.accountFolder(id).backups);
      const places = carpeta === null ? folders : [...folders, oursIn(carpeta)];
      return (await Promise.all(places.map(listBackups))).flat().sort((a, b) => b.hecha - a.hecha);
    },
    async list(): Promise<ListedBackups> {
      const { pc, carpeta } = await readChoice();
      const names = new Map((await listAllAccounts(accounts)).map(({ id, nombre }) => [id, nombre]));
      const missing = await (carpeta === null ? undefined : requireMark(carpeta).then(() => undefined, toCode));
      return {
        carpeta,
        falla: missing ?? [...owed.values()][0] ?? null,
        copias: (await backups.find()).map((one) => ({
          ...toListed(one),
          lugar: path.dirname(one.ruta).startsWith(data.root) ? 'datos' : 'carpeta',
          cuenta: names.get(one.cuenta.id) ?? one.cuenta.nombre,
          pc: one.pc.nombre,
          estaPc: one.pc.id === pc,
        })),
      };
    },
    /** Makes a backup. Throws `COPIA_INEXISTENTE` for the example or if nothing was sent; errors of the second folder only after the first copy is made. */
    async create(name: string | undefined): Promise<ListedBackup> {
      const account = await accounts.choose(name);
      return runInTurn(account.id, async () => {
        const made = await makeHere(account);
        await putAway(account, made);
        if (made !== undefined) return toListed(made);
        const cuenta = account.nombre;
        throw isExample(account)
          ? new AppError('COPIA_INEXISTENTE', { mensaje: REFUSALS.exampleWithoutBackups, detail: { cuenta } })
          : new AppError('COPIA_INEXISTENTE', {
              mensaje: REFUSALS.nothingSentYet,
              detail: { cuenta, motivo: 'nada_enviado' },
            });
      });
    },
    /** Sets the second folder; undefined opens the desktop's dialog, null ends the copies there. Throws `CARPETA_SIN_PERMISO`, `RESPALDO_CARPETA_ADENTRO`. */
    async choose(asked: string | null | undefined): Promise<ListedBackups> {
      const chosen = asked === undefined ? await deps.chooseFolder() : asked;
      if (chosen === undefined) return backups.list();
      const carpeta = chosen === null ? null : await prepareFolder(chosen, data.root);
      await writeChoice({ ...(await readChoice()), carpeta });
      owed.clear();
      if (carpeta !== null) for (const account of await listAllAccounts(accounts)) backups.afterSending(account);
      return backups.list();
    },
    /** Makes a backup in the background, after an account sent something, took a decision or closed a month. Tells the person about a failure. */
    afterSending(account: Account): void {
      runInTurn(account.id, async () => {
        await putAway(account, await makeHere(account));
      }).catch((error: unknown) => tell(account, error));
    },
    /** Makes a backup unless this PC made one in the last 24 hours. Never rejects: tells the person about a failure. */
    async makeDaily(account: Account): Promise<void> {
      try {
        const { backups: folder } = data.accountFolder(account.id);
        const here = (await listBackups(folder)).filter(isOfThisPc(account, await readChoice()));
        const now = clock.now();
        const recent = here.find(({ hecha }) => hecha <= now && hecha > now - DAY_MS);
        const made = recent ?? (await runInTurn(account.id, () => makeHere(account)));
        if (recent !== undefined && !owed.has(account.id)) return;
        // Copies in the background, because a network folder may not answer.
        runInTurn(account.id, () => putAway(account, made)).catch((error: unknown) => {
          if (recent === undefined) tell(account, error);
        });
      } catch (error) {
        tell(account, error);
      }
    },
    /** Waits for running backups for a limited time; false if a backup still runs because a network folder does not answer. */
    idleForAWhile: (): Promise<boolean> =>
      Promise.race([
        Promise.allSettled(turns.values()).then(() => true),
        once(clock.timeout(LEAVING_MS), 'abort').then(() => false),
      ]),
  };
  return backups;
}

const toCode = (error: unknown): ErrorCode => (isAppError(error) ? error.code : 'INTERNO');

async function prepareFolder(chosen: string, dataRoot: string): Promise<string> {
  const folder = path.normalize(chosen);
  if (!path.isAbsolute(folder)) throw new AppError('CARPETA_SIN_PERMISO', { mensaje: REFUSALS.relativeFolder });
  try {
    await ensureFolder(dataRoot);
    const inside = path.relative(await realpath(dataRoot), await realpath(folder));
    if (inside === '' || (!inside.startsWith('..') && !path.isAbsolute(inside)))
      throw new AppError('RESPALDO_CARPETA_ADENTRO');
    await markFolder(folder);
    return folder;
  } catch (error) {
    if (isAppError(error)) throw error;
    if (getSystemCode(error) === 'ENOENT')
      throw new AppError('CARPETA_SIN_PERMISO', { cause: error, mensaje: REFUSALS.noSuchFolder });
    const told = toDiskError(error);
    throw isAppError(told) ? told : toAccessError(error);
  }
}
