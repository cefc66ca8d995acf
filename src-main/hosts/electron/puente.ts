import type { IpcRenderer } from 'electron';
import type { HostPedido, Puente } from '#contract/bridge.ts';
import type { HostEvent } from '#contract/host-events.ts';

// Written twice rather than shared: `mensajes.ts` brings zod, which a preload has no use for. A test holds the names together.
const CANAL = 'conciliador';
const CANAL_EVENTOS = 'conciliador:evento';
const PIEZA = 8 * 1024 * 1024;

/** What a page may ask for by itself. Giving a file is not among it: that takes a `File` of the person. */
const DE_LA_PAGINA: readonly HostPedido['tipo'][] = ['llamar', 'cancelar', 'contestar', 'abrir'];

interface PuenteDeps {
  readonly ipcRenderer: Pick<IpcRenderer, 'invoke' | 'on' | 'off'>;
}

/** What the page gets of this process, and all of it (contract/bridge.ts). */
export const crearPuente = ({ ipcRenderer }: PuenteDeps): Puente => ({
  invoke: (pedido) =>
    DE_LA_PAGINA.includes(pedido.tipo)
      ? ipcRenderer.invoke(CANAL, pedido)
      : Promise.reject(new Error('Not something a page asks for')),
  subscribe: (listener) => {
    // The event object stays here: through it a page would reach ipcRenderer.
    const onEvent = (_event: unknown, event: HostEvent): void => {
      listener(event);
    };
    ipcRenderer.on(CANAL_EVENTOS, onEvent);
    // What is open already is told as events. It fails only where no host answers or it refuses this page, and then so does every call of
    // the page, each of which says so: here there is nobody to tell.
    ipcRenderer.invoke(CANAL, { tipo: 'suscribir' }).catch(() => undefined);
    return () => {
      ipcRenderer.off(CANAL_EVENTOS, onEvent);
    };
  },
  archivo: async (file) => {
    let manija: string | null = null;
    let at = 0;
    do {
      const bytes = new Uint8Array(await file.slice(at, at + PIEZA).arrayBuffer());
      at += PIEZA;
      const pieza = { tipo: 'recibir', nombre: file.name, sigue: manija, bytes, fin: at >= file.size };
      manija = asText(await ipcRenderer.invoke(CANAL, pieza));
    } while (at < file.size);
    return manija;
  },
});

function asText(answer: unknown): string {
  if (typeof answer !== 'string') throw new Error('The host answers a file with its handle');
  return answer;
}
