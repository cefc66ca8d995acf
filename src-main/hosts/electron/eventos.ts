import type { BrowserWindow } from 'electron';
import type { HostEvent } from '#contract/host-events.ts';
import type { Progreso } from '#contract/progress.ts';
import { CANAL_EVENTOS } from './mensajes.ts';

/** Progress is for eyes: the newest of each call, at most this often. */
const CADENCIA_MS = 60;

/** What the window is told beside the answers to its calls. */
export interface Eventos {
  enviar(event: HostEvent): void;
  /** Progress of a call: coalesced. */
  avance(llamada: string, progreso: Progreso): void;
  /** True while there is a page to ask. */
  hayAlguien(): boolean;
}

interface EventosDeps {
  readonly ventana: () => BrowserWindow | undefined;
  /** Runs something later, in milliseconds. */
  readonly luego: (run: () => void, delayMs: number) => void;
}

export function crearEventos({ ventana, luego }: EventosDeps): Eventos {
  const pendientes = new Map<string, Progreso>();
  const pagina = (): BrowserWindow['webContents'] | undefined => {
    const open = ventana();
    return open === undefined || open.isDestroyed() || open.webContents.isDestroyed() ? undefined : open.webContents;
  };
  const enviar = (event: HostEvent): void => {
    pagina()?.send(CANAL_EVENTOS, event);
  };
  const vaciar = (): void => {
    for (const [llamada, progreso] of pendientes) enviar({ tipo: 'avance', llamada, progreso });
    pendientes.clear();
  };
  return {
    enviar,
    avance: (llamada, progreso) => {
      if (pendientes.size === 0) luego(vaciar, CADENCIA_MS);
      pendientes.set(llamada, progreso);
    },
    hayAlguien: () => pagina() !== undefined,
  };
}
