/** A message about a saved file or an action that can be undone; it disappears by itself (docs/visual-language.md §8). */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

/** The toast on screen; a newer toast replaces its text and its undo. */
export class Toasts {
  actual = $state.raw<Toast | undefined>(undefined);
  #nextId = 1;

  show(text: string, undo?: () => void): void {
    this.actual = { id: this.#nextId++, text, undo };
  }

  /** Undoes the action of the toast, on Ctrl+Z or its button. Gives false when there is nothing to undo. */
  undo(): boolean {
    const undo = this.actual?.undo;
    if (undo === undefined) return false;
    this.actual = undefined;
    undo();
    return true;
  }

  close(id: number): void {
    if (this.actual?.id === id) this.actual = undefined;
  }
}
