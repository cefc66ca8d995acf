import type { ElectronApi } from './electron-api.ts';
import { isOwnAddress, leerUrl } from './origin.ts';

type Session = ReturnType<ElectronApi['session']['fromPartition']>;

/** Nothing is asked of the person and nothing is given: camera, notifications, location, devices, screen. The screens need none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => {
    answer(null);
  });
}

/**
 * The pages reach nothing but the screens, whatever the policy of a document lets through: the service is called by the core. The developer's tools
 * are pages of their own, in a checkout alone. The spelling checker would download dictionaries.
 */
export function cutNetwork(session: Session, { isPackaged }: { readonly isPackaged: boolean }): void {
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !isOwnAddress(url) && (isPackaged || leerUrl(url)?.protocol !== 'devtools:') });
  });
  session.on('will-download', (event) => {
    event.preventDefault(); // reports are written by the core and saved through the Shell port
  });
}
