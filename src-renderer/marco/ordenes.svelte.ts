/** Something that can be done now, by its words. */
export interface Orden {
  readonly id: string;
  readonly texto: () => string;
  readonly hacer: () => void;
}

/** What the screen that is shown offers besides the commands of every screen: the search of the top bar lists it (`Ctrl K`). */
export class Ordenes {
  propias = $state.raw<readonly Orden[]>([]);

  /** Offers something while a screen is shown; gives what takes it back. */
  ofrecer(orden: Orden): () => void {
    this.propias = [...this.propias.filter(({ id }) => id !== orden.id), orden];
    return () => {
      this.propias = this.propias.filter((otra) => otra !== orden);
    };
  }
}
