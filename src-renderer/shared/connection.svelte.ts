import type { Api, Tracking } from '../api/api.ts';
import { toFailure } from '../api/failure.ts';
import type { StoppedUpload, SyncDocument } from '#contract/documents.ts';
import { isOfNetwork, isSecretMissing, isStoppedByNetwork } from '../ui/errors.ts';

/** Methods whose success proves that the service can be reached. Other methods with the same prefixes read only the data of this PC. */
const OF_THE_SERVICE =
  /^(cuentas\.probar|conciliaciones\.(listar|ver|leer|resultado|borrar)|cargas\.(conciliar|retomar)|revision\.enviar)$/;

/** Whether an update reached the service; undefined when it asked nothing. */
function isUpdateReached({ metodos, fallas }: Pick<SyncDocument, 'metodos' | 'fallas'>): boolean | undefined {
  const losses = fallas.filter(({ codigo }) => isOfNetwork({ code: codigo }));
  if (losses.length > 0 && losses.length === fallas.length) return false;
  return metodos.some(({ pedidos }) => pedidos > 0) ? true : undefined;
}

/** Recognises the answer of `datos.sincronizar`: no other answer has `fallas` and `metodos`. */
const isUpdate = (value: unknown): value is SyncDocument =>
  typeof value === 'object' && value !== null && 'fallas' in value && 'metodos' in value;

const wasCancelled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'codigo' in value && value.codigo === 'CANCELADO';

/** Recognises an upload that stopped: no other answer has `codigo` and `pendientes`. */
const isStopped = (value: unknown): value is StoppedUpload =>
  typeof value === 'object' && value !== null && 'codigo' in value && 'pendientes' in value;

/** Whether an answer proves that the service can be reached, or that it cannot; undefined for one that proves neither. */
function isServiceReached(method: string, value: unknown): boolean | undefined {
  const uploads = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isStopped);
  if (uploads.some(isStoppedByNetwork)) return false;
  // A cancelled call proves nothing: a person may stop work because nothing answers.
  if ([...uploads, value].some(wasCancelled)) return undefined;
  if (OF_THE_SERVICE.test(method)) return true;
  return isUpdate(value) ? isUpdateReached(value) : undefined;
}

/** Whether the program answers, and whether the service can be reached. */
export class Connection {
  program = $state(true);
  service = $state(true);
  /** How many times the service came back after it could not be reached. */
  returns = $state(0);
  /** True when the program was updated while the page was open: a file that the person needed is gone. */
  isOutdated = $state(false);
  inFlight = $state(false);
  /** How many calls are not answered yet. Not a `$state`, because an effect that calls would then depend on it. */
  #calls = 0;

  /** Wraps the api: each call notes whether the service could be reached. */
  observe(api: Api): Api {
    return {
      ...api,
      call: async (method, input, tracking) => {
        this.#count(1);
        try {
          const value = await api.call(method, input, tracking && this.#follow(tracking));
          const isReached = isServiceReached(method, value);
          if (isReached === true) this.#noteReturn();
          else if (isReached === false) this.service = false;
          return value;
        } catch (error) {
          if (isOfNetwork(toFailure(error))) this.service = false;
          throw error;
        } finally {
          this.#count(-1);
        }
      },
    };
  }

  /**
   * Asks the service once whether it is back, without asking a person for a secret. `signal` ends the core's own retries, because the next look comes
   * sooner. `api`: the plain one and not the observed one, because the person did not ask for these calls.
   */
  async look(api: Pick<Api, 'call'>, account: string, today: string, signal: AbortSignal): Promise<void> {
    const input = { cuenta: account, desde: today, hasta: today, sinPreguntar: true };
    try {
      await api.call('conciliaciones.listar', input, { signal });
      this.#noteReturn();
    } catch (error) {
      // With any other failure the service has answered.
      const failure = toFailure(error);
      if (!signal.aborted && !isOfNetwork(failure) && !isSecretMissing(failure)) this.#noteReturn();
    }
  }

  /** Called when code for something that the person pressed could not be loaded. */
  noteError(error: unknown): void {
    if (toFailure(error).ofPage === 'actualizado') this.isOutdated = true;
  }
  #noteReturn(): void {
    if (this.service) return;
    this.service = true;
    this.returns += 1;
  }
  /** Adds to a call a progress handler: a running upload reports in its progress that the service does not answer. */
  #follow({ onProgress, ...tracking }: Tracking): Tracking {
    return {
      ...tracking,
      onProgress: (progress) => {
        if (progress.frase?.codigo === 'no_responde') this.service = false;
        onProgress?.(progress);
      },
    };
  }
  #count(more: 1 | -1): void {
    this.#calls += more;
    this.inFlight = this.#calls > 0;
  }
}
