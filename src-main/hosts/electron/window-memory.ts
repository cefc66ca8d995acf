import type { Clock } from '#domain/clock.ts';
import { saveState, type WindowState } from './window-state.ts';

/** A dragged window changes many times a second: its newest place is written at most this often. */
const PAUSE_MS = 500;

/** Remembers the place of the window, with one write at a time. The person is not told of a failed write. */
export function createWindowMemory(file: string, clock: Pick<Clock, 'sleep'>, onFailure: (error: unknown) => void) {
  let newest: WindowState | undefined;
  let waiting = false;
  let writing = Promise.resolve();
  const writeState = (): Promise<void> => {
    const state = newest;
    newest = undefined;
    if (state !== undefined) writing = writing.then(() => saveState(file, state)).catch(onFailure);
    return writing;
  };
  return {
    note: (state: WindowState): void => {
      newest = state;
      if (waiting) return;
      waiting = true;
      clock
        .sleep(PAUSE_MS)
        .then(() => {
          waiting = false;
          return writeState();
        })
        .catch(onFailure);
    },
    /** Writes a pending change now. */
    close: writeState,
  };
}
