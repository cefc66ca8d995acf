import type { Progress } from '#contract/progress.ts';
import { toFailure, type Failure } from '../../api/failure.ts';

/** An action of a part of *Ajustes*: whether it runs, how far it is, and why it failed. */
export class Task {
  ocupada = $state(false);
  falla = $state.raw<Failure | undefined>(undefined);
  progreso = $state.raw<Progress | undefined>(undefined);

  /** Runs `work` and gives its value; undefined when it failed (`falla` says why) or when another one was running. */
  async run<T>(work: (onProgress: (progress: Progress) => void) => Promise<T>): Promise<T | undefined> {
    if (this.ocupada) return undefined;
    this.ocupada = true;
    this.falla = undefined;
    this.progreso = undefined;
    try {
      return await work((progress) => {
        this.progreso = progress;
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
