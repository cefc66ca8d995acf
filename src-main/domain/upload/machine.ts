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

/** Milliseconds of this process's monotonic clock; never stored. */
export type Mono = number;

/** The state of an upload (docs/upload.md, "States"). Events do not store deadlines and readings, so these begin again when an upload is resumed. */
export type Phase =
  | { readonly state: 'DRAFT' }
  /** The next step reads the list as baseline. `deleting`: again at `hasta`, as the list was incomplete or, until `vence`, showed a deleted reconciliation. */
  | { readonly state: 'FROZEN'; readonly deleting?: { readonly vence: Mono; readonly hasta: Mono } }
  | { readonly state: 'BASELINED' }
  /** The outcome of every send is known. The header is read next, before the next batch. */
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
      /** Whether the list that gave `candidatas` was whole. */
      readonly completa: boolean;
    }
  | {
      readonly state: 'UNKNOWN';
      readonly envio: Sending;
      readonly vence: Mono;
      readonly hasta: Mono;
      /** Reconciliations outside the baseline that the unanswered send may have made. Their rows have to be read. */
      readonly candidatas: readonly string[];
      /** When a whole list with candidates was last read; before that, when this state began. */
      readonly leida: Mono;
      /** How long this upload has waited for rows after D, in ms, as far as events record it (`step.ts`). */
      readonly waitedMs: number;
      /** Since when the upload has waited for rows without an event that records it; null while the upload does not wait for rows. */
      readonly countedFrom: Mono | null;
      /** The status of a complete answer in which the service failed (5xx). */
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
      /** A person said that the reconciliation is ours: delete it, unless it is gone or its owner (`getOwner`) is `ajena`. */
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
      /** A header that has been the same since `desde`, in `veces` readings. */
      readonly quieto: { readonly clave: string; readonly desde: Mono; readonly veces: number } | null;
      readonly candidatas: readonly string[];
      readonly readings: number;
      readonly huella: string | null;
      /** How many readings in a row gave the same result as the reading before them. */
      readonly equal: number;
    }
  | { readonly state: 'LATE_AUDIT'; readonly hasta: Mono }
  | { readonly state: 'CLOSING' }
  /** `envio`: the last send, if the service answered that send with a failure of its own (5xx); else absent. */
  | { readonly state: 'STOPPED'; readonly codigo: StopCode; readonly envio?: Sending }
  | { readonly state: 'DONE' }
  | { readonly state: 'ABANDONED' };

export type In<S extends Phase['state']> = Extract<Phase, { state: S }>;

/** A refused batch that is sent again in smaller pieces, to learn whether its size or one of its coupons was the reason. */
interface Division {
  readonly hasta: number;
  readonly mayor: number;
}

/** The state of one upload, never modified in place. `total` and the members after it follow from the events. */
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
  /** The ids of the first baseline. A reconciliation that is not among them may come from a send of this upload that arrived twice or late. */
  readonly firstBaseline: ReadonlySet<string> | null;
  /** The reconciliation of this generation, and in `origen` how it was identified. */
  readonly id: string | null;
  readonly origen: 'respuesta' | 'marcador' | 'persona' | null;
  /** Reconciliations of this upload that were deleted or are gone. `huerfanas`: others with our marker (orphans), which still have to be deleted. */
  readonly previous: readonly string[];
  readonly huerfanas: readonly string[];
  /** How often a DELETE was sent for the reconciliation being deleted. After the first, the id alone no longer proves whose reconciliation it is. */
  readonly deletions: number;
  readonly nextSeq: number;
  readonly applied: number;
  readonly tandas: number;
  readonly ultima: { readonly n: number; readonly desde: number; readonly hasta: number } | null;
  readonly cerrada: boolean;
  /** Numbers of coupons, ascending, that the service refused when each was sent alone, or that a person left out because the service fails for them. */
  readonly rejected: readonly number[];
  readonly rejectionsInARow: number;
  readonly tamano: number;
  readonly division: Division | null;
  readonly restarts: number;
  /** Restarts that a person allowed beyond the usual two. */
  readonly allowed: number;
  readonly motivo: Motivo | null;
  readonly losses: number;
  readonly lastLoss: Mono | null;
  readonly firstLost: boolean;
  /** `renovado`, `waits` and `notApplied` are reset when a send is applied, when a person decides, and when the upload is resumed. */
  readonly renovado: boolean;
  readonly waits: number;
  readonly notApplied: number;
  readonly lastReading: { readonly lectura: ReadingOutcome; readonly leido: string } | null;
  /** How many surplus coupons a person accepted. The question comes again only if there are more. */
  readonly accepted: number;
  /** Reconciliations that are not ours, as a person said. */
  readonly discarded: readonly string[];
  /** Reconciliations that could not be proven ours or foreign. The result names them. */
  readonly sinProbar: readonly string[];
}

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
  nextSeq: 1,
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

/** Coupons per batch: as requested, or fewer if the service refused that many. */
export const getInitialSize = (settings: Settings, learned: LearnedFacts): number =>
  Math.max(1, Math.min(settings.porTanda, learned.tamano ?? settings.porTanda));

/** How long a deleted reconciliation may still be listed before this counts as a problem. */
export const DELETING_MS = 30_000;

/** The pause between two readings of a header or list while an answer is missing: a twelfth of D, at least a second. */
export const getPause = (m: Machine): number => Math.max(1_000, Math.ceil(m.ajustes.patienceMs / 12));

/** Whether a list without a reconciliation proves that it is gone: lists show open reconciliations too, or this reconciliation was closed (I5). */
export const isAbsenceProof = (m: Machine, id: string): boolean =>
  m.aprendido.lista === true || (m.cerrada && id === m.id);

/** Whether the outcome of a send or DELETE is unknown (I2). */
export const hasOpenAttempt = (m: Machine): boolean =>
  ['ATTEMPT', 'UNKNOWN', 'REFUSED', 'DELETE_ATTEMPT', 'DELETE_UNKNOWN'].includes(m.fase.state);

export const isFinished = (m: Machine): boolean => m.fase.state === 'DONE' || m.fase.state === 'ABANDONED';

/** The state from which an upload goes on once the outcome of every send and DELETE is known. */
export function getRestingPhase(m: Machine, mono: Mono): Phase {
  const orphan = m.huerfanas[0];
  if (orphan !== undefined) return { state: 'RESTARTING', id: orphan, step: 'ver', hasta: mono };
  if (m.cerrada) return verifyPhase(mono, false);
  return m.id === null ? { state: 'FROZEN' } : { state: 'READY', readAgainTimes: 0, desde: mono, hasta: mono };
}

/** The state that looks for the outcome of a send, which may still be applied until `expires`. */
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
