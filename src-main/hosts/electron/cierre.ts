import type { BrowserWindow } from 'electron';
import type { DesktopWords } from './desktop-words.ts';
import type { ElectronApi } from './electron-api.ts';
import type { Shell } from './shell.ts';

interface CierreDeps {
  readonly app: ElectronApi['app'];
  /** Lets go of everything: calls stopped and waited for, tokens revoked, files closed. */
  readonly soltar: () => Promise<void>;
  readonly onFalla: (error: unknown) => void;
}

/** The program ends with its window, in order: what must be finished is waited for, once, whatever asked for the end. */
export function cerrarEnOrden({ app, soltar, onFalla }: CierreDeps): void {
  let state: 'abierto' | 'soltando' | 'suelto' = 'abierto';
  app.on('window-all-closed', () => {
    app.quit(); // on macOS too: without its one window the program does nothing
  });
  app.on('will-quit', (event) => {
    if (state === 'suelto') return;
    event.preventDefault();
    if (state === 'soltando') return;
    state = 'soltando';
    soltar()
      .catch(onFalla)
      .finally(() => {
        state = 'suelto';
        app.quit();
      });
  });
}

interface PreguntaDeps {
  readonly window: BrowserWindow;
  readonly shell: Pick<Shell, 'preguntar'>;
  readonly words: () => DesktopWords;
  readonly envios: () => number;
  readonly onFalla: (error: unknown) => void;
}

/** Closing while coupons are being sent is safe, and says so before it is done. */
export function preguntarAlCerrar({ window, shell, words, envios, onFalla }: PreguntaDeps): void {
  let accepted = false;
  let asking = false;
  window.on('close', (event) => {
    if (accepted || envios() === 0) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    shell
      .preguntar({
        tipo: 'question',
        ...words().dialogs.closing,
      })
      .then((answer) => {
        accepted = answer === 1;
        if (accepted) window.close();
      })
      .catch(onFalla)
      .finally(() => {
        asking = false;
      });
  });
}
