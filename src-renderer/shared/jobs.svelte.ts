import type { Progress } from '#contract/progress.ts';
import type { Failure } from '../api/failure.ts';
import type { Route } from './routes.ts';

/** Something long that goes on whatever screen is shown. */
export class Job {
  progreso = $state.raw<Progress | undefined>(undefined);
  readonly id: number;
  readonly ruta: Route;
  /** How the top bar calls it; undefined: just work. */
  readonly titulo: (() => string) | undefined;
  deteniendo = $state(false);
  readonly #control = new AbortController();

  constructor(id: number, ruta: Route, titulo?: () => string) {
    this.id = id;
    this.ruta = ruta;
    this.titulo = titulo;
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
    this.deteniendo = true;
    this.#control.abort();
  }
}

/** Work that goes on after its screen. */
interface FollowedJob {
  readonly ruta: Route;
  readonly titulo: () => string;
  /** Aborted once the screen is gone. */
  readonly pantalla: AbortSignal;
  /** What the screen would say of it. */
  readonly falla: () => Failure | undefined;
}

/** What failed when its screen was gone. */
export interface FailedJob extends Pick<FollowedJob, 'ruta' | 'titulo'> {
  readonly id: number;
  readonly falla: Failure;
}

/** The work in progress, shown in the top bar. */
export class Jobs {
  activos = $state.raw<readonly Job[]>([]);
  /** What nobody was told of yet. */
  fallidos = $state.raw<readonly FailedJob[]>([]);
  #siguiente = 1;

  /** Runs something as work in progress; it leaves the list when it ends, however it ends. */
  async perform<T>(ruta: Route, work: (trabajo: Job) => Promise<T>, titulo?: () => string): Promise<T> {
    const trabajo = new Job(this.#siguiente++, ruta, titulo);
    this.activos = [...this.activos, trabajo];
    try {
      return await work(trabajo);
    } finally {
      this.activos = this.activos.filter((otro) => otro !== trabajo);
    }
  }

  /** As `hacer`, for work that keeps its own failure: it is told on every screen when its own is not there any more. */
  async keepGoing(
    { ruta, titulo, pantalla, falla }: FollowedJob,
    work: (trabajo: Job) => Promise<void>,
  ): Promise<void> {
    await this.perform(ruta, work, titulo);
    const failed = falla();
    if (pantalla.aborted && failed !== undefined) this.tell({ ruta, titulo, falla: failed });
  }

  /** What failed when its screen was gone: the top bar says it until the person knows. */
  tell(fallido: Omit<FailedJob, 'id'>): void {
    this.fallidos = [...this.fallidos, { id: this.#siguiente++, ...fallido }];
  }

  /** The person knows. */
  discard(fallido: FailedJob): void {
    this.fallidos = this.fallidos.filter((otro) => otro !== fallido);
  }
}
