import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';
import {
  describeDecision,
  isOption,
  createNonce,
  isFinished,
  hasOpenAttempt,
  type Settings,
  type Machine,
} from '#domain/upload/index.ts';
import { showAbandoned } from './abandon.ts';
import { Conductor } from './drive.ts';
import { createReportSource } from './report-source.ts';
import { PROTOCOL } from './protocol.ts';
import { progressOf, interrupted, summaryOf } from './summary.ts';
import { checkRestore } from './restoration.ts';
import type { FactStore, PendingUpload, UploadResult, Uploads, UploadsDeps } from './types.ts';

/** What an upload does when nobody says otherwise (docs/upload.md). */
export const DEFAULTS: Settings = { patienceMs: 120_000, porTanda: 500, esperaMs: 300_000, settledMs: 6_000 };

/**
 * The uploads of one account: one at a time, in the order in which they were asked for (docs/upload.md). Whatever stops one, the ledger knows
 * what was sent and what was not.
 */
export function createUploads(deps: UploadsDeps): Uploads {
  const { ledger, clock, cuenta } = deps;
  const protocol = deps.protocol ?? PROTOCOL;
  const ajustes = { ...DEFAULTS, ...deps.ajustes };
  const learned: FactStore = deps.aprendido ?? {
    leer: () => ledger.readLearned(cuenta),
    save: (nuevo) => {
      ledger.learn(cuenta, nuevo);
    },
  };
  const inProgress = new Map<string, AbortController>();
  let cola: Promise<unknown> = Promise.resolve();

  const foldUpload = (carga: string): Machine =>
    // A draft has no events yet.
    protocol.fold(ledger.upload(carga) === undefined ? [] : ledger.readEvents(carga), {
      ajustes,
      aprendido: learned.leer(),
      mono: clock.monotonic(),
    });

  const conduct = (carga: string, initial: Machine, signal: AbortSignal, soloResolver = false): Promise<UploadResult> =>
    new Conductor({ deps, protocol, aprendido: learned, carga, initial, signal, soloResolver }).run();

  /** I2: an attempt of another upload that nobody knows the outcome of is settled first, by reading. */
  async function resolveOthers(carga: string, signal: AbortSignal): Promise<UploadResult | undefined> {
    for (const other of [...ledger.uploads(cuenta)].reverse()) {
      if (other.terminada || other.carga === carga || !hasOpenAttempt(foldUpload(other.carga))) continue;
      const result = await conduct(other.carga, resumeUpload(other.carga), signal, true);
      if (result.estado === 'interrumpida' && hasOpenAttempt(foldUpload(other.carga))) return result;
    }
    return undefined;
  }

  function resumeUpload(carga: string): Machine {
    ledger.note(carga, [{ kind: 'reanudada' }]);
    return foldUpload(carga);
  }

  /** One run at a time per account; a second one waits for its turn. */
  function inTurn(
    carga: string,
    signal: AbortSignal,
    job: (signal: AbortSignal, notCompared: ErrorCode | null) => Promise<UploadResult>,
  ) {
    const control = new AbortController();
    const turn = cola.then(async () => {
      const joined = AbortSignal.any([signal, control.signal]);
      inProgress.set(carga, control);
      try {
        await ledger.makeDailyCopy();
        return await job(joined, joined.aborted ? null : await checkRestore(deps, foldUpload, joined));
      } catch (error) {
        if (!isAppError(error, 'DISCO_LLENO', 'CARPETA_SIN_PERMISO', 'LIBRO_DANADO')) throw error;
        // A draft that was not frozen is no upload that could be resumed.
        if (ledger.upload(carga) === undefined) throw error;
        return interrupted(carga, foldUpload(carga), error.code, { mensaje: error.message, detalle: error.detail });
      } finally {
        inProgress.delete(carga);
      }
    });
    // The failure goes to whoever asked; the queue only needs to know that the turn is over.
    cola = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  async function continueUpload(carga: string, signal: AbortSignal): Promise<UploadResult> {
    const vista = foldUpload(carga);
    const isWaiting = isFinished(vista) || vista.fase.state === 'NEEDS_DECISION';
    if (!isWaiting) {
      if (signal.aborted) return interrupted(carga, vista, 'CANCELADO');
      const other = await resolveOthers(carga, signal);
      if (other?.estado === 'interrumpida') return { ...other, ...progressOf(carga, foldUpload(carga)) };
    }
    return conduct(carga, isWaiting ? vista : resumeUpload(carga), signal);
  }

  function pendingUpload(carga: string): PendingUpload {
    const upload = ledger.upload(carga);
    if (upload === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
    const m = foldUpload(carga);
    return {
      ...progressOf(carga, m),
      archivos: upload.archivos,
      total: upload.total,
      id: m.id,
      decision: m.fase.state === 'NEEDS_DECISION' ? describeDecision(m.fase.decision) : null,
    };
  }

  return {
    start: (carga, { marcador }, signal) =>
      inTurn(carga, signal, async (joined) => {
        deps.onBoundary?.('congelada_antes', 0);
        ledger.freeze(carga, { marcador, nonce: createNonce(deps.random), porTanda: ajustes.porTanda });
        deps.onBoundary?.('congelada_despues', 0);
        const other = await resolveOthers(carga, joined);
        if (other?.estado === 'interrumpida') return { ...other, ...progressOf(carga, foldUpload(carga)) };
        return conduct(carga, foldUpload(carga), joined);
      }),
    resume: (carga, signal) =>
      inTurn(carga, signal, async (joined, notCompared) => {
        if (notCompared === null || isFinished(foldUpload(carga))) return continueUpload(carga, joined);
        // A restored ledger may not know that this one was sent: nothing goes on before it was compared with the service.
        return interrupted(carga, foldUpload(carga), notCompared);
      }),
    decide: (carga, clave, signal) =>
      inTurn(carga, signal, async (joined, notCompared) => {
        if (notCompared !== null) return interrupted(carga, foldUpload(carga), notCompared);
        if (ledger.upload(carga) === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
        const vista = foldUpload(carga);
        const { fase } = vista;
        const wasAsked = fase.state === 'NEEDS_DECISION';
        // The upload asked nothing; but an upload that is not running may be given up while no attempt is open (I2).
        const wasLeft = clave === 'abandonar' && !wasAsked && !isFinished(vista) && !hasOpenAttempt(vista);
        if (!wasLeft && !(wasAsked && isOption(fase.decision, clave))) {
          throw new AppError('DECISION_INVALIDA', { detail: { carga, clave } });
        }
        ledger.note(carga, [wasLeft ? { kind: 'abandonada' } : { kind: 'decidida', clave }]);
        const m = foldUpload(carga);
        if (m.fase.state === 'ABANDONED') {
          await showAbandoned(deps, carga, m, joined);
        }
        return continueUpload(carga, joined);
      }),
    buildReport: (carga) => createReportSource({ ledger, clock, cuenta, carga, m: foldUpload(carga) }),
    uploadOf: (id) => ledger.uploadOf(cuenta, id),
    pause: (carga) => inProgress.get(carga)?.abort(),
    listPending: () =>
      [...ledger.uploads(cuenta)]
        .filter((upload) => !upload.terminada)
        .reverse()
        .map((upload) => pendingUpload(upload.carga)),
    statusOf: (carga) => {
      const m = foldUpload(carga);
      const leida = m.lastReading !== null || isFinished(m);
      return { ...pendingUpload(carga), resumen: leida ? summaryOf(carga, m, ledger.readCounts(carga)) : null };
    },
  };
}

export { statusOf } from './summary.ts';
export * from './types.ts';
