import type { StoppedUpload } from '#contract/documents.ts';
import type { Progress } from '#contract/host-events.ts';
import type { Tracking } from '../api/api.ts';
import type { Failure } from '../api/failure.ts';
import type { Route } from './routes.ts';

/** True when an upload in this state cannot be continued. */
export const hasEnded = (state: string): boolean => state === 'TERMINADA' || state === 'ABANDONADA';

export interface UploadOfJob {
  readonly cuenta: string | undefined;
  readonly archivo: string;
  /** The upload's id in the ledger; undefined until the ledger has it. */
  readonly carga?: string | undefined;
}

/** Work that continues while the person visits other screens. */
export class Job {
  progress = $state.raw<Progress | undefined>(undefined);
  readonly id: number;
  route: Route = $state.raw({ seccion: 'inicio' });
  result = $state.raw<string | undefined>(undefined);
  readonly title: () => string;
  readonly upload: UploadOfJob | undefined;
  isStopping = $state(false);
  /** True once the person opened the result, which may come minutes before the upload ends; no note then announces the result. */
  wasOpened = false;
  readonly #control = new AbortController();

  constructor(id: number, route: Route, title: () => string, upload?: UploadOfJob) {
    this.id = id;
    this.route = route;
    this.title = title;
    this.upload = upload;
  }

  /** The id of an upload; undefined until the ledger has the upload, and for other work. */
  get uploadId(): string | undefined {
    return this.progress?.carga ?? this.upload?.carga;
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** The progress handler and the signal of this job, for a call that belongs to the job. */
  get tracking(): Required<Tracking> {
    return {
      signal: this.signal,
      onProgress: (progress) => {
        this.progress = progress;
      },
    };
  }

  /** True once the result was read, while the report is written or the upload waits for coupons that arrive late (docs/upload.md, 7). */
  get hasResult(): boolean {
    return this.progress?.fase === 'auditoria' || this.progress?.fase === 'informe';
  }

  /** Whole percent of the progress; undefined without a total, and at the total. Not derived state, because that ends with the screen that began the work. */
  get percent(): number | undefined {
    const progress = this.progress;
    if (progress === undefined || progress.total === null || progress.hecho >= progress.total) return undefined;
    return Math.floor((progress.hecho / progress.total) * 100);
  }

  stop(): void {
    this.isStopping = true;
    this.#control.abort();
  }
}

/** Work that continues when its screen is closed. */
export interface FollowedJob {
  readonly ruta: Route;
  readonly title: () => string;
  readonly pantalla: AbortSignal;
  readonly getFailure: () => Failure | undefined;
}

/** Failed work whose failure its own screen does not show. */
export interface FailedJob extends Pick<FollowedJob, 'ruta' | 'title'> {
  readonly id: number;
  readonly falla: Failure;
  readonly cuenta?: string | undefined;
}

/** An upload outside the wizard that got its result; a note above the page links to the result. */
export interface ReadyResult {
  readonly cuenta: string;
  readonly archivo: string;
  readonly id: string;
}

interface KnownStop {
  readonly stopped: StoppedUpload | undefined;
  readonly waitsForService: boolean;
}

export class Jobs {
  active = $state.raw<readonly Job[]>([]);
  failed = $state.raw<readonly FailedJob[]>([]);
  /** Results whose note is still open, because the person neither opened the result nor closed the note. */
  ready = $state.raw<readonly ReadyResult[]>([]);
  /** Finds an upload that a screen ran and that has stopped. The frame sets this function. */
  findStopped: (upload: string) => KnownStop | undefined = () => undefined;
  /** True while work of an account waits for its secret. The frame sets this function. */
  waitsForSecret: (account: string | undefined) => boolean = () => false;
  #ended = $state(0);
  #nextId = 1;

  /** Grows once for each upload: when the upload has its result, or when it ends without a result. */
  get results(): number {
    return this.#ended + this.active.filter(({ hasResult }) => hasResult).length;
  }

  /** Runs `work` as a job, which stays in `active` until the work ends or fails. */
  async perform<T>(
    route: Route,
    work: (job: Job) => Promise<T>,
    title: () => string,
    upload?: UploadOfJob,
  ): Promise<T> {
    const job = new Job(this.#nextId++, route, title, upload);
    this.active = [...this.active, job];
    try {
      return await work(job);
    } finally {
      this.active = this.active.filter((other) => other !== job);
      if (upload !== undefined) this.#ended += 1;
    }
  }

  isAsked({ upload, progress }: Job): boolean {
    return upload !== undefined && progress === undefined && this.waitsForSecret(upload.cuenta);
  }

  findUpload(upload: string): Job | undefined {
    return this.active.find(({ uploadId }) => uploadId === upload);
  }

  /** Uploads of an account that wait while another one of the account is sent; a waiting upload has no progress. */
  listWaiting(account: string | undefined): readonly Job[] {
    const own = this.active.filter(({ upload }) => upload !== undefined && upload.cuenta === account);
    const waiting = own.filter(({ progress }) => progress === undefined);
    return waiting.length < own.length ? waiting : [];
  }

  /** The upload of an account that is being sent or waits for its result. */
  findSending(account: string | undefined): Job | undefined {
    return this.active.find(
      ({ upload, progress }) => upload !== undefined && upload.cuenta === account && progress !== undefined,
    );
  }

  /** Runs `work`, which stores its own failure, as a job. If the screen is closed when the work ends, a note above the page shows the failure. */
  async keepGoing(
    { ruta: route, title, pantalla, getFailure }: FollowedJob,
    work: (job: Job) => Promise<void>,
  ): Promise<void> {
    await this.perform(route, work, title);
    const failed = getFailure();
    if (pantalla.aborted && failed !== undefined) this.tell({ ruta: route, title, falla: failed });
  }

  /** Shows a failure above the page until the person closes it. */
  tell(failed: Omit<FailedJob, 'id'>): void {
    this.failed = [...this.failed, { id: this.#nextId++, ...failed }];
  }

  discard(failed: FailedJob): void {
    this.failed = this.failed.filter((other) => other !== failed);
  }

  /** Shows above the page that an upload has its result, until the person opens it or closes the note. */
  tellResult(result: ReadyResult): void {
    this.ready = [...this.ready, result];
  }

  discardResult({ cuenta, id }: Pick<ReadyResult, 'cuenta' | 'id'>): void {
    this.ready = this.ready.filter((one) => one.cuenta !== cuenta || one.id !== id);
  }
}
