import type { DateWindow } from '#domain/window.ts';

/** Who wants to hear what the client of an account's service tells while it works: a synchronisation, for as long as it runs. */
export interface Listener {
  /** A request was answered, or not, after this many ms. */
  noteRequest(metodo: string, ms: number): void;
  /** The service asked to wait. */
  noteWait(ms: number): void;
  /** A row of some days, where its method has any, could not be understood; true when it was kept. */
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
