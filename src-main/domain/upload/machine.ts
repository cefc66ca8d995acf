import type { CivilDate } from '../civil-date.ts';
import type {
  Settings,
  LearnedFacts,
  StopCode,
  Count,
  UploadQuestion,
  Sending,
  NumberForm,
  ReadingOutcome,
  Marker,
  Motivo,
} from './types.ts';

/** Milliseconds on the monotonic clock of this process; never stored. */
export type Mono = number;

/** The state of an upload (docs/upload.md, "States"). Deadlines and readings are not in the events, so they begin again on resume. */
export type Phase =
  | { readonly state: 'DRAFT' }
  /**
   * No reconciliation yet: the baseline comes next. `deleting`: the list has to be read again, because it was not whole or still shows a
   * reconciliation that we deleted. It is waited until `vence` for that one to go.
   */
  | { readonly state: 'FROZEN'; readonly deleting?: { readonly vence: Mono; readonly hasta: Mono } }
  | { readonly state: 'BASELINED' }
  /** After a send was applied, or was shown not to be: the header is read before the next batch. */
  | { readonly state: 'READY'; readonly readAgainTimes: number; readonly desde: Mono; readonly hasta: Mono }
  | { readonly state: 'CHECKED'; readonly antes: Count }
  | { readonly state: 'ATTEMPT'; readonly envio: Sending }
  | {
      readonly state: 'REFUSED';
      readonly envio: Sending;
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly detalle: string;
      readonly candidatas: readonly string[];
      /** True when the list that showed them was read whole. */
      readonly completa: boolean;
    }
  | {
      readonly state: 'UNKNOWN';
      readonly envio: Sending;
      readonly vence: Mono;
      /** The earliest time of the next reading. */
      readonly hasta: Mono;
      /** Reconciliations that were not in the baseline and could be the lost send. Their rows have to be read. */
      readonly candidatas: readonly string[];
      /** When the list with these candidates was read. */
      readonly leida: Mono;
      /** Milliseconds past D that rows were waited for and that are in an event (`wait-for-rows.ts`). */
      readonly waitedMs: number;
      /** What was waited since this moment is not in an event yet; null while no rows are waited for. */
      readonly countedFrom: Mono | null;
      /** The status of the service's answer, where it said that it failed. */
      readonly status?: number;
    }
  | { readonly state: 'RENEWING' }
  | { readonly state: 'WAITING'; readonly hasta: Mono }
  | { readonly state: 'LEARNING' }
  | {
      readonly state: 'RESTARTING';
      readonly id: string;
      readonly step: 'espera' | 'ver' | 'prueba';
      readonly hasta: Mono;
      /** True when a person said that it is ours. Then it is deleted unless it shows somebody else's rows. */
      readonly confirmada?: boolean;
    }
  | { readonly state: 'DELETE_ATTEMPT'; readonly id: string }
  | { readonly state: 'DELETE_UNKNOWN'; readonly id: string; readonly vence: Mono; readonly hasta: Mono }
  | { readonly state: 'NEEDS_DECISION'; readonly decision: UploadQuestion; readonly envio: Sending | null }
  | {
      readonly state: 'VERIFYING';
      readonly step: 'sondeo' | 'lista' | 'candidatas' | 'leer';
      readonly auditoria: boolean;
      readonly inicio: Mono;
      readonly hasta: Mono;
      readonly absentReadings: number;
      /** The header that has stayed the same since `desde`, in `veces` readings. */
      readonly quieto: { readonly clave: string; readonly desde: Mono; readonly veces: number } | null;
      readonly candidatas: readonly string[];
      /** Readings of the result so far. */
      readonly readings: number;
      readonly huella: string | null;
      /** How many readings in a row repeated the one before. */
      readonly equal: number;
    }
  | { readonly state: 'LATE_AUDIT'; readonly hasta: Mono }
  | { readonly state: 'CLOSING' }
  /** `envio`: the send for which the service failed each time. */
  | { readonly state: 'STOPPED'; readonly codigo: StopCode; readonly envio?: Sending }
  | { readonly state: 'DONE' }
  | { readonly state: 'ABANDONED' };

/** A phase by its state. */
export type In<S extends Phase['state']> = Extract<Phase, { state: S }>;

/** A batch that was refused and is being sent in pieces, to learn whether its size or one of its coupons is the reason. */
interface Division {
  readonly hasta: number;
  readonly mayor: number;
}

