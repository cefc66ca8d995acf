import type { BrowserWindow } from 'electron';
import type { HostEvent } from '#contract/host-events.ts';
import type { Progress } from '#contract/progress.ts';
import { EVENTS_CHANNEL } from './messages.ts';

/** Progress is for people to see: only the newest of each call, at most this often. */
const CADENCE_MS = 60;

/** The events that the window gets besides the answers to its calls. */
export interface WindowEvents {
  send(event: HostEvent): void;
  /** Sends progress of a call, not more often than people can see. */
  noteProgress(callId: string, progreso: Progress): void;
  /** True while there is a page to ask. */
  hasListener(): boolean;
}

interface EventsDeps {
  readonly getWindow: () => BrowserWindow | undefined;
  /** Runs a function after so many milliseconds. */
  readonly later: (run: () => void, delayMs: number) => void;
}

export function createEvents({ getWindow: ventana, later }: EventsDeps): WindowEvents {
  const pendientes = new Map<string, Progress>();
  const pageContents = (): BrowserWindow['webContents'] | undefined => {
    const open = ventana();
    return open === undefined || open.isDestroyed() || open.webContents.isDestroyed() ? undefined : open.webContents;
  };
  const send = (event: HostEvent): void => {
    pageContents()?.send(EVENTS_CHANNEL, event);
  };
  const flush = (): void => {
    for (const [callId, progreso] of pendientes) send({ tipo: 'avance', llamada: callId, progreso });
    pendientes.clear();
  };
  return {
    send,
    noteProgress: (callId, progreso) => {
      if (pendientes.size === 0) later(flush, CADENCE_MS);
      pendientes.set(callId, progreso);
    },
    hasListener: () => pageContents() !== undefined,
  };
}
