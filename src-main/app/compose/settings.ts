import { hostname, totalmem } from 'node:os';
import type { Clock } from '#domain/clock.ts';
import type { Statement } from '#domain/texts/statements.ts';
import type { StartAside } from '#platform/aside.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { HostKind } from '#platform/instance-lock.ts';
import { VERSION } from '#platform/version.ts';
import type { Accepted } from '../accounts/accepted.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { SettingsDeps } from '../settings/methods.ts';
import { createLogFolder, type Desktop } from '../settings/log-file.ts';
import type { Caches } from '../open/caches.ts';
import { createOnce, type Once } from '../once.ts';

interface Deps {
  readonly data: DataFolder;
  readonly clock: Clock;
  readonly host: HostKind;
  readonly aside: StartAside;
  readonly desktop: Desktop;
  readonly accounts: Once<Accounts>;
  readonly caches: Once<Caches>;
  readonly accepted: Once<Accepted>;
  readonly onError: (error: unknown) => void;
  readonly onNotice: (text: string, said: Statement) => void;
  readonly closeFiles: () => Promise<void>;
}

/** The parts of *Ajustes*, over the real machine. */
export function composeSettings(deps: Deps): SettingsDeps {
  const { data, clock, host, aside, desktop, accounts, caches, accepted, onNotice, closeFiles } = deps;
  const settings = createOnce(async () => (await import('../settings/settings.ts')).createSettings({ data, onNotice }));
  const backups = createOnce(async () =>
    (await import('../settings/backups.ts')).createBackups({
      data,
      accounts: await accounts(),
      clock,
      aside,
      version: VERSION,
      hostName: hostname(),
      chooseFolder: async () => desktop.chooseFolder?.('respaldos'),
      onNotice,
      onError: deps.onError,
    }),
  );
  return {
    settings,
    accountDetail: createOnce(async () =>
      (await import('../settings/account-details.ts')).createAccountDetail({
        accounts: await accounts(),
        caches: await caches(),
        accepted: await accepted(),
        data,
      }),
    ),
    closeFiles,
    logs: createLogFolder(data, desktop),
    templates: createOnce(async () =>
      (await import('../conciliar/templates.ts')).createTemplates(data.templates, onNotice),
    ),
    support: createOnce(async () => {
      const { createSupport } = await import('../settings/support-file.ts');
      const { node, electron, chrome } = process.versions;
      const { platform, arch: architecture } = process;
      const machine = {
        version: VERSION,
        anfitrion: host,
        platform,
        architecture,
        versions: { node, electron, chromium: chrome },
        memoryMb: Math.round(totalmem() / 1_048_576),
      };
      return createSupport({
        accounts: await accounts(),
        settings: await settings(),
        data,
        clock,
        machine,
        listBackups: async () => (await backups()).list(),
      });
    }),
    backups,
    restoring: createOnce(async () =>
      (await import('../settings/backup-restore.ts')).createBackupRestore({
        data,
        accounts: await accounts(),
        backups: await backups(),
        clock,
        aside,
        onNotice,
      }),
    ),
  };
}
