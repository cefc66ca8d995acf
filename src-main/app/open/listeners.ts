import type { DateWindow } from '#domain/window.ts';

/** Hears of the requests of an account's client while it works: a synchronisation listens as long as it runs. */
export interface Listener {
  /** A request ended, answered or not, after so many ms. */
  noteRequest(metodo: string, ms: number): void;
  /** The service asked to wait. */
  noteWait(ms: number): void;
  /** A row could not be understood; with the days of its list, if it has any. True when the row was kept. */
  noteQuarantined(metodo: string, crudo: string, motivo: string, ventana: DateWindow | undefined): boolean;
}

export interface Listeners {
  /** Gives the function that stops listening. */
  listen(accountId: string, listener: Listener): () => void;
  de(accountId: string): Listener;
}

export function createListeners(): Listeners {
  const listeners = new Map<string, Set<Listener>>();
  const listenersOf = (id: string): readonly Listener[] => [...(listeners.get(id) ?? [])];
  return {
    listen(accountId, listener) {
      const own = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, own.add(listener));
      return () => void own.delete(listener);
    },
    de: (accountId) => ({
      noteRequest: (metodo, ms) => {
        for (const each of listenersOf(accountId)) each.noteRequest(metodo, ms);
      },
      noteWait: (ms) => {
        for (const each of listenersOf(accountId)) each.noteWait(ms);
      },
      noteQuarantined: (...fila) =>
        listenersOf(accountId)
          .map((each) => each.noteQuarantined(...fila))
          .some(Boolean),
    }),
  };
}
