import type { Progreso } from '#contract/progress.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';

/** Something that a part of Ajustes does: whether it goes on, how far it is, and why it did not end. */
export class Tarea {
  ocupada = $state(false);
  falla = $state.raw<Falla | undefined>(undefined);
  progreso = $state.raw<Progreso | undefined>(undefined);

  /** What `work` gives; undefined when it failed, and `falla` says why. One at a time. */
  async hacer<T>(work: (onAvance: (progreso: Progreso) => void) => Promise<T>): Promise<T | undefined> {
    if (this.ocupada) return undefined;
    this.ocupada = true;
    this.falla = undefined;
    this.progreso = undefined;
    try {
      return await work((progreso) => {
        this.progreso = progreso;
      });
    } catch (error) {
      this.falla = comoFalla(error);
      return undefined;
    } finally {
      this.ocupada = false;
      this.progreso = undefined;
    }
  }
}
