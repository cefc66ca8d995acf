import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';
import { withAbort } from '#domain/shared-work.ts';
import { describeDecision } from '#domain/upload/decision.ts';
import { createNonce } from '#domain/upload/body.ts';
import { isFinished, hasOpenAttempt, type Machine } from '#domain/upload/machine.ts';
import { DEFAULTS } from '#domain/upload/settings.js';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { showAbandoned } from './abandon.ts';
import { Conductor } from './drive.ts';
import { createReportSource } from './report-source.ts';
import { PROTOCOL, type UploadResult, type UploadsDeps } from './types.ts';
import { advanceOf, toInterrupted } from './summary.ts';
import { checkRestore } from './restoration.ts';
import type { ReportSource } from '../reports/source.ts';
import type { ChosenMarker } from '#storage/ledger/index.ts';

export type Uploads = ReturnType<typeof createUploads>;

/** Failures to reach the service, which concern every upload of the account. */
const UNREACHABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['SIN_CONEXION', 'TIEMPO_AGOTADO']);

/** Whether an upload has ended or waits for a person, so that resuming it needs no service. */
const isAtRest = (m: Machine): boolean => isFinished(m) || m.fase.state === 'NEEDS_DECISION';

/** Sends and resumes an account's uploads, one at a time, in the order of the calls (docs/upload.md). The ledger always knows what was sent. */
export function createUploads(deps: UploadsDeps) {
  const { ledger, clock, account } = deps;
  const protocol = deps.protocol ?? PROTOCOL;
  const settings = { ...DEFAULTS, ...deps.settings };
  const turns = deps.turns ?? createTurns();

  const foldUpload = (upload: string): Machine =>
    // A draft has no events.
    protocol.fold(ledger.upload(upload) === undefined ? [] : ledger.readEvents(upload), {
      ajustes: settings,
      aprendido: ledger.readLearned(account),
      mono: clock.monotonic(),
    });

  const driveUpload = (
    upload: string,
    initial: Machine,
    signal: AbortSignal,
    settlesFor?: string,
  ): Promise<UploadResult> => new Conductor({ deps, protocol, carga: upload, initial, signal, settlesFor }).run();

  /** Before this upload sends, finds out what became of open sends of the account's other uploads (I2). If that fails, returns the outcome for this upload. */
  async function resolveOthers(upload: string, signal: AbortSignal): Promise<UploadResult | undefined> {
    for (const other of ledger.uploads(account).toReversed()) {
      if (other.terminada || other.carga === upload || !hasOpenAttempt(foldUpload(other.carga))) continue;
      const result = await driveUpload(other.carga, resumeUpload(other.carga), signal, upload);
      if (result.estado === 'interrumpida' && hasOpenAttempt(foldUpload(other.carga))) {
        return { ...result, ...advanceOf(upload, foldUpload(upload)) };
      }
    }
    return undefined;
  }

  function resumeUpload(upload: string, porTanda?: number): Machine {
    ledger.note(upload, [{ kind: 'reanudada', ...(porTanda === undefined ? {} : { porTanda }) }]);
    return foldUpload(upload);
  }

  /** Runs one upload of the account at a time; others wait for their turn. An upload that is cancelled while it waits has not changed anything. */
  async function runInTurn(
    upload: string,
    signal: AbortSignal,
    job: (notCompared: ErrorCode | null) => Promise<UploadResult>,
  ): Promise<UploadResult> {
    const result = await turns.take(async () => {
      try {
        await ledger.makeDailyCopy();
        return await job(signal.aborted ? null : await checkRestore(deps, foldUpload, signal));
      } catch (error) {
        if (!isAppError(error, 'DISCO_LLENO', 'DISCO_FALLA', 'CARPETA_SIN_PERMISO', 'LIBRO_DANADO')) throw error;
        // A draft that was not frozen cannot be resumed, so the error is not turned into an outcome.
        if (ledger.upload(upload) === undefined) throw error;
        return toInterrupted(upload, foldUpload(upload), error.code, { mensaje: error.message, detalle: error.detail });
      } finally {
        deps.afterRun?.();
      }
    }, signal);
    if (result !== 'left') return result;
    if (ledger.upload(upload) === undefined) throw new AppError('CANCELADO', { cause: signal.reason });
    return toInterrupted(upload, foldUpload(upload), 'CANCELADO');
  }

  async function takeUpUpload(upload: string, signal: AbortSignal, porTanda?: number): Promise<UploadResult> {
    const machine = foldUpload(upload);
    if (isAtRest(machine)) return driveUpload(upload, machine, signal);
    if (signal.aborted) return toInterrupted(upload, machine, 'CANCELADO');
    return (await resolveOthers(upload, signal)) ?? driveUpload(upload, resumeUpload(upload, porTanda), signal);
  }

  const resume = (upload: string, signal: AbortSignal, porTanda?: number): Promise<UploadResult> =>
    runInTurn(upload, signal, async (notCompared) => {
      if (notCompared === null || isFinished(foldUpload(upload))) return takeUpUpload(upload, signal, porTanda);
      // A restored ledger may lack sends of this upload, so it must be compared with the service first.
      return toInterrupted(upload, foldUpload(upload), notCompared);
    });

  async function* resumeEach(
    uploads: readonly string[],
    signal: AbortSignal,
    porTanda?: number,
  ): AsyncGenerator<UploadResult> {
    let failure: ErrorCode | undefined;
    for (const upload of uploads) {
      const machine = foldUpload(upload);
      const result =
        failure === undefined || isAtRest(machine)
          ? await resume(upload, signal, porTanda)
          : toInterrupted(upload, machine, failure, { mensaje: CONSOLE.notTried });
      yield result;
      if (signal.aborted) return;
      if (result.estado === 'interrumpida' && UNREACHABLE.has(result.codigo)) failure = result.codigo;
    }
  }

  return {
    /** Freezes a draft and sends it. Calls `beforeFreezing` when the upload's turn comes, after the uploads before it; if it throws, nothing is frozen. */
    start: (
      upload: string,
      { marcador, beforeFreezing }: { readonly marcador: ChosenMarker; readonly beforeFreezing?: () => Promise<void> },
      signal: AbortSignal,
    ): Promise<UploadResult> =>
      runInTurn(upload, signal, async () => {
        await beforeFreezing?.();
        deps.onBoundary?.('congelada_antes', 0);
        ledger.freeze(upload, { marcador, nonce: createNonce(deps.random), porTanda: settings.porTanda });
        deps.onBoundary?.('congelada_despues', 0);
        return (await resolveOthers(upload, signal)) ?? driveUpload(upload, foldUpload(upload), signal);
      }),
    /** Resumes an upload, with `porTanda` coupons in each tanda if given. For a finished upload, returns its outcome again. */
    resume,
    /** Resumes uploads in turn until the signal aborts. When the service does not answer, the remaining uploads that need it end as `interrumpida`. */
    resumeEach,
    /** Answers the question that an upload waits for, and resumes the upload. Throws `DECISION_INVALIDA`. */
    decide: (upload: string, key: string, signal: AbortSignal): Promise<UploadResult> =>
      runInTurn(upload, signal, async (notCompared) => {
        if (notCompared !== null) return toInterrupted(upload, foldUpload(upload), notCompared);
        if (ledger.upload(upload) === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga: upload } });
        const machine = foldUpload(upload);
        const { fase } = machine;
        const wasAsked = fase.state === 'NEEDS_DECISION';
        // An upload that asks nothing may be abandoned too, as long as no attempt is open (I2).
        const wasLeft = key === 'abandonar' && !wasAsked && !isFinished(machine) && !hasOpenAttempt(machine);
        const offered = wasAsked ? describeDecision(fase.decision).opciones.map(({ clave }) => clave) : [];
        if (!wasLeft && !offered.includes(key)) {
          const words = offered.length === 0 ? undefined : REFUSALS.notOffered(key, offered);
          throw new AppError('DECISION_INVALIDA', { detail: { carga: upload, clave: key }, mensaje: words });
        }
        // Looks for a deletion before storing the decision, because a deletion counts only if it is later than the upload's last event.
        const isKnownGone = machine.id !== null && deps.isGone?.(upload, machine.id) === true;
        ledger.note(upload, [wasLeft ? { kind: 'abandonada' } : { kind: 'decidida', clave: key }]);
        const m = foldUpload(upload);
        if (m.fase.state === 'ABANDONED') await showAbandoned({ deps, upload, m, isKnownGone, signal });
        return takeUpUpload(upload, signal);
      }),
    buildReport: (upload: string): ReportSource => createReportSource(deps, upload, foldUpload(upload)),
    listPending: () =>
      ledger
        .uploads(account)
        .filter((upload) => !upload.terminada)
        .reverse(),
  };
}

