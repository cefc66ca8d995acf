/** Whether a fix also goes to the other rows with the same problem. Proposed once at most, and never over what the person chose. */
export class OthersState {
  are = $state(false);
  #isTouched = false;

  /** The person ticks or clears the box. */
  choose(also: boolean): void {
    this.are = also;
    this.#isTouched = true;
  }

  /** Ticks the box by itself. Does nothing once the person chose, or wrote another value. */
  propose(): void {
    if (this.#isTouched) return;
    this.#isTouched = true;
    this.are = true;
  }

  /** Takes the choice back when the person writes another value: the other rows were chosen for the value before. */
  forget(): void {
    this.choose(false);
  }
}
