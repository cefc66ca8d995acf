import type { ServiceMethod } from './vista.ts';
import { toFailure, Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import type { Route } from '../../shared/routes.ts';

type Deps = Pick<Shared, 'api' | 'jobs' | 'freshness'>;

/** Downloads what a screen lacks, as background work that can be stopped from the top bar. */
export class DownloadState {
  isRunning = $state(false);
  falla = $state.raw<Failure | undefined>(undefined);
  /** Grows after each download. */
  vuelta = $state(0);
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async download(
    request: {
      readonly cuenta: string;
      /** Absent: every method. */
      readonly metodo?: ServiceMethod;
      readonly desde?: string | undefined;
      readonly hasta?: string | undefined;
    },
    ruta: Route,
    titulo: () => string,
  ): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.falla = undefined;
    const { cuenta, metodo, desde, hasta } = request;
    const metodos = metodo === undefined ? {} : { metodos: [metodo] };
    const dias = { ...(desde === undefined ? {} : { desde }), ...(hasta === undefined ? {} : { hasta }) };
    try {
      const { fallas } = await this.#deps.jobs.perform(
        ruta,
        (job) =>
          this.#deps.api.call(
            'datos.sincronizar',
            { cuenta, ...metodos, ...dias },
            {
              signal: job.signal,
              onProgress: (progreso) => {
                job.progreso = progreso;
              },
            },
          ),
        titulo,
      );
      const [primera] = fallas;
      if (primera !== undefined) this.falla = new Failure({ code: primera.codigo, message: primera.mensaje });
    } catch (error) {
      this.falla = toFailure(error);
    } finally {
      this.isRunning = false;
      this.vuelta += 1;
      await this.#deps.freshness.leer();
    }
  }
}
