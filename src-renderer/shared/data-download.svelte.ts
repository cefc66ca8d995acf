import type { DataPage } from '#contract/data.ts';
import { toFailure, Failure } from '../api/failure.ts';
import type { Shared } from './context.ts';
import type { Route } from './routes.ts';

type Deps = Pick<Shared, 'api' | 'jobs' | 'freshness'>;

/** Downloads what a screen lacks, as background work that can be stopped from the top bar. */
export class DownloadState {
  isRunning = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  /** Grows after each download. */
  rounds = $state(0);
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
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
    const { cuenta, metodo, desde, hasta } = request;
    const methods = metodo === undefined ? {} : { metodos: [metodo] };
    const days = { ...(desde === undefined ? {} : { desde }), ...(hasta === undefined ? {} : { hasta }) };
    try {
      const { fallas } = await this.#deps.jobs.perform(
        route,
        (job) =>
          this.#deps.api.call(
            'datos.sincronizar',
            { cuenta, ...methods, ...days },
            {
              signal: job.signal,
              onProgress: (progress) => {
                job.progress = progress;
              },
            },
          ),
        title,
      );
      const [first] = fallas;
      if (first !== undefined) this.failure = new Failure({ code: first.codigo, message: first.mensaje });
    } catch (error) {
      this.failure = toFailure(error);
    } finally {
      this.isRunning = false;
      this.rounds += 1;
      await this.#deps.freshness.read();
    }
  }
}
