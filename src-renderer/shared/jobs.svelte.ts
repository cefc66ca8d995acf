import type { Progress } from '#contract/progress.ts';
import type { Failure } from '../api/failure.ts';
import type { Route } from './routes.ts';

/** Something long that goes on whatever screen is shown. */
export class Job {
  progreso = $state.raw<Progress | undefined>(undefined);
  readonly id: number;
  readonly ruta: Route;
  /** How the top bar calls it; undefined: just work. */
  readonly title: (() => string) | undefined;
  isStopping = $state(false);
  readonly #control = new AbortController();

  constructor(id: number, ruta: Route, title?: () => string) {
    this.id = id;
    this.ruta = ruta;
    this.title = title;
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Whole percent, while the total is known. Not a derived value: it would end with the screen that began the work. */
  get percent(): number | undefined {
    const progreso = this.progreso;
    if (progreso === undefined || progreso.total === null || progreso.total === 0) return undefined;
    return Math.floor((Math.min(progreso.hecho, progreso.total) / progreso.total) * 100);
  }

  stop(): void {
    this.isStopping = true;
    this.#control.abort();
  }
}

/** Work that goes on after its screen. */
interface FollowedJob {
  readonly ruta: Route;
  readonly title: () => string;
  /** Aborted once the screen is gone. */
  readonly pantalla: AbortSignal;
  /** What the screen would say of it. */
  readonly falla: () => Failure | undefined;
}

/** What failed when its screen was gone. */
export interface FailedJob extends Pick<FollowedJob, 'ruta' | 'title'> {
  readonly id: number;
  readonly falla: Failure;
}

/** The work in progress, shown in the top bar. */
export class Jobs {
  active = $state.raw<readonly Job[]>([]);
  /** What nobody was told of yet. */
  failed = $state.raw<readonly FailedJob[]>([]);
  #siguiente = 1;

  /** Runs something as work in progress; it leaves the list when it ends, however it ends. */
  async perform<T>(ruta: Route, work: (job: Job) => Promise<T>, title?: () => string): Promise<T> {
    const job = new Job(this.#siguiente++, ruta, title);
    this.active = [...this.active, job];
    try {
      return await work(job);
    } finally {
      this.active = this.active.filter((otro) => otro !== job);
    }
  }

  /** As `hacer`, for work that keeps its own failure: it is told on every screen when its own is not there any more. */
  async keepGoing({ ruta, title, pantalla, falla }: FollowedJob, work: (job: Job) => Promise<void>): Promise<void> {
    await this.perform(ruta, work, title);
    const failed = falla();
    if (pantalla.aborted && failed !== undefined) this.tell({ ruta, title, falla: failed });
  }

  /** What failed when its screen was gone: the top bar says it until the person knows. */
  tell(failed: Omit<FailedJob, 'id'>): void {
    this.failed = [...this.failed, { id: this.#siguiente++, ...failed }];
  }

  /** The person knows. */
  discard(failed: FailedJob): void {
    this.failed = this.failed.filter((otro) => otro !== failed);
  }
}
