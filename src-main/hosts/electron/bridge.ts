import type { IpcRenderer } from 'electron';
import type { HostRequest, Bridge } from '#contract/bridge.ts';
import type { HostEvent } from '#contract/host-events.ts';

/** The channels for the page's requests and for the events to it. They are in this file because `ipc.ts` imports zod, which a preload does not need. */
export const CANAL = 'conciliador';
export const EVENTS_CHANNEL = 'conciliador:evento';

/** The most bytes of a file in one message; a larger file is sent in pieces. */
export const MAX_PIECE = 8 * 1024 * 1024;

/** Requests that a page may make itself. Passing a file is not among them, because that needs a `File` from the person. */
const FROM_PAGE: readonly HostRequest['tipo'][] = ['llamar', 'cancelar', 'contestar', 'abrir'];

/** Makes the page's only access to this process (contract/bridge.ts). */
export const createBridge = (ipcRenderer: Pick<IpcRenderer, 'invoke' | 'on' | 'off'>): Bridge => ({
  invoke: (request) =>
    FROM_PAGE.includes(request.tipo)
      ? ipcRenderer.invoke(CANAL, request)
      : Promise.reject(new Error('Not something a page asks for')),
  subscribe: (listener) => {
    // Do not pass `_event` on: through it a page would reach ipcRenderer.
    const onEvent = (_event: unknown, event: HostEvent): void => {
      listener(event);
    };
    ipcRenderer.on(EVENTS_CHANNEL, onEvent);
    // After subscribing, the host sends open questions and kept notices as events. A failure is ignored here: if no host answers, or it refuses this page,
    // every call fails too and says so.
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
