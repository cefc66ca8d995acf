import type { Progress } from '#contract/host-events.ts';
import type { Tracking } from '../api/api.ts';
import type { Failure } from '../api/failure.ts';
import type { Route } from './routes.ts';

/** What a job knows of the upload that it runs. */
export interface UploadOfJob {
  readonly cuenta: string | undefined;
  /** The name of the uploaded file, or of all its files. */
  readonly archivo: string;
  /** The upload's id in the ledger; undefined until the ledger has it. */
  readonly carga?: string | undefined;
}

/** Long work that continues on any screen. */
export class Job {
  progress = $state.raw<Progress | undefined>(undefined);
  readonly id: number;
  /** The screen that shows it. */
  route: Route = $state.raw({ seccion: 'inicio' });
  /** The reconciliation of an upload that has its result. */
  result = $state.raw<string | undefined>(undefined);
  readonly title: () => string;
  readonly upload: UploadOfJob | undefined;
  isStopping = $state(false);
  readonly #control = new AbortController();

  constructor(id: number, route: Route, title: () => string, upload?: UploadOfJob) {
    this.id = id;
    this.route = route;
    this.title = title;
    this.upload = upload;
  }

  /** The upload's name on this PC; undefined before it has one, and for other work. */
  get uploadId(): string | undefined {
    return this.progress?.carga ?? this.upload?.carga;
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** The tracking of a call that makes it part of this job: its progress, and the signal that stops it. */
  get tracking(): Required<Tracking> {
    return {
      signal: this.signal,
      onProgress: (progress) => {
        this.progress = progress;
      },
    };
  }

  /**
   * True for an upload that has its result: its report is being written, or it still waits because an answer was lost and the service may add
   * something (docs/upload.md, 7).
   */
  get hasResult(): boolean {
    return this.progress?.fase === 'auditoria' || this.progress?.fase === 'informe';
  }

  /** The progress in whole percent; undefined while the total is unknown. Not a derived value, because that would end with the screen that began the work. */
  get percent(): number | undefined {
    const progress = this.progress;
    if (progress === undefined || progress.total === null || progress.total === 0) return undefined;
    return Math.floor((Math.min(progress.hecho, progress.total) / progress.total) * 100);
  }

  stop(): void {
    this.isStopping = true;
    this.#control.abort();
  }
}

/** Work that continues after its screen is closed. */
export interface FollowedJob {
  readonly ruta: Route;
  readonly title: () => string;
  /** Aborted once the screen is gone. */
  readonly pantalla: AbortSignal;
  readonly getFailure: () => Failure | undefined;
}

/** Work that failed after its screen was closed. */
export interface FailedJob extends Pick<FollowedJob, 'ruta' | 'title'> {
  readonly id: number;
  readonly falla: Failure;
}

/** The work in progress; the top bar shows it. */
export class Jobs {
  active = $state.raw<readonly Job[]>([]);
  /** Failures that the person has not closed yet. */
  failed = $state.raw<readonly FailedJob[]>([]);
  /** True for a stopped upload that continues by itself once the service is back. The frame sets this. */
  goesOnAlone: (upload: string) => boolean = () => false;
  /** True while the person is asked for the secret of an account: its work waits for that. The frame sets this. */
  waitsForSecret: (account: string | undefined) => boolean = () => false;
  #nextId = 1;

  /** Runs `work` as a job. The job leaves the list when the work ends, also with an error. */
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
    }
  }

  /** True for an upload that waits until the person gives the secret. */
  isAsked({ upload, progress }: Job): boolean {
    return upload !== undefined && progress === undefined && this.waitsForSecret(upload.cuenta);
  }

  /** The running job of an upload. */
  findUpload(upload: string): Job | undefined {
    return this.active.find(({ uploadId }) => uploadId === upload);
  }

  /** The uploads of an account that wait: its uploads go one after the other, and none has progress before its turn. */
  listWaiting(account: string | undefined): readonly Job[] {
    const own = this.active.filter(({ upload }) => upload !== undefined && upload.cuenta === account);
    const waiting = own.filter(({ progress }) => progress === undefined);
    return waiting.length < own.length ? waiting : [];
  }

  /** The upload of an account that sends, or waits for its result: the others wait for it. */
  findSending(account: string | undefined): Job | undefined {
    return this.active.find(
      ({ upload, progress }) => upload !== undefined && upload.cuenta === account && progress !== undefined,
    );
  }

  /** Like `perform`, for work that stores its own failure. When its screen is closed by then, a note over the page shows the failure. */
  async keepGoing(
    { ruta: route, title, pantalla, getFailure }: FollowedJob,
    work: (job: Job) => Promise<void>,
  ): Promise<void> {
    await this.perform(route, work, title);
    const failed = getFailure();
    if (pantalla.aborted && failed !== undefined) this.tell({ ruta: route, title, falla: failed });
  }

  /** Shows a failure in a note over the page until the person closes it. */
  tell(failed: Omit<FailedJob, 'id'>): void {
    this.failed = [...this.failed, { id: this.#nextId++, ...failed }];
  }

  discard(failed: FailedJob): void {
    this.failed = this.failed.filter((other) => other !== failed);
  }
}
