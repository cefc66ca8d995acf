import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { AccountFolder, DataFolder } from '#platform/data-folder.ts';
import { recordRestoration, readContent } from '#storage/ledger/index.ts';
import { forgetAccepted } from '../accounts/accepted.ts';
import { openAccountsFile, type StoredAccounts } from '../accounts/account-file.ts';
import { openLearned } from '../accounts/learned.ts';
import { forgetOriginals } from '../review/state.ts';
import { createSettings } from './settings.ts';

export const createInvalidPackageError = (piece: string): AppError =>
  new AppError('PAQUETE_INVALIDO', { detail: { pieza: piece } });

/** The accounts of a package. */
export const accountsFileOf = (data: DataFolder) =>
  openAccountsFile(data.accounts, {
    onSetAside: () => {
      throw createInvalidPackageError('cuentas.json');
    },
  });

interface Brought {
  /** The data folder that the package goes to. */
  readonly data: DataFolder;
  readonly cuentas: StoredAccounts;
  /** The ids of all account folders. */
  readonly ids: readonly string[];
}

/**
 * Removes from unpacked and checked data what is true only of the other PC: that the keychain has its secrets, that a server accepted them, and
 * the paths of its files. A path of the other PC may be anybody's file here; on Windows it may name a server, to which the system would send
 * the person's name.
 */
export async function prepareForThisPc(workshop: DataFolder, { data, cuentas, ids }: Brought): Promise<void> {
  await withoutSecrets(workshop, cuentas);
  await withoutReportsFolder(workshop);
  for (const id of ids) await prepareAccount(workshop.accountFolder(id), data.accountFolder(id).folder);
}

async function withoutSecrets(workshop: DataFolder, { predeterminada, cuentas }: StoredAccounts): Promise<void> {
  if (!existsSync(workshop.accounts)) return;
  const theirs = cuentas.map((account) => ({ ...account, enLlavero: false }));
  await accountsFileOf(workshop).write({ predeterminada, cuentas: theirs });
}

async function withoutReportsFolder(workshop: DataFolder): Promise<void> {
  if (!existsSync(workshop.settings)) return;
  const settings = createSettings({
    data: workshop,
    onNotice: () => {
      throw createInvalidPackageError('ajustes.json');
    },
  });
  if ((await settings.read()).carpetaInformes !== null) await settings.change({ carpetaInformes: null });
}

/** `destination`: the future folder of the account. */
async function prepareAccount(account: AccountFolder, destination: string): Promise<void> {
  const revision = path.join(account.folder, 'revision.db');
  if (existsSync(revision)) forgetOriginals(revision, destination);
  if (existsSync(account.learned)) {
    const facts = await openLearned(account);
    forgetAccepted(facts);
    await facts.waitSaved();
  }
  // The other PC may have sent more after the package was written: the ledger is compared with the service before the next upload.
  if (existsSync(account.ledger)) recordRestoration(account.ledger, readContent(account.ledger).hasta);
}
