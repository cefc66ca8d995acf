import type { BrowserWindow } from 'electron';
import type { HostEvent, Progress } from '#contract/host-events.ts';
import { EVENTS_CHANNEL } from './bridge.ts';
import { CADENCE_MS } from '../page/running-calls.ts';

/** The events that the window gets besides the answers to its calls. */
export type WindowEvents = ReturnType<typeof createEvents>;

interface EventsDeps {
  readonly getWindow: () => BrowserWindow | undefined;
  /** Runs a function after so many milliseconds. */
  readonly later: (run: () => void, delayMs: number) => void;
}

export function createEvents({ getWindow, later }: EventsDeps) {
  const pending = new Map<string, Progress>();
  const getPageContents = (): BrowserWindow['webContents'] | undefined => {
    const open = getWindow();
    return open === undefined || open.isDestroyed() || open.webContents.isDestroyed() ? undefined : open.webContents;
  };
  const send = (event: HostEvent): void => {
    getPageContents()?.send(EVENTS_CHANNEL, event);
  };
  const flush = (): void => {
    for (const [callId, progress] of pending) send({ tipo: 'avance', llamada: callId, progreso: progress });
    pending.clear();
  };
  return {
    send,
    /** Sends progress of a call, not more often than people can see. */
    noteProgress: (callId: string, progress: Progress): void => {
      if (pending.size === 0) later(flush, CADENCE_MS);
      pending.set(callId, progress);
    },
    /** True while there is a page to ask. */
    hasListener: (): boolean => getPageContents() !== undefined,
  };
}
