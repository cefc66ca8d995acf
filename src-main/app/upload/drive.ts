import { getErrorMessage, isAppError, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import { assertNever } from '#domain/result.ts';
import { REASONS, sayAtConsole } from '#domain/texts/failures.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { hasOpenAttempt, type Machine } from '#domain/upload/machine.ts';
import type { LearnedFacts, Sending, UploadEvent, Observation } from '#domain/upload/types.ts';
import { Executor, withGrace } from './execute.ts';
import { findFailing, progressOf, toInterrupted, toSettling, toFinalResult, dispositionRangesOf } from './summary.ts';
import type { Protocol, Boundary, UploadResult, UploadsDeps } from './types.ts';
import { createVerifiedResult, type VerifiedResult } from './read-result.ts';

export interface Run {
  readonly deps: UploadsDeps;
  readonly protocol: Protocol;
  readonly carga: string;
  readonly initial: Machine;
  readonly signal: AbortSignal;
  /** Another upload of the account, which waits to send: this run only settles the open attempt of `carga`, then stops (I2). */
  readonly settlesFor?: string | undefined;
}

/** Whether the event may be stored with the next event. Until then the ledger has the tanda as attempted; resuming would find out by reading. */
const canWait = (event: UploadEvent, m: Machine): boolean =>
  event.kind === 'aplicado' && event.prueba === 'respuesta' && m.fase.state === 'READY' && m.tandas > 1;

/** Runs one upload until it ends, needs a person or is stopped. Stores events before the action that follows them (I1), in one commit per tanda. */
export class Conductor {
  readonly #activeRun: Run;
  readonly #executor: Executor;
  readonly #verified: VerifiedResult;
  #m: Machine;
  #unrecorded: UploadEvent[] = [];
  /** What the ledger has. The progress shows only this, so that a program that is killed now shows the same progress after it starts again. */
  #recorded: Pick<Machine, 'applied' | 'tandas'>;
  #readSoFar = 0;

  constructor(run: Run) {
    const { deps, carga: uploadId, signal } = run;
    const { keepResult } = deps;
    this.#activeRun = run;
    this.#verified = createVerifiedResult(
      keepResult === undefined ? undefined : (id) => keepResult({ id, carga: uploadId }),
    );
    this.#m = run.initial;
    this.#recorded = run.initial;
    this.#executor = new Executor({
      carga: uploadId,
      ledger: deps.ledger,
      service: deps.service,
      clock: deps.clock,
      signal,
      verified: this.#verified,
      onRead: (readCount) => {
        this.#readSoFar = readCount;
        this.#notify(0);
      },
      onRetry: (problem, wait) => this.#notify(wait, problem),
      boundary: (name) => this.#boundary(name),
    });
  }

  async run(): Promise<UploadResult> {
    const { carga, signal } = this.#activeRun;
    try {
      return await this.#loop();
    } catch (error) {
      if (signal.aborted) return toInterrupted(carga, this.#m, 'CANCELADO');
      if (isAppError(error)) {
        return toInterrupted(carga, this.#m, error.code, { mensaje: error.message, detalle: error.detail });
      }
      throw error;
    } finally {
      this.#verified.drop();
      this.#recordRest();
    }
  }

  /**
   * Stores the events that are not stored yet, except an attempt, which was never sent: stored now, it would count as a lost send (I1). Ignores write errors:
   * they already ended this run, or the next run will report them. Reading the service recovers the events that are missing.
   */
  #recordRest(): void {
    const { deps, carga } = this.#activeRun;
    const attempt = this.#unrecorded.findIndex(({ kind }) => kind === 'intento' || kind === 'intento_borrar');
    const missing = attempt < 0 ? this.#unrecorded : this.#unrecorded.slice(0, attempt);
    this.#unrecorded = [];
    if (missing.length === 0) return;
    try {
      deps.ledger.note(carga, missing);
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }

  async #loop(): Promise<UploadResult> {
    const { protocol, deps, carga, initial, signal, settlesFor } = this.#activeRun;
    if (settlesFor !== undefined) this.#notify(0);
    for (;;) {
      if (settlesFor !== undefined && !hasOpenAttempt(this.#m)) return toInterrupted(carga, this.#m, 'CANCELADO');
      const final = toFinalResult(carga, this.#m, () => deps.ledger.readCounts(carga));
      if (final !== undefined) {
        // Report progress and rows only if this run did something, or if the upload waits for a person.
        if (this.#m !== initial || final.estado === 'necesita_decision') this.#notify(0);
        return this.#withRows(final);
      }
      signal.throwIfAborted();
      const action = protocol.chooseAction(this.#m, deps.clock.monotonic());
      switch (action.tipo) {
        case 'nada':
        case 'preguntar':
          throw new Error(`Nothing to do in state ${this.#m.fase.state}`);
        case 'detenerse':
          return toInterrupted(carga, this.#m, action.codigo, this.#explainWhy());
        case 'enviar': {
          this.#note();
          this.#boundary('intento_despues');
          const bytes = this.#executor.buildBody(this.#m, action);
          const grace = withGrace(signal, deps.clock);
          const flight = deps.service.send(bytes, grace.signal).finally(grace.release);
          this.#boundary('envio_en_curso');
          const answer = await flight;
          this.#boundary('envio_respondido');
          this.#observe({ tipo: 'respuesta', respuesta: answer });
          break;
        }
        case 'borrar':
          this.#note();
          this.#observe({ tipo: 'borrado', resultado: await deps.service.remove(action.id, signal) });
          break;
        case 'esperar':
          this.#notify(this.#getWait(action.ms), this.#isAskedToWait() ? 'DEMASIADOS_PEDIDOS' : null);
          this.#observe(await this.#executor.perform(this.#m, action));
          break;
        case 'listar':
        case 'ver':
        case 'pertenencia':
        case 'preparar':
        case 'renovar':
        case 'leer':
        case 'concluir':
          this.#observe(await this.#executor.perform(this.#m, action));
          break;
        default:
          assertNever(action);
      }
    }
  }

  /** A better explanation of the stop than its code, if any, such as: another login ended the token, or the service failed each time for the same rows. */
  #explainWhy(): { mensaje?: string; detalle?: ErrorDetail } {
    const { fase } = this.#m;
    if (fase.state !== 'STOPPED') return {};
    if (fase.codigo === 'TOKEN_RECHAZADO' || fase.codigo === 'DEMASIADOS_PEDIDOS') {
      const refusal = this.#findLastRefusal();
      // A 403 may also mean that the account has no right to send.
      const wasTokenEnded = fase.codigo === 'TOKEN_RECHAZADO' && refusal !== undefined && refusal.status !== 403;
      return {
        ...(wasTokenEnded ? { mensaje: sayAtConsole(REASONS.otra_pc) } : {}),
        ...(refusal === undefined ? {} : { detalle: { estado: refusal.status, respuesta: refusal.detalle } }),
      };
    }
    if (fase.codigo === 'RESPUESTA_INVALIDA' && !this.#m.cerrada)
      return { mensaje: sayAtConsole(REFUSALS.countsNothing) };
    if (fase.envio === undefined) return {};
    const failing = this.#findFailing(fase.envio);
    if (failing === null) return {};
    return { mensaje: `${getErrorMessage('CARGA_INTERRUMPIDA')} ${failing.frase}`, detalle: failing.detalle };
  }

  /** The wait to show: the rest of D while the outcome of a send is unknown (although the service is read sooner), else the next pause. */
  #getWait(pauseMs: number): number {
    const { fase } = this.#m;
    const isUnknown = fase.state === 'UNKNOWN' || fase.state === 'DELETE_UNKNOWN';
    return isUnknown ? Math.max(pauseMs, fase.vence - this.#activeRun.deps.clock.monotonic()) : pauseMs;
  }

  /** Whether the open attempt is of an earlier run, so that this run counts D from its own start. */
  #isWaitingAgain(): boolean {
    const { initial } = this.#activeRun;
    return hasOpenAttempt(initial) && hasOpenAttempt(this.#m) && initial.losses === this.#m.losses;
  }

  /** Whether the upload waits because the service answered "too many requests". */
  #isAskedToWait(): boolean {
    return this.#m.fase.state === 'WAITING' && this.#findLastRefusal()?.status === 429;
  }

  #findLastRefusal(): Extract<UploadEvent, { kind: 'rechazo' }> | undefined {
    const { deps, carga } = this.#activeRun;
    const refused = [...deps.ledger.readEvents(carga), ...this.#unrecorded].findLast(({ kind }) => kind === 'rechazo');
    return refused?.kind === 'rechazo' ? refused : undefined;
  }

  /** Adds to a question the rows for which the service failed each time, because they may be the reason. */
  #withRows(final: UploadResult): UploadResult {
    const { fase } = this.#m;
    if (final.estado !== 'necesita_decision' || fase.state !== 'NEEDS_DECISION' || fase.envio === null) return final;
    const failing = this.#findFailing(fase.envio);
    return failing === null ? final : { ...final, filas: failing.frase };
  }

  #findFailing(sending: Sending): ReturnType<typeof findFailing> {
    const { deps, carga } = this.#activeRun;
    return findFailing(deps.ledger, carga, { sending, unrecorded: this.#unrecorded });
  }

  #observe(observation: Observation): void {
    const { protocol, deps } = this.#activeRun;
    const before = this.#m;
    const step = protocol.observe(before, observation, deps.clock.monotonic());
    if (step.eventos.some((event) => event.kind === 'base')) this.#boundary('base_leida');
    const wasRead = step.eventos.some((event) => event.kind === 'leida');
    if (wasRead || (this.#m.id === null && step.eventos.some((event) => event.kind === 'terminada'))) {
      this.#setDispositions(step.machine);
    }
    if (step.eventos.some((event) => event.kind === 'terminada')) this.#boundary('terminada_antes');
    this.#m = step.machine;
    this.#unrecorded.push(...step.eventos);
    if (step.machine.aprendido !== before.aprendido) this.#learn(before.aprendido, step.machine.aprendido);
    const last = step.eventos.at(-1);
    if (last !== undefined && !canWait(last, this.#m) && last.kind !== 'base') this.#note();
    // Finish the stored result only after the ledger has the reading: `app/uploaded/uploads.ts` ignores a stored result older than the ledger's reading.
    if (wasRead && this.#m.lastReading !== null) this.#verified.end(this.#m.lastReading.lectura);
    if (before.fase.state !== 'VERIFYING' && this.#m.fase.state === 'VERIFYING') this.#boundary('verificacion_inicio');
  }

  #note(): void {
    if (this.#unrecorded.length === 0) return;
    const attempt = this.#unrecorded.some((event) => event.kind === 'intento');
    const wasApplied = this.#unrecorded.some((event) => event.kind === 'aplicado');
    if (attempt) this.#boundary('intento_antes');
    this.#activeRun.deps.ledger.note(this.#activeRun.carga, this.#unrecorded);
    this.#unrecorded = [];
    this.#recorded = this.#m;
    if (!wasApplied) return;
    this.#boundary('aplicado_despues');
    this.#notify(0);
  }

  /** Sets the disposition of every coupon; runs before the event that the result was read is stored (I7). */
  #setDispositions(m: Machine): void {
    const { ledger } = this.#activeRun.deps;
    const { carga } = this.#activeRun;
    const ranges = dispositionRangesOf(m, [...ledger.readEvents(carga), ...this.#unrecorded]);
    if (m.lastReading === null) ledger.disposeWithoutReading(carga, ranges);
    else this.#executor.setDispositions(ranges);
    this.#boundary('disposicion_despues');
  }

  #learn(before: LearnedFacts, now: LearnedFacts): void {
    const { ledger, account } = this.#activeRun.deps;
    if (JSON.stringify(before) !== JSON.stringify(now)) ledger.learn(account, now);
  }

  #boundary(name: Boundary): void {
    this.#activeRun.deps.onBoundary?.(name, this.#m.tandas);
  }

  #notify(espera: number, problema: ErrorCode | null = null): void {
    const { deps, carga, settlesFor } = this.#activeRun;
    const isWaitingAgain = this.#isWaitingAgain();
    const { applied, tandas } = this.#recorded;
    const moment = { espera, problema, leidos: this.#readSoFar, isWaitingAgain };
    const progress = progressOf(carga, { ...this.#m, applied, tandas }, moment);
    const archivos = deps.ledger.upload(carga)?.archivos ?? [];
    deps.onProgress?.(
      settlesFor === undefined ? progress : toSettling(progress, { carga: settlesFor, archivos, tandas }),
    );
  }
}
