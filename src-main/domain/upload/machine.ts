import type { CivilDate } from '../civil-date.ts';
import type {
  Settings,
  LearnedFacts,
  StopCode,
  Count,
  Decision,
  Sending,
  NumberForm,
  Reading,
  Marker,
  Motivo,
} from './types.ts';

/** Milliseconds on the monotonic clock of this process; never stored. */
export type Mono = number;

/** Where an upload is (docs/upload.md, "States"). What is not in the events — deadlines, readings seen so far — begins again on resume. */
export type Phase =
  | { readonly state: 'DRAFT' }
  /** No reconciliation yet: the baseline comes next. `borrandose`: the list still shows one that we deleted; until when it is waited for. */
  | { readonly state: 'FROZEN'; readonly deleting?: { readonly vence: Mono; readonly hasta: Mono } }
  | { readonly state: 'BASELINED' }
  /** After APPLIED or NOT_APPLIED: the header is read before the next batch. */
  | { readonly state: 'READY'; readonly readAgainTimes: number; readonly desde: Mono; readonly hasta: Mono }
  | { readonly state: 'CHECKED'; readonly antes: Count | null }
  | { readonly state: 'ATTEMPT'; readonly envio: Sending }
  | {
      readonly state: 'REFUSED';
      readonly envio: Sending;
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly detalle: string;
      readonly candidatas: readonly string[];
      /** The list that showed them was read whole. */
      readonly completa: boolean;
    }
  | {
      readonly state: 'UNKNOWN';
      readonly envio: Sending;
      readonly vence: Mono;
      /** Not before this is the next reading made. */
      readonly hasta: Mono;
      /** Reconciliations that were not in the baseline and could be the lost send: whose rows must be looked at. */
      readonly candidatas: readonly string[];
      /** When the list with these candidates was read. */
      readonly leida: Mono;
      /** Milliseconds past D that rows were waited for, as far as an event says so (wait-for-rows.ts). */
      readonly waitedMs: number;
      /** From when on the time is in no event yet; null while no rows are waited for. */
      readonly countedFrom: Mono | null;
      /** What the service answered, where it said that it failed. */
      readonly status?: number;
    }
  | { readonly state: 'RENEWING' }
  | { readonly state: 'WAITING'; readonly hasta: Mono }
  | { readonly state: 'LEARNING'; readonly lista: boolean | null }
  | {
      readonly state: 'RESTARTING';
      readonly id: string;
      readonly paso: 'espera' | 'ver' | 'prueba';
      readonly hasta: Mono;
      /** A person said that it is ours: it is not deleted only if it shows somebody else's rows by then. */
      readonly confirmada?: boolean;
    }
  | { readonly state: 'DELETE_ATTEMPT'; readonly id: string }
  | { readonly state: 'DELETE_UNKNOWN'; readonly id: string; readonly vence: Mono; readonly hasta: Mono }
  | { readonly state: 'NEEDS_DECISION'; readonly decision: Decision; readonly envio: Sending | null }
  | {
      readonly state: 'VERIFYING';
      readonly paso: 'sondeo' | 'lista' | 'candidatas' | 'leer';
      readonly auditoria: boolean;
      readonly inicio: Mono;
      readonly hasta: Mono;
      readonly absentReadings: number;
      /** The header that has not changed since `desde`, in `veces` readings. */
      readonly quieto: { readonly clave: string; readonly desde: Mono; readonly veces: number } | null;
      readonly candidatas: readonly string[];
      /** Readings of the result since one showed a coupon that none had shown. */
      readonly readings: number;
      /** Coupons that no reading has shown; null before the first. */
      readonly faltan: number | null;
      readonly huella: string | null;
    }
  | { readonly state: 'LATE_AUDIT'; readonly hasta: Mono }
  | { readonly state: 'CLOSING' }
  /** `envio`: what the service failed for each time it was sent. */
  | { readonly state: 'STOPPED'; readonly codigo: StopCode; readonly envio?: Sending }
  | { readonly state: 'DONE' }
  | { readonly state: 'ABANDONED' };

