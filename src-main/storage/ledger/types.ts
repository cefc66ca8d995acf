import type { Instant } from '#domain/clock.ts';
import type { ResultCupon, Disposition } from '#domain/conciliacion.ts';
import type { Statement } from '#domain/texts/statements.ts';
import type { AuxiliaryField } from '#domain/cupon.ts';
import type { RowNotice, RowError, InFile } from '#domain/finding.ts';
import type { ReportCupon } from '#domain/report.ts';
import type { Decisions } from './decisions.ts';
import type { FindSentCupon } from './sent-cupones.ts';
import type { LearnedFacts, UploadEvent, ReadingOutcome, Marker, Ownership } from '#domain/upload/types.ts';
import type { DatedEvent } from '#domain/upload/tandas.ts';

/** A valid coupon as the import hands it over: its canonical text, and where it stood. */
export interface CuponRow {
  /** Index into the draft's `archivos`. */
  readonly archivo: number;
  readonly hoja: string | null;
  readonly fila: number;
  readonly texto: string;
  /**
   * Its turn among the sales of its file or sheet that have its name, from 1: those of other files and sheets of the upload are counted by the ledger.
   * Not given: the ledger counts all.
   */
  readonly ocurrencia?: number;
  /** The canonical text of the coupon as it stood in the file, where it was corrected before it is sent; card numbers are masked. */
  readonly original?: string | null;
}

/** A coupon of an upload with its number there. */
export interface LocatedCupon extends CuponRow {
  readonly seq: number;
}

export interface DraftData {
  readonly cuenta: string;
  readonly archivos: readonly string[];
}

/** Uploads of the account with the same multiset of coupons as a draft, before any marker. */
export interface EqualUploads {
  /** An unfinished one, which may be resumed. */
  readonly pendiente: string | null;
  /** A finished one. */
  readonly terminada: string | null;
}

export interface UploadRow {
  readonly carga: string;
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly congelado: Instant;
  readonly total: number;
  readonly marcador: Marker | null;
  readonly terminada: boolean;
}

/** A coupon that a search found: where it stood, and its canonical text without marker. */
export interface FoundCupon {
  readonly carga: string;
  readonly archivo: string;
  readonly fila: number;
  readonly texto: string;
}

export type ChosenMarker = 'auto' | 'ninguno' | AuxiliaryField;
export type Counts = Readonly<Record<Disposition, number>>;

/** A file of a draft, and the one that has most of its coupons too; as they were given. */
export interface RepeatedFile {
  readonly copy: string;
  readonly original: string;
  /** How many coupons the copy has, and how many of them the original has too. */
  readonly de: number;
  readonly iguales: number;
}

/** Drafts: the files that are being imported. Everything here can still be thrown away. */
export interface Drafts {
  createDraft(data: DraftData): string;
  /** Appends coupons in the order in which they will be sent. One transaction a call. */
  addCupones(upload: string, rows: readonly CuponRow[]): void;
  addFindings(
    upload: string,
    file: string,
    findings: {
      readonly hoja?: string | null;
      readonly errores?: readonly RowError[];
      readonly avisos?: readonly RowNotice[];
    },
  ): void;
  discardDraft(upload: string): void;
  /** Coupons in a draft. */
  countCupones(upload: string): number;
  findEqualTo(upload: string): EqualUploads;
  /**
   * The files of a draft most of whose coupons, more than half, are also in another of its files. The copy is the one with fewer coupons in the draft;
   * of two with as many, the later one.
   */
  listRepeatedFiles(upload: string): readonly RepeatedFile[];
  /** Opens the question whether coupons were sent before. `isGone`: uploads that no longer count. */
  openSent(isGone?: (upload: string) => boolean): FindSentCupon;
  /**
   * Freezes a draft: the field and the nonce of the marker are fixed (it is put into the texts as they are read), and nothing of it changes any more.
   * The event `congelada` is written in the same commit. Throws `MARCADOR_OCUPADO` when the field asked for has data, `SIN_CUPONES` when there is
   * nothing to send.
   */
  freeze(
    upload: string,
    options: { readonly marcador: ChosenMarker; readonly nonce: string; readonly porTanda?: number },
  ): void;
}

