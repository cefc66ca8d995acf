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

/** The state of an upload (docs/upload.md, "States"). Events hold no deadlines and readings, so these begin again on resume. */
export type Phase =
  | { readonly state: 'DRAFT' }
  /** The baseline comes next. `deleting`: reads the list again until `vence`, because it was not whole or still shows a reconciliation that we deleted. */
  | { readonly state: 'FROZEN'; readonly deleting?: { readonly vence: Mono; readonly hasta: Mono } }
  | { readonly state: 'BASELINED' }
  /** After a send that was applied or proven not to be: reads the header before the next batch. */
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
      /** The list was read whole. */
      readonly completa: boolean;
    }
  | {
      readonly state: 'UNKNOWN';
      readonly envio: Sending;
      readonly vence: Mono;
      readonly hasta: Mono;
      /** Reconciliations outside the baseline that could be the lost send. Their rows have to be read. */
      readonly candidatas: readonly string[];
      /** When the list with these candidates was read. */
      readonly leida: Mono;
      /** Milliseconds of waiting for rows past D that an event already records (`step.ts`). */
      readonly waitedMs: number;
      /** The start of the waiting that no event records yet; null while not waiting for rows. */
      readonly countedFrom: Mono | null;
      /** The status of a complete answer in which the service failed. */
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
      /** A person said that the reconciliation is ours, so it is deleted unless it shows rows of others. */
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

export type In<S extends Phase['state']> = Extract<Phase, { state: S }>;

/** A batch that was refused and is sent in pieces, to learn whether its size or one of its coupons is the reason. */
interface Division {
  readonly hasta: number;
  readonly mayor: number;
}

/** The immutable state of one upload. `total` and everything after it come from the events. */
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
  /** The ids of the very first baseline. Any other reconciliation could be a send of ours that arrived twice or late. */
  readonly firstBaseline: ReadonlySet<string> | null;
  /** Our reconciliation in this generation, and how we know that it is ours. */
  readonly id: string | null;
  readonly origen: 'respuesta' | 'marcador' | 'persona' | null;
  /** Our ids of earlier generations, and orphans, that are deleted or gone. `huerfanas`: orphans still to delete. */
  readonly previous: readonly string[];
  readonly huerfanas: readonly string[];
  /** How often a DELETE of the current id was sent. After the first, the id alone proves nothing. */
  readonly deletions: number;
  readonly nextSeq: number;
  readonly applied: number;
  readonly tandas: number;
  readonly ultima: { readonly n: number; readonly desde: number; readonly hasta: number } | null;
  readonly cerrada: boolean;
  /** Coupons refused alone, or left out by a person because the service fails for them; ascending. */
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
  /** `renovado`, `waits` and `notApplied` start again when a send is applied or the upload is resumed. */
  readonly renovado: boolean;
  readonly waits: number;
  readonly notApplied: number;
  readonly lastReading: { readonly lectura: ReadingOutcome; readonly leido: string } | null;
  /** How many surplus coupons a person accepted. Only more of them raise the question again. */
  readonly accepted: number;
  /** Reconciliations that a person said are not ours. */
  readonly discarded: readonly string[];
  /** Reconciliations that are neither proven ours nor proven foreign. The result names them. */
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

/** The requested number of coupons per batch, or less where the account's server refused that many. */
export const getInitialSize = (settings: Settings, learned: LearnedFacts): number =>
  Math.max(1, Math.min(settings.porTanda, learned.tamano ?? settings.porTanda));

/** How long a deleted reconciliation may stay listed before this counts as a problem. */
export const DELETING_MS = 30_000;

/** How often to poll a header or a list while an answer is missing: a twelfth of D, at least a second. */
export const getPause = (m: Machine): number => Math.max(1_000, Math.ceil(m.ajustes.patienceMs / 12));

/** Proof that an absent reconciliation is gone: this service lists open ones, or ours was closed. Otherwise it may be hidden (I5). */
export const isAbsenceProof = (m: Machine, id: string): boolean =>
  m.aprendido.lista === true || (m.cerrada && id === m.id);

/** The outcome of a send or a DELETE is unknown (I2). */
export const hasOpenAttempt = (m: Machine): boolean =>
  ['ATTEMPT', 'UNKNOWN', 'REFUSED', 'DELETE_ATTEMPT', 'DELETE_UNKNOWN'].includes(m.fase.state);

export const isFinished = (m: Machine): boolean => m.fase.state === 'DONE' || m.fase.state === 'ABANDONED';

/** The state in which an upload goes on without an outstanding send or DELETE. */
export function getRestingPhase(m: Machine, mono: Mono): Phase {
  const orphan = m.huerfanas[0];
  if (orphan !== undefined) return { state: 'RESTARTING', id: orphan, step: 'ver', hasta: mono };
  if (m.cerrada) return verifyPhase(mono, false);
  return m.id === null ? { state: 'FROZEN' } : { state: 'READY', readAgainTimes: 0, desde: mono, hasta: mono };
}

/** Looks for the outcome of a send, which may still be applied until `expires`. */
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
