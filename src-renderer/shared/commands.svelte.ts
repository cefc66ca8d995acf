/** Something that can be done now, by its words. */
export interface ScreenCommand {
  readonly id: string;
  readonly text: () => string;
  readonly run: () => void;
}

/** What the screen that is shown offers besides the commands of every screen: the search of the top bar lists it (`Ctrl K`). */
export class ScreenCommands {
  propias = $state.raw<readonly ScreenCommand[]>([]);

  /** Offers something while a screen is shown; gives what takes it back. */
  offer(orden: ScreenCommand): () => void {
    this.propias = [...this.propias.filter(({ id }) => id !== orden.id), orden];
    return () => {
      this.propias = this.propias.filter((other) => other !== orden);
    };
  }
}
