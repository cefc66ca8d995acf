import type { ExaminedTransfer, ExportedTransfer, ImportedTransfer } from '#contract/settings.ts';
import type { Clock } from '#domain/clock.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { StartAside } from '#platform/aside.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';
import type { StoredAccount } from '../accounts/account-file.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { refuseExisting } from '#platform/new-file.ts';
import { listAllAccounts } from '../accounts/every-account.ts';
import { exportTransfer, type TransferTracking } from './transfer-export.ts';
import { examineTransfer, importTransfer } from './transfer-import.ts';

/** Moves everything to another PC, in one file. Secrets stay in each PC's keychain, and are asked for again. */
export interface Transfer {
  writeFile(
    request: { readonly salida: string; readonly conCache: boolean },
    tracking: TransferTracking,
  ): Promise<ExportedTransfer>;
  examine(file: string, tracking: TransferTracking): Promise<ExaminedTransfer>;
  importFiles(
    request: { readonly archivo: string; readonly si: boolean; readonly huella: string | undefined },
    tracking: TransferTracking & { readonly closeAll: () => Promise<void> },
  ): Promise<ImportedTransfer>;
}

interface Deps {
  readonly data: DataFolder;
  readonly accounts: Pick<Accounts, 'list' | 'choose' | 'credenciales'>;
  readonly clock: Clock;
  readonly version: string;
  readonly aside: StartAside;
  readonly onNotice: (text: string, said: Statement) => void;
}

export function createTransfer({ data, accounts, clock, version, aside, onNotice }: Deps): Transfer {
  const input = {
    data,
    clock,
    aside,
    onSetAside: (setAside: string) => {
      tellTo(onNotice, 'cuentas_danadas', { nombre: setAside });
    },
    forgetSecrets: async (localAccounts: readonly StoredAccount[], brought: readonly Account[]) => {
      const forgotten = await accounts.credenciales.forget([...localAccounts, ...brought]);
      if (!forgotten && localAccounts.some(({ enLlavero }) => enLlavero)) tellTo(onNotice, 'llavero_sin_borrar');
    },
  };
  return {
    async writeFile(request, tracking) {
      await refuseExisting(request.salida);
      const all = await listAllAccounts(accounts);
      return exportTransfer(request, { data, accounts: all, clock, version }, tracking);
    },
    examine: (file, tracking) => examineTransfer(file, input, tracking),
    importFiles: (request, tracking) => importTransfer(request, input, tracking),
  };
}
