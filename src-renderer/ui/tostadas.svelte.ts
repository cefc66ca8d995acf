/** A passing notice, only for what can be undone (docs/visual-language.md §8). */
export interface Tostada {
  readonly id: number;
  readonly texto: string;
  readonly deshacer: () => void;
}

/** The notice on screen: one at a time; a newer one takes the place of the last, which then can be undone no more. */
export class Tostadas {
  actual = $state.raw<Tostada | undefined>(undefined);
  #siguiente = 1;

  mostrar(texto: string, deshacer: () => void): void {
    this.actual = { id: this.#siguiente++, texto, deshacer };
  }

  /** Ctrl+Z, or the button. False when there was nothing to undo. */
  deshacer(): boolean {
    const tostada = this.actual;
    if (tostada === undefined) return false;
    this.actual = undefined;
    tostada.deshacer();
    return true;
  }

  cerrar(id: number): void {
    if (this.actual?.id === id) this.actual = undefined;
  }
}
