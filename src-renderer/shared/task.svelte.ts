import type { Progress } from '#contract/host-events.ts';
import { toFailure, Failure } from '../api/failure.ts';
import type { Api, Tracking } from '../api/api.ts';
import type { Shared } from './context.ts';
import type { FollowedJob, Jobs, Job } from './jobs.svelte.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { SyncFailure } from '#contract/documents.ts';
import { isOfNetwork } from '../ui/errors.ts';
import type { Route } from './routes.ts';

interface OwnTracking {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** A call that can be repeated. A newer call aborts the running one and drops its answer or failure. */
export class Newest {
  isBusy = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  progress = $state.raw<Progress | undefined>(undefined);
  #own = new AbortController();

  /** Gives the answer; undefined when the call was aborted or failed (see `failure`). `life` also aborts the call. */
  async run<T>(ask: (tracking: OwnTracking) => Promise<T>, life?: AbortSignal): Promise<T | undefined> {
    this.stop();
    const own = new AbortController();
    this.#own = own;
    const signal = life === undefined ? own.signal : AbortSignal.any([life, own.signal]);
    this.isBusy = true;
    try {
      const answer = await ask({
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) this.progress = progress;
        },
      });
      return signal.aborted ? undefined : answer;
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
      return undefined;
    } finally {
      if (this.#own === own) {
        this.isBusy = false;
        this.progress = undefined;
      }
    }
  }

  stop(): void {
    this.#own.abort();
    this.isBusy = false;
    this.failure = undefined;
    this.progress = undefined;
  }
}

export class AccountQuestion extends Newest {
  protected readonly api: Api;
  protected readonly account: string | undefined;

  constructor(api: Api, account?: string) {
    super();
    this.api = api;
    this.account = account;
  }

  /** Makes a call for `run`. Throws when `signal` aborted before the answer came, because a newer call has begun. */
  protected readonly call: Api['call'] = async (method, input, tracking) => {
    const answer = await this.api.call(method, input, tracking);
    tracking?.signal?.throwIfAborted();
    return answer;
  };
}

/** A document from the core. During the next call, and when that call fails, the old document stays. */
export class Ask<T> extends AccountQuestion {
  document = $state.raw<T | undefined>(undefined);

  protected async ask(question: (tracking: OwnTracking) => Promise<T>, life?: AbortSignal): Promise<void> {
    const answer = await this.run(question, life);
    if (answer !== undefined) this.document = answer;
  }
}

/** An action of a screen. While the action runs, `run` does nothing. */
export class Task extends Newest {
  override async run<T>(work: (tracking: OwnTracking) => Promise<T>): Promise<T | undefined> {
    return this.isBusy ? undefined : super.run(work);
  }
}

/** An action that continues when its screen closes; a note above the page then shows its failure. */
class FollowedTask extends Task {
  protected async follow(
    jobs: Pick<Jobs, 'keepGoing'>,
    followed: Omit<FollowedJob, 'getFailure'>,
    work: (job: Job) => Promise<void>,
  ): Promise<void> {
    await jobs.keepGoing({ ...followed, getFailure: () => this.failure }, (job) =>
      this.run(() =>
        work(job).catch((error: unknown) => {
          if (!job.signal.aborted) throw error;
        }),
      ),
    );
  }
}

interface WorkbookDeps {
  readonly api: Pick<Shared['api'], 'deliver'>;
  readonly jobs: Pick<Jobs, 'keepGoing'>;
}

type WrittenFile = string | { readonly archivo: string; readonly leeme?: string | undefined };

export class WorkbookTask extends FollowedTask {
  readonly #deps: WorkbookDeps;
  #again: (() => Promise<void>) | undefined;

  constructor(deps: WorkbookDeps) {
    super();
    this.#deps = deps;
  }

  async write(
    followed: Omit<FollowedJob, 'getFailure'>,
    ask: (tracking: Tracking) => Promise<WrittenFile>,
  ): Promise<void> {
    if (this.isBusy) return;
    const { api, jobs } = this.#deps;
    this.#again = () => this.write(followed, ask);
    await this.follow(jobs, followed, async (job) => {
      const written = await ask(job.tracking);
      if (typeof written === 'string') await api.deliver(written);
      else await api.deliver(written.archivo, written.leeme);
    });
  }

  async retry(): Promise<void> {
    await this.#again?.();
  }
}

/** The first failure that the network did not cause, or else the first: the top bar already shows failures of the network. */
function findMainFailure(failures: readonly SyncFailure[]): Failure | undefined {
  const told = failures.map(({ codigo, mensaje }) => new Failure({ code: codigo, message: mensaje }));
  return told.find((failure) => !isOfNetwork(failure)) ?? told[0];
}

interface DownloadRequest {
  readonly cuenta: string | undefined;
  /** The method to download; absent to download all methods. */
  readonly metodo?: Exclude<MethodInput<'datos.pagina'>['vista'], 'cupones'>;
  readonly desde?: string | undefined;
  readonly hasta?: string | undefined;
}

type DownloadDeps = Pick<Shared, 'api' | 'jobs' | 'freshness' | 'connection'>;

/** Downloads data for a screen. Stopping a download keeps the data read before. */
export class DownloadState extends FollowedTask {
  /** How many methods failed, each a part of the download; zero when the whole call failed. */
  failedParts = $state(0);
  rounds = $state(0);
  readonly #deps: DownloadDeps;
  readonly #screen: AbortSignal;
  #returns = $state(0);
  /** The failure of a download that got no answer; undefined once the service has answered again. */
  readonly notReached: Failure | undefined = $derived.by(() => {
    const { failure } = this;
    const isOfNow = this.#deps.connection.returns === this.#returns;
    return failure !== undefined && isOfNetwork(failure) && isOfNow ? failure : undefined;
  });

  constructor(deps: DownloadDeps, screen: AbortSignal) {
    super();
    this.#deps = deps;
    this.#screen = screen;
  }

  async download({ metodo, ...request }: DownloadRequest, ruta: Route, title: () => string): Promise<void> {
    if (this.isBusy || request.cuenta === undefined) return;
    const { api, jobs, freshness, connection } = this.#deps;
    const input = { ...request, metodos: metodo === undefined ? undefined : [metodo] };
    this.failedParts = 0;
    await this.follow(jobs, { ruta, title, pantalla: this.#screen }, async (job) => {
      const { fallas } = await api.call('datos.sincronizar', input, job.tracking);
      this.failedParts = fallas.length;
      this.failure = findMainFailure(fallas);
    });
    this.#returns = connection.returns;
    this.rounds += 1;
    await freshness.read();
  }
}
