import type { DataPage } from '#contract/data.ts';
import type { SyncFailure } from '#contract/documents.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { toFailure, Failure } from '../api/failure.ts';
import { isOfNetwork } from '../ui/errors.ts';
import type { Shared } from './context.ts';
import type { Job } from './jobs.svelte.ts';
import type { Route } from './routes.ts';

type Deps = Pick<Shared, 'api' | 'jobs' | 'freshness'>;

/** The first failure that the top bar does not show by itself; else the first one. */
function findMainFailure(failures: readonly SyncFailure[]): Failure | undefined {
  const told = failures.map(({ codigo, mensaje }) => new Failure({ code: codigo, message: mensaje }));
  return told.find((failure) => !isOfNetwork(failure)) ?? told[0];
}

/** Downloads what a screen lacks, as background work that can be stopped from the top bar. */
export class DownloadState {
  isRunning = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  /** How many parts of the download failed; `failure` is of one of them. Zero when the download failed as a whole. */
  failedParts = $state(0);
  rounds = $state(0);
  readonly #deps: Deps;
  readonly #screen: AbortSignal;

  /** `screen` aborts when the screen closes: the top bar then shows a failure. */
  constructor(deps: Deps, screen: AbortSignal) {
    this.#deps = deps;
    this.#screen = screen;
  }

  async download(
    request: {
      readonly cuenta: string;
      /** Absent: every method. */
      readonly metodo?: Exclude<DataPage['vista'], 'cupones'>;
      readonly desde?: string | undefined;
      readonly hasta?: string | undefined;
    },
    route: Route,
    title: () => string,
  ): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.failure = undefined;
    this.failedParts = 0;
    const { cuenta, metodo, desde, hasta } = request;
    const input = { cuenta, metodos: metodo === undefined ? undefined : [metodo], desde, hasta };
    await this.#deps.jobs.keepGoing(
      { ruta: route, title, pantalla: this.#screen, getFailure: () => this.failure },
      (job) => this.#synchronise(input, job),
    );
    this.isRunning = false;
    this.rounds += 1;
    await this.#deps.freshness.read();
  }

  /** Keeps its failure. Stopping is not a failure: what was read until then is kept. */
  async #synchronise(input: MethodInput<'datos.sincronizar'>, job: Job): Promise<void> {
    try {
      const { fallas } = await this.#deps.api.call('datos.sincronizar', input, job.tracking);
      this.failure = findMainFailure(fallas);
      this.failedParts = fallas.length;
    } catch (error) {
      if (!job.signal.aborted) this.failure = toFailure(error);
    }
  }
}
