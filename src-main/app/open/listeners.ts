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
  listen(cuentaId: string, listener: Listener): () => void;
  de(cuentaId: string): Listener;
}

export function createListeners(): Listeners {
  const listeners = new Map<string, Set<Listener>>();
  const listenersOf = (id: string): readonly Listener[] => [...(listeners.get(id) ?? [])];
  return {
    listen(cuentaId, listener) {
      const own = listeners.get(cuentaId) ?? new Set();
      listeners.set(cuentaId, own.add(listener));
      return () => void own.delete(listener);
    },
    de: (cuentaId) => ({
      noteRequest: (metodo, ms) => {
        for (const each of listenersOf(cuentaId)) each.noteRequest(metodo, ms);
      },
      noteWait: (ms) => {
        for (const each of listenersOf(cuentaId)) each.noteWait(ms);
      },
      noteQuarantined: (...fila) =>
        listenersOf(cuentaId)
          .map((each) => each.noteQuarantined(...fila))
          .some(Boolean),
    }),
  };
}
