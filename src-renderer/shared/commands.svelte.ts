export interface ScreenCommand {
  readonly id: string;
  readonly text: () => string;
  readonly run: () => void;
}

/** The commands that only the current screen has. The search of the top bar (`Ctrl K`) lists them. */
export class ScreenCommands {
  own = $state.raw<readonly ScreenCommand[]>([]);

  /** Offers a command while a screen is shown; returns the function that withdraws it. */
  offer(command: ScreenCommand): () => void {
    this.own = [...this.own.filter(({ id }) => id !== command.id), command];
    return () => {
      this.own = this.own.filter((other) => other !== command);
    };
  }
}
