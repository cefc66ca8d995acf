import type { HomePending, HomeWork } from '#contract/home.ts';
import type { Api } from '../api/api.ts';
import type { Jobs } from './jobs.svelte.ts';
import type { Session } from './session.svelte.ts';
import { Newest } from './task.svelte.ts';

/** The counts of pending work of this PC, for the rail and *Inicio*. */
export class PendingCounts {
  #document = $state.raw<HomePending | undefined>(undefined);
  readonly #api: Api;
  readonly #session: Session;
  readonly #jobs: Jobs;
  readonly #asking = new Newest();

  constructor(api: Api, session: Session, jobs: Jobs) {
    this.#api = api;
    this.#session = session;
    this.#jobs = jobs;
  }

  /** The unmatched coupons to do. Null when this PC never reconciled anything; undefined while unknown. */
  get work(): HomeWork | null | undefined {
    return this.#document?.porHacer;
  }
  get contracargos(): number {
    return this.#document?.contracargos ?? 0;
  }

  /** The unfinished uploads without those that have their result, and the files whose turn has not come (`waiting`). */
  get envios(): readonly Pick<HomePending['envios'][number], 'archivos'>[] {
    const begun = (this.#document?.envios ?? []).filter(
      ({ carga }) => this.#jobs.findUpload(carga)?.hasResult !== true,
    );
    return [...begun, ...this.waiting.map((archivo) => ({ archivos: [archivo] }))];
  }
  /** The files that wait until the upload before them ends: this PC does not list them before. */
  get waiting(): readonly string[] {
    return this.#jobs
      .listWaiting(this.#session.actual?.nombre)
      .flatMap(({ upload }) => (upload === undefined || upload.carga !== undefined ? [] : upload.archivo));
  }

  /** True while the counts are being read; matching takes seconds the first time. */
  get isReading(): boolean {
    return this.#asking.isBusy;
  }

  /** Reads the counts from this PC, never from the service. A failure is left out here, because the screens report it. */
  async read(): Promise<void> {
    const cuenta = this.#session.actual?.nombre;
    if (cuenta === undefined) {
      this.#asking.stop();
      this.#document = undefined;
      return;
    }
    const answer = await this.#asking.run(() => this.#api.call('inicio.pendientes', { cuenta }));
    const hasEnded = answer !== undefined || this.#asking.failure !== undefined;
    // Another account may have been chosen meanwhile.
    if (hasEnded && this.#session.actual?.nombre === cuenta) this.#document = answer;
  }
}
