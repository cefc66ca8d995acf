/** The stores and sessions that all capabilities of this process share. Each file is opened when first used. */
import path from 'node:path';
import type { Clock } from '#domain/clock.ts';
import type { Tell, Statement } from '#domain/texts/statements.ts';
import { type DataFolder, ensureFolder } from '#platform/data-folder.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Caches } from './caches.ts';
import type { Sessions } from './sessions.ts';
import { openReview, type RevisionDb } from '#storage/review/index.ts';
import type { Account } from '../accounts/account.ts';
import { isThere } from '#platform/regular-file.ts';
import { openLedger, type Ledger, type LedgerBackups } from '#storage/ledger/index.ts';
import { hasBackups } from '#storage/backup/places.ts';

export interface OwnResults {
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly caches: Pick<Caches, 'existingResults'>;
}

export interface LocalData {
  readonly accounts: Pick<Accounts, 'choose'>;
  readonly caches: Caches;
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly folder: Pick<DataFolder, 'accountFolder'>;
  readonly clock: Clock;
}

export interface Shared extends LocalData {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly ledgers: Ledgers;
  readonly reviews: Reviews;
  readonly folder: DataFolder;
  readonly random: () => number;
  readonly onNotice: Tell;
}

export type Reviews = ReturnType<typeof createReviews>;

const FILE = 'revision.db';

export function createReviews(data: DataFolder) {
  const open = new Map<string, RevisionDb>();
  return {
    async open({ id }: Account): Promise<RevisionDb> {
      const { folder } = data.accountFolder(id);
      await ensureFolder(folder);
      const db = open.get(id) ?? openReview(path.join(folder, FILE));
      open.set(id, db);
      return db;
    },
    pathOf: ({ id }: Account): string => path.join(data.accountFolder(id).folder, FILE),
    folderOf: ({ id }: Account): string => path.join(data.accountFolder(id).folder, 'revision'),
    close: (): void => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}

interface Deps {
  readonly data: DataFolder;
  readonly clock: Clock;
  readonly random: () => number;
  /** Shows a sentence to the person, for example that a ledger was restored and what was lost. */
  readonly onNotice: (text: string, said?: Statement) => void;
  readonly backupsFor: (account: Account) => LedgerBackups;
}

export type Ledgers = ReturnType<typeof createLedgers>;

/** How often, in ms, the program checks whether an open ledger needs its daily backup. */
const ROUND_MS = 3_600_000;

export function createLedgers({ data, clock, random, onNotice, backupsFor }: Deps) {
  const open = new Map<string, Ledger>();
  const opening = new Map<string, Promise<Ledger>>();
  let life = new AbortController();
  let rounds: Promise<void> | undefined;

  const waitForRound = (signal: AbortSignal): Promise<boolean> =>
    clock.sleep(ROUND_MS, signal).then(
      () => !signal.aborted,
      () => false, // `sleep` ends early only when the ledgers close
    );
  /** Makes due backups from time to time. The ledger tells the person about a failed backup. */
  async function goRound(signal: AbortSignal): Promise<void> {
    while (await waitForRound(signal)) for (const ledgerDb of open.values()) await ledgerDb.makeDailyCopy();
  }
  async function openFile(account: Account): Promise<Ledger> {
    const { id } = account;
    const { folder, ledger } = data.accountFolder(id);
    await ensureFolder(folder);
    const ledgerDb = await openLedger(ledger, { clock, random, onNotice, backups: backupsFor(account) });
    open.set(id, ledgerDb);
    rounds ??= goRound(life.signal);
    return ledgerDb;
  }
  /** Calls at the same time share one opening: a second handle would stay open when the ledgers are closed, and the file could not be moved. */
  async function openAccountLedger(account: Account): Promise<Ledger> {
    const known = open.get(account.id) ?? opening.get(account.id);
    if (known !== undefined) return known;
    const underWay = openFile(account).finally(() => opening.delete(account.id));
    opening.set(account.id, underWay);
    return underWay;
  }
  const openExisting = async (account: Account): Promise<Ledger | undefined> =>
    isThere(data.accountFolder(account.id).ledger) || hasBackups(data.accountFolder(account.id).backups)
      ? openAccountLedger(account)
      : undefined;
  return {
    open: openAccountLedger,
    /** The ledger of an account; undefined if nothing was ever uploaded. Creates no file, unless a lost ledger has backups. */
    openExisting,
    close: (): void => {
      life.abort();
      life = new AbortController();
      rounds = undefined;
      for (const ledgerDb of open.values()) ledgerDb.close();
      open.clear();
    },
  };
}
