import type { HomePending, HomeWork } from '#contract/home.ts';
import type { Api } from '../api/api.ts';
import { hasEnded } from './jobs.svelte.ts';
import type { Jobs } from './jobs.svelte.ts';
import type { Session } from './session.svelte.ts';
import { Newest } from './task.svelte.ts';

/** Counts of pending work on this PC, for the rail and *Inicio*. */
export class PendingCounts {
  #counted = $state.raw<{ readonly cuenta: string; readonly counts: HomePending | undefined } | undefined>(undefined);
  readonly #api: Api;
  readonly #session: Session;
  readonly #jobs: Jobs;
  readonly #asking = new Newest();
  #others = $state.raw<PendingCounts['others']>([]);

  constructor(api: Api, session: Session, jobs: Jobs) {
    this.#api = api;
    this.#session = session;
    this.#jobs = jobs;
  }

  get #document(): HomePending | undefined {
    return this.#counted?.cuenta === this.#session.actual?.nombre ? this.#counted?.counts : undefined;
  }

  /** Unmatched coupons that still need work. Null when this PC has no reconciliation; undefined while unknown. */
  get work(): HomeWork | null | undefined {
    return this.#document?.porHacer;
  }
  get contracargos(): number {
    return this.#document?.contracargos ?? 0;
  }

  /** The unfinished uploads that have no result, followed by the files of `waiting`. */
  get envios(): readonly Pick<HomePending['envios'][number], 'archivos'>[] {
    const begun = (this.#document?.envios ?? []).filter(
      ({ carga }) => this.#jobs.findUpload(carga)?.hasResult !== true,
    );
    return [...begun, ...this.waiting.map((archivo) => ({ archivos: [archivo] }))];
  }
  /** Files whose upload waits for another upload to end; the ledger does not have them yet. */
  get waiting(): readonly string[] {
    return this.#jobs
      .listWaiting(this.#session.actual?.nombre)
      .flatMap(({ upload }) => (upload === undefined || upload.carga !== undefined ? [] : upload.archivo));
  }

  /** Each other account with unfinished uploads, and their number. */
  get others(): readonly { readonly cuenta: string; readonly envios: number }[] {
    const shown = this.#session.actual?.nombre;
    return this.#others.filter(({ cuenta, envios }) => cuenta !== shown && envios > 0);
  }

  /** True while the counts are read. The first reading takes seconds, because the core matches coupons. */
  get isReading(): boolean {
    return this.#asking.isBusy;
  }

  /** Reads the counts of this PC, without asking the service. Stores no failure, because the screens show it. */
  async read(): Promise<void> {
    const cuenta = this.#session.actual?.nombre;
    if (cuenta === undefined) return this.#asking.stop();
    const answer = await this.#asking.run(() => this.#api.call('inicio.pendientes', { cuenta }));
    const hasCome = answer !== undefined || this.#asking.failure !== undefined;
    if (hasCome) this.#counted = { cuenta, counts: answer };
    await this.#readOthers(cuenta);
  }

  async #readOthers(shown: string): Promise<void> {
    const names = (this.#session.accounts ?? []).map(({ nombre }) => nombre).filter((name) => name !== shown);
    this.#others = await Promise.all(
      names.map(async (cuenta) => {
        // An account that cannot be read counts as an account without unfinished uploads.
        const known = await this.#api.call('conciliaciones.conocidas', { cuenta }).catch(() => undefined);
        const open = known?.cargas.filter(({ estado, leida }) => !hasEnded(estado) && leida === undefined);
        return { cuenta, envios: open?.length ?? 0 };
      }),
    );
  }
}
