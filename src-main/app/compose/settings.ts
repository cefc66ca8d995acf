import { totalmem } from 'node:os';
import type { Clock } from '#domain/clock.ts';
import type { Statement } from '#domain/texts/statements.ts';
import type { StartAside } from '#platform/aside.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { HostKind } from '#platform/instance-lock.ts';
import { VERSION } from '#platform/version.ts';
import type { Accepted } from '../accounts/accepted.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { SecondCopies } from '../second-copy/index.ts';
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
  readonly secondCopies: Once<SecondCopies>;
  readonly onNotice: (text: string, said: Statement) => void;
  readonly closeFiles: () => Promise<void>;
}

/** The parts of *Ajustes*, over the real machine. */
export function composeSettings(deps: Deps): SettingsDeps {
  const { data, clock, host, aside, desktop, accounts, caches, accepted, onNotice, closeFiles } = deps;
  const settings = createOnce(async () => {
    const { createSettings } = await import('../settings/settings.ts');
    return createSettings({ data, onNotice });
  });
  return {
    settings,
    accountDetail: createOnce(async () => {
      const { createAccountDetail } = await import('../settings/account-details.ts');
      return createAccountDetail({
        accounts: await accounts(),
        caches: await caches(),
        accepted: await accepted(),
        data,
      });
    }),
    closeFiles,
    logs: createLogFolder(data, desktop),
    templates: createOnce(async () => {
      const [{ createStoredTemplates }, { createTemplates }] = await Promise.all([
        import('../settings/templates.ts'),
        import('../import/templates.ts'),
      ]);
      return createStoredTemplates(createTemplates(data.templates, onNotice));
    }),
    support: createOnce(async () => {
      const { createSupport } = await import('../settings/support-file.ts');
      const { node, electron, chrome } = process.versions;
      const { platform, arch: architecture } = process;
      const machine = {
        version: VERSION,
        anfitrion: host,
        plataforma: platform,
        architecture,
        versions: { node, electron, chromium: chrome },
        memoryMb: Math.round(totalmem() / 1_048_576),
      };
      const seeSecondCopy = async () => (await deps.secondCopies()).show();
      return createSupport({
        accounts: await accounts(),
        settings: await settings(),
        data,
        clock,
        machine,
        seeSecondCopy,
      });
    }),
    backups: createOnce(async () => {
      const { createBackups } = await import('../settings/backups.ts');
      return createBackups({ accounts: await accounts(), data, clock });
    }),
    transfer: createOnce(async () => {
      const { createTransfer } = await import('../settings/transfer.ts');
      return createTransfer({ accounts: await accounts(), data, clock, aside, version: VERSION, onNotice });
    }),
  };
}
