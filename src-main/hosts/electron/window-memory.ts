import type { Clock } from '#domain/clock.ts';
import { saveState, type WindowState } from './window-state.ts';

/** A window that is being dragged changes many times a second: it is written when it has been still this long. */
const QUIET_MS = 500;

export interface WindowMemory {
  note(estado: WindowState): void;
  /** Writes now what had not been written. */
  close(): Promise<void>;
}

/** Remembers where the window is, one write at a time. A place that cannot be written is not worth a word to the person. */
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
