import type { BrowserWindow, IpcMainInvokeEvent, WebContents } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import { CANAL, PEDIDO, type Pedido } from './mensajes.ts';
import { ORIGEN, esNuestra } from './origen.ts';

interface PuertaDeps {
  readonly ipcMain: ElectronApi['ipcMain'];
  readonly ventana: () => BrowserWindow | undefined;
  readonly atender: (pedido: Pedido, pagina: WebContents) => Promise<unknown>;
  /** Told of a message that no page of ours sends. */
  readonly onRechazo: (motivo: 'remitente' | 'forma') => void;
}

/** True for the top document of our window, at our origin. Anything else in this process has no business with the core. */
function isOurs({ sender, senderFrame }: IpcMainInvokeEvent, ventana: BrowserWindow | undefined): boolean {
  return (
    ventana !== undefined &&
    sender === ventana.webContents &&
    senderFrame !== null && // the document is gone already
    senderFrame === sender.mainFrame &&
    senderFrame.parent === null &&
    senderFrame.origin === ORIGEN &&
    esNuestra(senderFrame.url)
  );
}

/**
 * The only way in from the screens: one channel, one place that looks at who sends and at what. What a method takes is checked again by
 * `dispatch`, against its own schema. A refusal rejects: it must not look like an answer.
 */
export function abrirPuerta({ ipcMain, ventana, atender, onRechazo }: PuertaDeps): void {
  ipcMain.handle(CANAL, async (event, message: unknown) => {
    if (!isOurs(event, ventana())) {
      onRechazo('remitente');
      throw new Error('Refused: not the page of the application');
    }
    const pedido = PEDIDO.safeParse(message);
    if (!pedido.success) {
      onRechazo('forma');
      throw new Error('Refused: not a message of the bridge');
    }
    return atender(pedido.data, event.sender);
  });
}
