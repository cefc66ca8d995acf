import type { DateWindow } from '#domain/civil-date.ts';
import type { BadRow } from '#service/wire/rows.ts';

/** Hears of the requests of an account's client while it works: a synchronisation listens as long as it runs. */
export interface Listener {
  /** A request ended, answered or not, after so many ms. */
  noteRequest(method: string, ms: number): void;
  /** The service asked to wait. */
  noteWait(ms: number): void;
  /** A row could not be understood; with the days of its list, if it has any. True when the row was kept. */
  noteQuarantined(method: string, row: BadRow, window: DateWindow | undefined): boolean;
}

export type Listeners = ReturnType<typeof createListeners>;

export function createListeners() {
  const listeners = new Map<string, Set<Listener>>();
  const listenersOf = (id: string): readonly Listener[] => [...(listeners.get(id) ?? [])];
  return {
    /** Gives the function that stops listening. */
    listen(accountId: string, listener: Listener): () => void {
      const own = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, own.add(listener));
      return () => void own.delete(listener);
    },
    listenerOf: (accountId: string): Listener => ({
      noteRequest: (method, ms) => {
        for (const each of listenersOf(accountId)) each.noteRequest(method, ms);
      },
      noteWait: (ms) => {
        for (const each of listenersOf(accountId)) each.noteWait(ms);
      },
      noteQuarantined: (...row) =>
        listenersOf(accountId)
          .map((each) => each.noteQuarantined(...row))
          .some(Boolean),
    }),
  };
}
