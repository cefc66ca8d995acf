/** A command that the current screen offers. */
export interface ScreenCommand {
  readonly id: string;
  readonly text: () => string;
  readonly run: () => void;
}

/** The commands of the current screen, besides those of every screen. The search of the top bar (`Ctrl K`) lists them. */
export class ScreenCommands {
  propias = $state.raw<readonly ScreenCommand[]>([]);

  /** Offers a command while a screen is shown; returns the function that withdraws it. */
  offer(order: ScreenCommand): () => void {
    this.propias = [...this.propias.filter(({ id }) => id !== order.id), order];
    return () => {
      this.propias = this.propias.filter((other) => other !== order);
    };
  }
}
