import type { ElectronApi } from './electron-api.ts';
import { isOwnAddress } from './origin.ts';

type Session = ReturnType<ElectronApi['session']['fromPartition']>;

/** Refuses every permission without asking: camera, notifications, location, devices, screen. The screens need none. */
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
 * Stops every request of the pages except those for the screens, even if a document's policy would allow it: only the core calls the service.
 * The developer's tools, which are pages of their own, are allowed in a checkout alone. The spelling checker is off because it would download
 * dictionaries.
 */
export function cutNetwork(session: Session, { isPackaged }: { readonly isPackaged: boolean }): void {
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !isOwnAddress(url) && (isPackaged || URL.parse(url)?.protocol !== 'devtools:') });
  });
  session.on('will-download', (event) => {
    event.preventDefault(); // the core writes reports, and the Shell port saves them
  });
}