/** The state of one upload; immutable. `total` and everything after it are folded from the events. */
export interface Machine {
  readonly ajustes: Settings;
  readonly aprendido: LearnedFacts;
  readonly fase: Phase;
  readonly total: number;
  readonly marcador: Marker | null;
  readonly generacion: number;
  readonly numeros: NumberForm;
  readonly triedNumbers: boolean;
  readonly base: { readonly ids: ReadonlySet<string>; readonly desde: CivilDate } | null;
  /** The ids of the very first baseline. A reconciliation that is not among them could be a send of ours that arrived twice or late. */
  readonly firstBaseline: ReadonlySet<string> | null;
  /** Our reconciliation in this generation, and how we know that it is ours. */
  readonly id: string | null;
  readonly origen: 'respuesta' | 'marcador' | 'persona' | null;
  /** Our ids of earlier generations, and orphans, that were deleted or are gone. `huerfanas`: orphans that are still to be deleted. */
  readonly previous: readonly string[];
  readonly huerfanas: readonly string[];
  /** How often a DELETE of the current id was sent. After the first, the id alone proves nothing. */
  readonly deletions: number;
  readonly siguiente: number;
  /** Coupons in applied sends of this generation. */
  readonly applied: number;
  readonly tandas: number;
  /** The last numbered batch of this generation, and its range. */
  readonly ultima: { readonly n: number; readonly desde: number; readonly hasta: number } | null;
  readonly cerrada: boolean;
  /** Coupons refused alone, and those that a person left out because the service fails for them; ascending. */
  readonly rejected: readonly number[];
  readonly rejectionsInARow: number;
  readonly tamano: number;
  readonly division: Division | null;
  readonly restarts: number;
  /** Restarts that a person allowed beyond the two. */
  readonly allowed: number;
  readonly motivo: Motivo | null;
  readonly losses: number;
  readonly lastLoss: Mono | null;
  readonly firstLost: boolean;
  /** `renovado`, `waits` and `notApplied` are of the tries since something was applied or the upload was resumed. */
  readonly renovado: boolean;
  readonly waits: number;
  readonly notApplied: number;
  readonly lastReading: { readonly lectura: ReadingOutcome; readonly leido: string } | null;
  /** How many surplus coupons a person accepted. The question is asked again only when there are more. */
  readonly accepted: number;
  /** Reconciliations that a person said are not ours. */
  readonly discarded: readonly string[];
  /** Reconciliations that could not be proven to be ours or somebody else's. The result names them. */
  readonly sinProbar: readonly string[];
}

/** The state before any event. */
export const createMachine = (settings: Settings, learned: LearnedFacts): Machine => ({
  ajustes: settings,
  aprendido: learned,
  fase: { state: 'DRAFT' },
  total: 0,
  marcador: null,
  generacion: 1,
  numeros: learned.numeros ?? 'texto',
  triedNumbers: false,
  base: null,
  firstBaseline: null,
  id: null,
  origen: null,
  previous: [],
  huerfanas: [],
  deletions: 0,
  siguiente: 1,
  applied: 0,
  tandas: 0,
  ultima: null,
  cerrada: false,
  rejected: [],
  rejectionsInARow: 0,
  tamano: getInitialSize(settings, learned),
  division: null,
  restarts: 0,
  allowed: 0,
  motivo: null,
  losses: 0,
  lastLoss: null,
  firstLost: false,
  renovado: false,
  waits: 0,
  notApplied: 0,
  lastReading: null,
  accepted: 0,
  discarded: [],
  sinProbar: [],
});

/** Coupons per batch: the number that was asked for, or less where the account's server refused that many. */
export const getInitialSize = (settings: Settings, learned: LearnedFacts): number =>
  Math.max(1, Math.min(settings.porTanda, learned.tamano ?? settings.porTanda));

/** How long a deleted reconciliation may still be listed before this counts as a problem. */
export const DELETING_MS = 30_000;

/** How often a header or a list is polled while an answer is missing: a twelfth of D, at least a second. */
export const getPause = (m: Machine): number => Math.max(1_000, Math.ceil(m.ajustes.patienceMs / 12));

/**
 * Whether a reconciliation that the service does not find is gone: this service was seen to list open ones, or ours was closed. Elsewhere an open one
 * may be hidden, and a person decides (I5).
 */
export const isAbsenceProof = (m: Machine, id: string): boolean =>
  m.aprendido.lista === true || (m.cerrada && id === m.id);

/** True while the outcome of a send or a DELETE is not known (I2). */
export const hasOpenAttempt = (m: Machine): boolean =>
  ['ATTEMPT', 'UNKNOWN', 'REFUSED', 'DELETE_ATTEMPT', 'DELETE_UNKNOWN'].includes(m.fase.state);

export const isFinished = (m: Machine): boolean => m.fase.state === 'DONE' || m.fase.state === 'ABANDONED';

/** The state in which an upload goes on when no send or DELETE is outstanding. */
export function getRestingPhase(m: Machine, mono: Mono): Phase {
  const orphan = m.huerfanas[0];
  if (orphan !== undefined) return { state: 'RESTARTING', id: orphan, step: 'ver', hasta: mono };
  if (m.cerrada) return verifyPhase(mono, false);
  return m.id === null ? { state: 'FROZEN' } : { state: 'READY', readAgainTimes: 0, desde: mono, hasta: mono };
}

/** The state in which the outcome of a send is looked for: it may still be applied until `expires`. */
export const getUnknownPhase = (sending: Sending, mono: Mono, expires: Mono): In<'UNKNOWN'> => ({
  state: 'UNKNOWN',
  envio: sending,
  vence: expires,
  hasta: mono,
  candidatas: [],
  leida: mono,
  waitedMs: 0,
  countedFrom: null,
});

export const verifyPhase = (mono: Mono, isAudit: boolean): Phase => ({
  state: 'VERIFYING',
  step: 'sondeo',
  auditoria: isAudit,
  inicio: mono,
  hasta: mono,
  absentReadings: 0,
  quieto: null,
  candidatas: [],
  readings: 0,
  huella: null,
  equal: 0,
});
