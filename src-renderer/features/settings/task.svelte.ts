import type { Progress } from '#contract/progress.ts';
import { toFailure, type Failure } from '../../api/failure.ts';

/** Something that a part of *Ajustes* does: whether it goes on, how far it is, and why it did not end. */
export class Task {
  ocupada = $state(false);
  falla = $state.raw<Failure | undefined>(undefined);
  progreso = $state.raw<Progress | undefined>(undefined);

  /** What `work` gives; undefined when it failed, and `falla` says why. One at a time. */
  async run<T>(work: (onProgress: (progreso: Progress) => void) => Promise<T>): Promise<T | undefined> {
    if (this.ocupada) return undefined;
    this.ocupada = true;
    this.falla = undefined;
    this.progreso = undefined;
    try {
      return await work((progreso) => {
        this.progreso = progreso;
      });
    } catch (error) {
      this.falla = toFailure(error);
      return undefined;
    } finally {
      this.ocupada = false;
      this.progreso = undefined;
    }
  }
}
