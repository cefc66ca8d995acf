import type { IpcRenderer } from 'electron';
import type { HostRequest, Bridge } from '#contract/bridge.ts';
import type { HostEvent } from '#contract/host-events.ts';

/** The channel for the page's requests, and the one for its events. Here instead of in `ipc.ts`, which imports zod, which a preload does not need. */
export const CANAL = 'conciliador';
export const EVENTS_CHANNEL = 'conciliador:evento';

/** The largest piece of a file in one message: a larger file comes in several. */
export const MAX_PIECE = 8 * 1024 * 1024;

/** The requests that a page may make by itself. Passing a file is not among them: it needs a `File` from the person. */
const FROM_PAGE: readonly HostRequest['tipo'][] = ['llamar', 'cancelar', 'contestar', 'abrir'];

/** Makes the page's only access to this process (contract/bridge.ts). */
export const createBridge = (ipcRenderer: Pick<IpcRenderer, 'invoke' | 'on' | 'off'>): Bridge => ({
  invoke: (request) =>
    FROM_PAGE.includes(request.tipo)
      ? ipcRenderer.invoke(CANAL, request)
      : Promise.reject(new Error('Not something a page asks for')),
  subscribe: (listener) => {
    // The event object stays here: through it a page would reach ipcRenderer.
    const onEvent = (_event: unknown, event: HostEvent): void => {
      listener(event);
    };
    ipcRenderer.on(EVENTS_CHANNEL, onEvent);
    // Open questions and kept notices come as events. A failure here means that no host answers, or that it refuses this page: every call of the page
    // then fails and reports it, so ignore it here.
    ipcRenderer.invoke(CANAL, { tipo: 'suscribir' }).catch(() => undefined);
    return () => {
      ipcRenderer.off(EVENTS_CHANNEL, onEvent);
    };
  },
  giveFile: async (file) => {
    let handle: string | null = null;
    let at = 0;
    do {
      const bytes = new Uint8Array(await file.slice(at, at + MAX_PIECE).arrayBuffer());
      at += MAX_PIECE;
      const piece = { tipo: 'recibir', nombre: file.name, sigue: handle, bytes, fin: at >= file.size };
      handle = asText(await ipcRenderer.invoke(CANAL, piece));
    } while (at < file.size);
    return handle;
  },
});

function asText(answer: unknown): string {
  if (typeof answer !== 'string') throw new Error('The host answers a file with its handle');
  return answer;
}
