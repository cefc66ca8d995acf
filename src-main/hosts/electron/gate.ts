import type { BrowserWindow, IpcMainInvokeEvent, WebContents } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import { CANAL } from './bridge.ts';
import { REQUEST, type PageRequest } from './messages.ts';
import { ORIGIN, isOwnAddress } from './origin.ts';

interface GateDeps {
  readonly ipcMain: ElectronApi['ipcMain'];
  readonly getWindow: () => BrowserWindow | undefined;
  readonly handle: (request: PageRequest, page: WebContents) => Promise<unknown>;
  /** Called for a message that no page of ours sends. */
  readonly onRechazo: (motivo: 'remitente' | 'forma') => void;
}

/** True for the top document of our window, at our origin. Nothing else in this process may call the core. */
function isOurs({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow | undefined): boolean {
  return (
    window !== undefined &&
    sender === window.webContents &&
    senderFrame !== null && // the document is gone already
    senderFrame === sender.mainFrame &&
    senderFrame.parent === null &&
    senderFrame.origin === ORIGIN &&
    isOwnAddress(senderFrame.url)
  );
}

/**
 * The only way in from the screens: one channel, where the sender and the form of each message are checked. `dispatch` checks a method's input
 * again, against its own schema. A refusal rejects: it must not look like an answer.
 */
export function openGate({ ipcMain, getWindow, handle, onRechazo }: GateDeps): void {
  ipcMain.handle(CANAL, async (event, message: unknown) => {
    if (!isOurs(event, getWindow())) {
      onRechazo('remitente');
      throw new Error('Refused: not the page of the application');
    }
    const request = REQUEST.safeParse(message);
    if (!request.success) {
      onRechazo('forma');
      throw new Error('Refused: not a message of the bridge');
    }
    return handle(request.data, event.sender);
  });
}
