import type { Api, Tracking } from '../api/api.ts';
import { toFailure } from '../api/failure.ts';
import type { StoppedUpload, SyncDocument } from '#contract/documents.ts';
import type { PassingNotice } from '#domain/texts/statements.ts';
import { isOfNetwork, isSecretMissing, isStoppedByNetwork } from '../ui/errors.ts';

/** Methods whose success proves that the service answers. Other methods with the same prefixes read only this PC. */
const OF_THE_SERVICE =
  /^(cuentas\.probar|conciliaciones\.(listar|ver|leer|resultado|borrar)|cargas\.(conciliar|retomar)|revision\.enviar)$/;

/** False when the network caused all failures of an update. Otherwise true if the update sent requests to the service, and undefined if it sent none. */
function isUpdateReached({ metodos, fallas }: Pick<SyncDocument, 'metodos' | 'fallas'>): boolean | undefined {
  const losses = fallas.filter(({ codigo }) => isOfNetwork({ code: codigo }));
  if (losses.length > 0 && losses.length === fallas.length) return false;
  return metodos.some(({ pedidos }) => pedidos > 0) ? true : undefined;
}

/** True for the result of `datos.sincronizar`: no other result has both `fallas` and `metodos`. */
const isUpdate = (value: unknown): value is SyncDocument =>
  typeof value === 'object' && value !== null && 'fallas' in value && 'metodos' in value;

const wasCancelled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'codigo' in value && value.codigo === 'CANCELADO';

/** True for an upload that stopped: no other result has both `codigo` and `pendientes`. */
const isStopped = (value: unknown): value is StoppedUpload =>
  typeof value === 'object' && value !== null && 'codigo' in value && 'pendientes' in value;

/** True or false when an answer of the core proves that the service answers or does not; otherwise undefined. */
function isServiceReached(method: string, value: unknown): boolean | undefined {
  const uploads = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isStopped);
  if (uploads.some(isStoppedByNetwork)) return false;
  // Proves nothing: the person may have cancelled the call because the service was slow.
  if ([...uploads, value].some(wasCancelled)) return undefined;
  if (OF_THE_SERVICE.test(method)) return true;
  return isUpdate(value) ? isUpdateReached(value) : undefined;
}

/** A time without answers of the service to an account. Times are milliseconds of the monotonic clock. */
interface Silence {
  readonly cuenta: string;
  readonly since: number;
  /** The number of the running request, from 1. */
  readonly tries: number;
  /** When the running request will end if no answer comes. */
  readonly until: number;
}

export class Connection {
  program = $state(true);
  service = $state(true);
  /** How often the service has answered again after a time without an answer. */
  returns = $state(0);
  /** True when the program was updated while this page was open, so that a file of the page no longer exists. */
  isOutdated = $state(false);
  /** Set while a request of running work waits for a late answer. */
  silence = $state.raw<Silence | undefined>(undefined);
  inFlight = $state(false);
  /** Number of running calls. Not a `$state`, because an effect that makes a call would depend on it. */
  #calls = 0;

  /** Wraps the api so that the result of each call sets `service`. */
  observe(api: Api): Api {
    return {
      ...api,
      call: async (method, input, tracking) => {
        this.#count(1);
        try {
          const value = await api.call(method, input, tracking && this.#follow(tracking));
          const isReached = isServiceReached(method, value);
          if (isReached === true) {
            this.silence = undefined;
            this.#noteReturn();
          } else if (isReached === false) this.service = false;
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

  /** Asks the service once, without asking the person for a secret. `signal` also ends the core's retries. `api`: the api that `observe` did not wrap. */
  async look(api: Pick<Api, 'call'>, account: string, today: string, signal: AbortSignal): Promise<void> {
    const input = { cuenta: account, desde: today, hasta: today, sinPreguntar: true };
    try {
      await api.call('conciliaciones.listar', input, { signal });
      this.#noteReturn();
    } catch (error) {
      // A failure that is no abort, no network failure and no missing secret is an answer of the service.
      const failure = toFailure(error);
      if (!signal.aborted && !isOfNetwork(failure) && !isSecretMissing(failure)) this.#noteReturn();
    }
  }

  /** Records that a request waits for the service, or that it ended without an answer. `now`: milliseconds of the monotonic clock. */
  noteWait({ codigo, segundos, limite, cuenta }: PassingNotice, now: number): void {
    if (codigo === 'pide_esperar') return;
    const isLate = codigo === 'no_respondio';
    if (isLate) this.service = false;
    const { since = now - segundos * 1000, tries = 1 } = this.silence?.cuenta === cuenta ? this.silence : {};
    const left = isLate ? limite : limite - segundos;
    this.silence = { cuenta, since, tries: isLate ? tries + 1 : tries, until: now + left * 1000 };
  }

  /** Records that the program was updated, when the browser cannot load a file of the page. */
  noteError(error: unknown): void {
    if (toFailure(error).ofPage === 'actualizado') this.isOutdated = true;
  }
  #noteReturn(): void {
    if (this.service) return;
    this.service = true;
    this.returns += 1;
  }
  /** Adds a progress handler to a call: the progress of an upload says whether the service answers. */
  #follow({ onProgress, ...tracking }: Tracking): Tracking {
    return {
      ...tracking,
      onProgress: (progress) => {
        if (progress.frase?.codigo === 'no_responde') this.service = false;
        else this.silence = undefined;
        onProgress?.(progress);
      },
    };
  }
  #count(more: 1 | -1): void {
    this.#calls += more;
    this.inFlight = this.#calls > 0;
    // Reads `#calls` instead of `inFlight`: an effect that makes a call would depend on `inFlight` and run again without end.
    if (this.#calls === 0) this.silence = undefined;
  }
}
