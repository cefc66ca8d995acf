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
import { once, type Once } from '../once.ts';

interface Deps {
  readonly datos: DataFolder;
  readonly clock: Clock;
  readonly host: HostKind;
  readonly aside: StartAside;
  readonly escritorio: Desktop;
  readonly cuentas: Once<Accounts>;
  readonly caches: Once<Caches>;
  readonly aceptadas: Once<Accepted>;
  readonly segundas: Once<SecondCopies>;
  readonly onNotice: (texto: string, dicho: Statement) => void;
  readonly closeFiles: () => Promise<void>;
}

/** What stands behind Ajustes, over the real machine. */
export function composeSettings(deps: Deps): SettingsDeps {
  const { datos, clock, host, aside, escritorio, cuentas, caches, aceptadas, onNotice, closeFiles } = deps;
  const ajustes = once(async () => {
    const { createSettings } = await import('../settings/settings.ts');
    return createSettings({ datos, onNotice });
  });
  return {
    ajustes,
    detalleDeCuenta: once(async () => {
      const { createAccountDetail } = await import('../settings/account-details.ts');
      return createAccountDetail({
        cuentas: await cuentas(),
        caches: await caches(),
        aceptadas: await aceptadas(),
        datos,
      });
    }),
    closeFiles,
    registro: createLogFolder(datos, escritorio),
    plantillas: once(async () => {
      const [{ createStoredTemplates }, { createTemplates }] = await Promise.all([
        import('../settings/templates.ts'),
        import('../import/templates.ts'),
      ]);
      return createStoredTemplates(createTemplates(datos.plantillas));
    }),
    soporte: once(async () => {
      const { createSupport } = await import('../settings/support-file.ts');
      const { node, electron, chrome } = process.versions;
      const { platform: plataforma, arch: arquitectura } = process;
      const maquina = {
        version: VERSION,
        anfitrion: host,
        plataforma,
        arquitectura,
        versiones: { node, electron, chromium: chrome },
        memoriaMb: Math.round(totalmem() / 1_048_576),
      };
      const seeSecondCopy = async () => (await deps.segundas()).show();
      return createSupport({
        cuentas: await cuentas(),
        ajustes: await ajustes(),
        datos,
        clock,
        maquina,
        seeSecondCopy,
      });
    }),
    respaldos: once(async () => {
      const { createBackups } = await import('../settings/backups.ts');
      return createBackups({ cuentas: await cuentas(), datos, clock });
    }),
    traslado: once(async () => {
      const { createTransfer } = await import('../settings/transfer.ts');
      return createTransfer({ cuentas: await cuentas(), datos, clock, aside, version: VERSION, onNotice });
    }),
  };
}
