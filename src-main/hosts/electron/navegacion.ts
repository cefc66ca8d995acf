import type { ElectronApi } from './electron-api.ts';
import { esNuestra } from './origen.ts';

interface NavegacionDeps {
  readonly app: ElectronApi['app'];
  /** Opens an address in the browser if it is on the allow-list; nothing otherwise. */
  readonly abrirEnlace: (url: string) => void;
}

/**
 * Every page of the process, whoever makes it: stays where it is, opens no window, holds no webview. A link that leaves goes to the
 * person's browser, if it is on the allow-list.
 */
export function cerrarNavegacion({ app, abrirEnlace }: NavegacionDeps): void {
  app.on('web-contents-created', (_created, contents) => {
    const stay = (event: { readonly url: string; preventDefault(): void }): void => {
      if (esNuestra(event.url)) return;
      event.preventDefault();
      abrirEnlace(event.url);
    };
    contents.on('will-navigate', stay);
    contents.on('will-redirect', stay);
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault(); // the screens have no frames
    });
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
    });
    contents.setWindowOpenHandler(({ url }) => {
      abrirEnlace(url);
      return { action: 'deny' };
    });
  });
}