/** A batch that was refused and is being sent in pieces, to learn whether its size was the reason. */
interface Division {
  readonly hasta: number;
  readonly mayor: number;
  /** It is the service that fails for what is in it: what passes says nothing of sizes. */
  readonly falla?: boolean;
  /** A coupon it failed for was found: the pieces may grow again. */
  readonly found?: boolean;
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
  /** The ids of the first baseline of all: what is newer than these could be a send of ours that came twice or late. */
  readonly primeraBase: ReadonlySet<string> | null;
  /** Our reconciliation in this generation, and how we know that it is ours. */
  readonly id: string | null;
  readonly origen: 'respuesta' | 'marcador' | 'persona' | null;
  /** Ids of ours in earlier generations, and orphans: deleted, or at least so answered. */
  readonly previous: readonly string[];
  readonly huerfanas: readonly string[];
  /** A DELETE of the current id was sent: from then on the id alone proves nothing. */
  readonly deletions: number;
  readonly siguiente: number;
  /** Coupons in applied sends of this generation. */
  readonly applied: number;
  readonly tandas: number;
  /** The batch numbered last in this generation, and the range it covers. */
  readonly ultima: { readonly n: number; readonly desde: number; readonly hasta: number } | null;
  readonly cerrada: boolean;
  /** This service counts nothing of what is open. */
  readonly sinCuentas: boolean;
  /** Coupons refused alone, ascending. */
  readonly rejected: readonly number[];
  /** The rejected coupons that the service failed for, while it may still be failing for everything. */
  readonly suspicions: readonly number[];
  /** The rejected coupons that the service failed for while it accepted others. Each is sent once more, alone, before the close. */
  readonly failed: readonly number[];
  /** Of `sospechas`, and of what became of them, those that were sent once more: nothing else is tried. */
  readonly returned: readonly number[];
  readonly rejectionsInARow: number;
  readonly tamano: number;
  readonly division: Division | null;
  readonly restarts: number;
  /** Restarts that a person allowed beyond the two. */
  readonly allowed: number;
  readonly motivo: Motivo | null;
  readonly losses: number;
  readonly lastLoss: Mono | null;
  readonly primeroPerdido: boolean;
  /** Reconciliations that an answer to a first send named although they were in its baseline: an id may be given again. */
  readonly named: readonly string[];
  /** Of the run of tries since something was applied or the upload was resumed. */
  readonly renovado: boolean;
  readonly waits: number;
  readonly notApplied: number;
  readonly lastReading: { readonly lectura: Reading; readonly leido: string } | null;
  /** Coupons too many that a person said to leave: only more of them is asked again. */
  readonly accepted: number;
  /** Reconciliations that a person said are not ours. */
  readonly discarded: readonly string[];
  /** Reconciliations that nobody could prove to be ours or not: named in the result. */
  readonly sinProbar: readonly string[];
}

/** The state before any event. */
export const createMachine = (ajustes: Settings, learned: LearnedFacts): Machine => ({
  ajustes,
  aprendido: learned,
  fase: { state: 'DRAFT' },
  total: 0,
  marcador: null,
  generacion: 1,
  numeros: learned.numeros ?? 'texto',
  triedNumbers: false,
  base: null,
  primeraBase: null,
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
  sinCuentas: false,
  rejected: [],
  suspicions: [],
  failed: [],
  returned: [],
  rejectionsInARow: 0,
  tamano: getInitialSize(ajustes, learned),
  division: null,
  restarts: 0,
  allowed: 0,
  motivo: null,
  losses: 0,
  lastLoss: null,
  primeroPerdido: false,
  named: [],
  renovado: false,
  waits: 0,
  notApplied: 0,
  lastReading: null,
  accepted: 0,
  discarded: [],
  sinProbar: [],
});

/** Coupons per batch: what was asked for, less where the account's server refused that much. */
export const getInitialSize = (ajustes: Settings, learned: LearnedFacts): number =>
  Math.max(1, Math.min(ajustes.porTanda, learned.tamano ?? ajustes.porTanda));

/** How long a deleted reconciliation may go on being listed before anything is made of it. */
export const DELETING_MS = 30_000;

/** How often a header or a list is polled while an answer is missing: a twelfth of D, at least a second. */
export const getPause = (m: Machine): number => Math.max(1_000, Math.ceil(m.ajustes.patienceMs / 12));

/** A send or a DELETE is out and nobody knows what became of it (I2). */
export function hasOpenAttempt(m: Machine): boolean {
  return ['ATTEMPT', 'UNKNOWN', 'REFUSED', 'DELETE_ATTEMPT', 'DELETE_UNKNOWN'].includes(m.fase.state);
}

export const isFinished = (m: Machine): boolean => m.fase.state === 'DONE' || m.fase.state === 'ABANDONED';

/** A state that begins at rest: where to go on when nothing is outstanding. */
export function restingPhase(m: Machine, mono: Mono): Phase {
  const huerfana = m.huerfanas[0];
  if (huerfana !== undefined) return { state: 'RESTARTING', id: huerfana, paso: 'ver', hasta: mono };
  if (m.cerrada) return verifyPhase(mono, false);
  return m.id === null ? { state: 'FROZEN' } : { state: 'READY', readAgainTimes: 0, desde: mono, hasta: mono };
}

export const verifyPhase = (mono: Mono, auditoria: boolean): Phase => ({
  state: 'VERIFYING',
  paso: 'sondeo',
  auditoria,
  inicio: mono,
  hasta: mono,
  absentReadings: 0,
  quieto: null,
  candidatas: [],
  readings: 0,
  faltan: null,
  huella: null,
});
