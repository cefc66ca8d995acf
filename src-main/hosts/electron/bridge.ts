import type { IpcRenderer } from 'electron';
import type { HostRequest, Bridge } from '#contract/bridge.ts';
import type { HostEvent } from '#contract/host-events.ts';

// Written twice rather than shared: `messages.ts` brings zod, which a preload has no use for. A test holds the names together.
const CANAL = 'conciliador';
const EVENTS_CHANNEL = 'conciliador:evento';
const PIECE = 8 * 1024 * 1024;

/** What a page may ask for by itself. Giving a file is not among it: that takes a `File` of the person. */
const FROM_PAGE: readonly HostRequest['tipo'][] = ['llamar', 'cancelar', 'contestar', 'abrir'];

interface BridgeDeps {
  readonly ipcRenderer: Pick<IpcRenderer, 'invoke' | 'on' | 'off'>;
}

/** What the page gets of this process, and all of it (contract/bridge.ts). */
export const createBridge = ({ ipcRenderer }: BridgeDeps): Bridge => ({
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
    // What is open already is told as events. It fails only where no host answers or it refuses this page, and then so does every call of
    // the page, each of which says so: here there is nobody to tell.
    ipcRenderer.invoke(CANAL, { tipo: 'suscribir' }).catch(() => undefined);
    return () => {
      ipcRenderer.off(EVENTS_CHANNEL, onEvent);
    };
  },
  giveFile: async (file) => {
    let handle: string | null = null;
    let at = 0;
    do {
      const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
      at += PIECE;
      const pieza = { tipo: 'recibir', nombre: file.name, sigue: handle, bytes, fin: at >= file.size };
      handle = asText(await ipcRenderer.invoke(CANAL, pieza));
    } while (at < file.size);
    return handle;
  },
});

function asText(answer: unknown): string {
  if (typeof answer !== 'string') throw new Error('The host answers a file with its handle');
  return answer;
}
