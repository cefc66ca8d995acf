import type { DataStatus } from '#contract/data.ts';
import type { SyncDocument } from '#contract/documents.ts';
import type { Progress } from '#contract/progress.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import type { Session } from './session.svelte.ts';
import type { Job, Jobs } from './jobs.svelte.ts';

interface Deps {
  readonly api: Api;
  readonly sesion: Session;
  readonly jobs: Jobs;
}

/** Since when the data of this PC is, and bringing it up to date as work in the background. */
export class Freshness {
  estado = $state.raw<DataStatus | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  /** How the last update ended: what could not be read is told there. */
  ultima = $state.raw<SyncDocument | undefined>(undefined);
  job = $state.raw<Job | undefined>(undefined);
  /** Grows when the local data changed: what screens read before is old. */
  vuelta = $state(0);
  readonly #deps: Deps;
  readonly #titulo: () => string;

  readonly isRunning: boolean = $derived(this.job !== undefined);
  /** `YYYY-MM-DD HH:MM:SS` of the newest reading; null when nothing was downloaded. */
  readonly sincronizado: string | null | undefined = $derived(
    this.estado === undefined ? undefined : (this.estado.sincronizado?.hasta ?? null),
  );

  /** `titulo`: how the work is called in the top bar. */
  constructor(deps: Deps, titulo: () => string) {
    this.#deps = deps;
    this.#titulo = titulo;
  }

  /** Asks this PC, never the service. */
  async leer(): Promise<void> {
    const cuenta = this.#deps.sesion.actual?.nombre;
    if (cuenta === undefined) return;
    try {
      const estado = await this.#deps.api.call('datos.estado', { cuenta });
      // Another account may have been chosen meanwhile.
      if (this.#deps.sesion.actual?.nombre === cuenta) this.estado = estado;
    } catch (error) {
      this.falla = toFailure(error);
    }
  }

  /** The failure is of an update: what was read before is still what is seen. */
  didNotUpdate = $state(false);

  /** Brings everything up to date, or only some days; one at a time. Stopping it keeps what was read. */
  async refresh(dias: { readonly desde?: string; readonly hasta?: string } = {}): Promise<void> {
    const cuenta = this.#deps.sesion.actual?.nombre;
    if (cuenta === undefined || this.isRunning) return;
    this.falla = undefined;
    this.didNotUpdate = false;
    this.ultima = undefined;
    try {
      this.ultima = await this.#deps.jobs.perform(
        { seccion: 'inicio' },
        (job) => {
          this.job = job;
          const onProgress = (progreso: Progress): void => {
            job.progreso = progreso;
          };
          return this.#deps.api.call('datos.sincronizar', { cuenta, ...dias }, { signal: job.signal, onProgress });
        },
        this.#titulo,
      );
    } catch (error) {
      if (this.job?.signal.aborted !== true) {
        this.falla = toFailure(error);
        this.didNotUpdate = true;
      }
    } finally {
      this.job = undefined;
      this.vuelta += 1;
      await this.leer();
    }
  }

  /** The same behind what is looked at, after an upload: its result is explained with what is brought. Nothing when another account is shown by now. */
  async updateBehind(cuenta: string | undefined): Promise<void> {
    if (cuenta !== undefined && this.#deps.sesion.actual?.nombre === cuenta) await this.refresh();
  }

  discard(): void {
    this.falla = undefined;
    this.ultima = undefined;
  }
}