/** The reading of a result, compared with what was sent. Lives in memory and in a temporary table: it begins again after a restart. */
export interface OpenReading {
  /** Begins a new pass over the pages; what earlier passes showed stays shown. */
  begin(): void;
  add(cupones: readonly ResultCupon[]): void;
  /** Ends the pass. */
  /** `sueltas`: rows without a marker that are no coupon of ours; they are among `sobran`. */
  finish(): Pick<ReadingOutcome, 'filas' | 'faltan' | 'sobran' | 'huella'> & { readonly loose: number };
  /** Gives every coupon of the upload exactly one disposition, in one commit (I7). */
  setDispositions(stretches: readonly SeqRange[]): void;
}

/** The disposition of coupons that the result does not show, by range of `seq` (the last range that covers a coupon decides). */
export interface SeqRange {
  readonly desde: number;
  readonly hasta: number;
  readonly disposicion: Disposition;
}

/** Uploads: append-only. */
export interface Ledger extends Drafts, Decisions {
  upload(upload: string): UploadRow | undefined;
  /** Newest first. */
  uploads(account?: string): readonly UploadRow[];
  readEvents(upload: string): readonly UploadEvent[];
  /** The events, with when each was written. */
  readHistory(upload: string): readonly DatedEvent[];
  /** The amount of the coupons of a range, in centavos, without those of `except`. */
  importe(upload: string, from: number, to: number, except: readonly number[]): bigint;
  /** The last event: its kind and when it was written. */
  getLastEvent(upload: string): { readonly kind: UploadEvent['kind']; readonly at: Instant } | undefined;
  /** Makes events durable, in one commit with FULL sync. */
  note(upload: string, events: readonly UploadEvent[]): void;
  /** The frozen texts of a range, ascending, without those of `except`. */
  readTexts(upload: string, from: number, to: number, except: readonly number[]): readonly string[];
  /** `rejected`: coupons that were not sent after all. */
  openReading(upload: string, rejected: readonly number[]): OpenReading;
  /** Whose rows these are: compared with the coupon `seq` alone, or with the whole upload when it is null. */
  findOwnership(upload: string, rows: readonly ResultCupon[], seq: number | null): Omit<Ownership, 'existe'>;
  /** Gives all coupons of an upload a disposition without reading its result: that of their range, else not reported. */
  disposeWithoutReading(upload: string, stretches: readonly SeqRange[]): void;
  readCounts(upload: string): Counts;
  /** Counts the different coupons of some uploads: a coupon that several have counts as often as in the upload that has it most. */
  countDistinct(uploads: readonly string[]): number;
  /**
   * The coupons of an upload with one of the dispositions, in the order of the file, few in memory at a time; without our marker. `rows`: only those of
   * these rows, in any sheet.
   */
  readCupones(
    upload: string,
    dispositions: readonly Disposition[],
    rows?: readonly number[],
  ): Iterable<ReportCupon & { readonly seq: number }>;
  readErrors(upload: string): Iterable<InFile<RowError>>;
  readNotices(upload: string): Iterable<InFile<RowNotice>>;
  /** Our coupon with that number in an upload. */
  cupon(upload: string, seq: number): CuponRow | undefined;
  /** Coupons of an account's uploads, the newest upload first, whose text has all the parts of one of the choices (`search.ts`). */
  searchCupones(account: string, parts: readonly (readonly string[])[]): Iterable<readonly FoundCupon[]>;
  /** The upload of an account whose reconciliation has this id; the newest one, if the service gave the id twice. */
  uploadOf(account: string, id: string): string | null;
  /** Finds our coupons behind the rows of a result (`conciliaciones resultado`): by marker, else by content, each one once. */
  openLocator(upload: string): (row: ResultCupon) => LocatedCupon | undefined;
  /** Notes that a reconciliation was deleted from the service at that moment. */
  noteDeletion(id: string, when: Instant): void;
  /** When each reconciliation was last deleted from here, also where its number was given again since. */
  readDeletions(): ReadonlyMap<string, Instant>;
  readLearned(account: string): LearnedFacts;
  learn(account: string, learned: LearnedFacts): void;
  /** Not null while a restored ledger waits to be compared with the service; `hasta` is when its last event was written. */
  getRestoration(): { readonly hasta: Instant | null } | null;
  /** Notes that the restored ledger was compared: the person is told, and it is not compared again. */
  markRestorationReviewed(notice: string, said?: Statement): void;
  /** Makes the daily copy when it is due. A program that stays open for long calls it now and then. */
  makeDailyCopy(): Promise<void>;
  close(): void;
}
