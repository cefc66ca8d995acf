import type { Api } from '../api/api.ts';
import { toFailure } from '../api/failure.ts';
import type { SyncDocument } from '#contract/documents.ts';
import { isOfNetwork, isSecretMissing } from '../ui/errors.ts';

/** Methods whose success proves that the service can be reached. Other methods of these families read what this PC keeps. */
const OF_THE_SERVICE =
  /^(cuentas\.probar|conciliaciones\.(listar|ver|leer|resultado|borrar)|cargas\.(conciliar|retomar))$/;

/** Whether an update reached the service; undefined when it asked nothing. */
function isServiceReached({ metodos, fallas }: Pick<SyncDocument, 'metodos' | 'fallas'>): boolean | undefined {
  const losses = fallas.filter(({ codigo }) => isOfNetwork({ code: codigo }));
  if (losses.length > 0 && losses.length === fallas.length) return false;
  return metodos.some(({ pedidos }) => pedidos > 0) ? true : undefined;
}

/** Recognises the answer of `datos.sincronizar`: no other answer has `fallas` and `metodos`. */
const isUpdate = (value: unknown): value is SyncDocument =>
  typeof value === 'object' && value !== null && 'fallas' in value && 'metodos' in value;

/** Whether the program answers, and whether the service can be reached. */
export class Connection {
  program = $state(true);
  service = $state(true);
  /** The program was updated under this page: a file that the person needed is gone. */
  isOutdated = $state(false);
  inFlight = $state(false);
  /** How many calls were not answered yet. Not a `$state`: an effect that calls would then depend on it. */
  #calls = 0;

  /** Wraps the api: each call notes whether the service could be reached. */
  observe(api: Api): Api {
    return {
      ...api,
      call: async (method, input, tracking) => {
        this.#count(1);
        try {
          const value = await api.call(method, input, tracking);
          if (OF_THE_SERVICE.test(method)) this.service = true;
          else if (isUpdate(value)) this.service = isServiceReached(value) ?? this.service;
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
   * Asks the service once whether it is back, without asking a person for a secret. The core's own retries end with `signal`: the next look is sooner.
   * `api`: not the observed one, since the person did not ask for these calls.
   */
  async look(api: Pick<Api, 'call'>, account: string, today: string, signal: AbortSignal): Promise<void> {
    const input = { cuenta: account, desde: today, hasta: today, sinPreguntar: true };
    try {
      await api.call('conciliaciones.listar', input, { signal });
      this.service = true;
    } catch (error) {
      // Any other failure is an answer of the service.
      const failure = toFailure(error);
      if (!signal.aborted && !isOfNetwork(failure) && !isSecretMissing(failure)) this.service = true;
    }
  }

  /** Notes that code for something that the person pressed could not be loaded. */
  noteError(error: unknown): void {
    if (toFailure(error).ofPage === 'actualizado') this.isOutdated = true;
  }
  #count(more: 1 | -1): void {
    this.#calls += more;
    this.inFlight = this.#calls > 0;
  }
}