export { findFailing, isAuditing, statusOf, type UploadSummary } from './summary.ts';
export * from './types.ts';

/** Gives turns to the uploads of one account: one at a time, in the order of the calls. */
export type Turns = ReturnType<typeof createTurns>;

export function createTurns() {
  /** Settles when all jobs so far have ended. */
  let last: Promise<unknown> = Promise.resolve();
  let jobs = 0;
  return {
    /** Runs a job after all earlier ones. Returns `left`, without running it, if the signal is aborted while it waits. */
    take: <T>(job: () => Promise<T>, signal: AbortSignal): Promise<T | 'left'> => {
      const before = last;
      const comesBefore = (): Promise<boolean> =>
        withAbort(before, signal).then(
          () => true,
          () => false, // earlier turns never fail, so the caller left
        );
      const isMine = jobs === 0 ? Promise.resolve(true) : comesBefore();
      const run = async (): Promise<T | 'left'> => ((await isMine) ? job() : 'left');
      const turn = run();
      jobs += 1;
      // The caller gets the failure of its job; the next job only waits for the end.
      last = Promise.allSettled([before, turn]).then(() => (jobs -= 1));
      return turn;
    },
  };
}

export function createTurnsOf(): (account: string) => Turns {
  const turns = new Map<string, Turns>();
  return (account) => {
    const known = turns.get(account) ?? createTurns();
    turns.set(account, known);
    return known;
  };
}
