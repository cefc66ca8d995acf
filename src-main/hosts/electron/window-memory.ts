import type { Clock } from '#domain/clock.ts';
import { saveState, type WindowState } from './window-state.ts';

/** A dragged window changes many times a second: its place is written after so long without a change. */
const QUIET_MS = 500;

export interface WindowMemory {
  note(estado: WindowState): void;
  /** Writes a pending change now. */
  close(): Promise<void>;
}

/** Remembers the place of the window, with one write at a time. The person is not told of a failed write. */
export function createWindowMemory(
  archivo: string,
  clock: Pick<Clock, 'sleep'>,
  onFailure: (error: unknown) => void,
): WindowMemory {
  let newest: WindowState | undefined;
  let waiting = false;
  let writing = Promise.resolve();
  const writeState = (): Promise<void> => {
    const estado = newest;
    newest = undefined;
    if (estado !== undefined) writing = writing.then(() => saveState(archivo, estado)).catch(onFailure);
    return writing;
  };
  return {
    note: (estado) => {
      newest = estado;
      if (waiting) return;
      waiting = true;
      clock
        .sleep(QUIET_MS)
        .then(() => {
          waiting = false;
          return writeState();
        })
        .catch(onFailure);
    },
    close: writeState,
  };
}
