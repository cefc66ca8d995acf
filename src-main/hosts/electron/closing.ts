import type { BrowserWindow } from 'electron';
import type { DesktopWords } from './desktop-words.ts';
import type { ElectronApi } from './electron-api.ts';
import type { Shell } from './shell.ts';

interface ClosingDeps {
  readonly app: ElectronApi['app'];
  /** Releases everything: stops the calls and waits for them, revokes tokens, closes files. */
  readonly release: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Ends the program with its window, in order. Whatever asked for the end, `release` is awaited once. */
export function closeInOrder({ app, release, onFailure }: ClosingDeps): void {
  let state: 'abierto' | 'soltando' | 'suelto' = 'abierto';
  app.on('window-all-closed', () => {
    app.quit(); // on macOS too: without its one window the program does nothing
  });
  app.on('will-quit', (event) => {
    if (state === 'suelto') return;
    event.preventDefault();
    if (state === 'soltando') return;
    state = 'soltando';
    release()
      .catch(onFailure)
      .finally(() => {
        state = 'suelto';
        app.quit();
      });
  });
}

interface CloseQuestionDeps {
  readonly window: BrowserWindow;
  readonly shell: Pick<Shell, 'ask'>;
  readonly words: () => DesktopWords;
  readonly countSendings: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** Closing while coupons are being sent is safe; the person is told so, and asked, before it happens. */
export function askOnClose({ window, shell, words, countSendings: sendings, onFailure }: CloseQuestionDeps): void {
  let accepted = false;
  let asking = false;
  window.on('close', (event) => {
    if (accepted || sendings() === 0) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    shell
      .ask({
        tipo: 'question',
        ...words().dialogs.closing,
      })
      .then((answer) => {
        accepted = answer === 1;
        if (accepted) window.close();
      })
      .catch(onFailure)
      .finally(() => {
        asking = false;
      });
  });
}
