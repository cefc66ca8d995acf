import type { UploadEvent } from '#domain/upload/types.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/open.ts';
import { fold } from '#domain/upload/apply.ts';
import type { Machine } from '#domain/upload/machine.ts';
import { DEFAULTS } from '#domain/upload/settings.js';
import type { Instant } from '#domain/clock.ts';
import type { DecisionState } from '#domain/decisions/fold.ts';
import type { InFile, RowError, RowNotice } from '#domain/finding.ts';
import type { UploadFindings } from '#domain/till-bridge.ts';
import { DISPOSITIONS } from '#domain/conciliacion.ts';
import { placeKeyOf, withoutResult, type ReportCupon } from '#domain/report.ts';

/** The newest state of coupons that the service answered for: of an upload of this PC, or of another result that this PC read. */
export interface Outcome {
  /** The upload; null for a result of another PC. */
  readonly carga: string | null;
  readonly conciliacion: string | null;
  readonly total: number;
  readonly conciliados: number;
  readonly sinConciliar: number;
  /** The stored result of this state; null if the state is from the ledger. */
  readonly lectura: number | null;
}

export interface UploadSeen extends Outcome {
  readonly carga: string;
}

export interface UploadSources {
  /** Undefined if this PC never sent anything. */
  readonly ledger:
    | Pick<
        Ledger,
        | 'upload'
        | 'uploads'
        | 'readHistory'
        | 'readCounts'
        | 'countDistinct'
        | 'readCupones'
        | 'readDecisions'
        | 'getLastEvent'
        | 'readDeletions'
      >
    | undefined;
  /** Undefined if this PC has no cache of the account. */
  readonly results: Pick<Results, 'show' | 'cupones' | 'listMatchedLike' | 'listReadings'> | undefined;
}

/** The reconciliation whose result was last read for an upload; null before the first reading. */
export function findConciliacion(ledger: Pick<Ledger, 'readEvents'>, upload: string): string | null {
  const reading = ledger.readEvents(upload).findLast(({ kind }) => kind === 'leida');
  return reading?.kind === 'leida' ? (reading.lectura.encabezado?.id ?? null) : null;
}

/** Finds our upload by its name or by the id of its reconciliation; null if no upload has it. */
export const findUpload = (
  ledger: Pick<Ledger, 'upload' | 'uploadOf'>,
  accountId: string,
  name: string,
): string | null => (ledger.upload(name) === undefined ? ledger.uploadOf(accountId, name) : name);

/** The last reading of an upload's result; undefined before the first. `hasBegunAgain`: true if the upload has deleted its reconciliation since. */
function findReading(ledger: Pick<Ledger, 'readHistory'>, upload: string) {
  const history = ledger.readHistory(upload);
  const place = history.findLastIndex(({ evento }) => evento.kind === 'leida');
  const { at, evento } = history[place] ?? {};
  if (at === undefined || evento?.kind !== 'leida') return undefined;
  const conciliacion = evento.lectura.encabezado?.id ?? null;
  const isItsDeletion = (event: UploadEvent): boolean => event.kind === 'borrada' && event.id === conciliacion;
  return { at, conciliacion, hasBegunAgain: history.slice(place + 1).some((one) => isItsDeletion(one.evento)) };
}

/** The uploads whose result was read, newest first, except deleted ones. Coupons that matched after the end of an upload are in a later stored result. */
export function uploadsOf(sources: UploadSources, accountId: string): readonly UploadSeen[] {
  const { ledger, results } = sources;
  if (ledger === undefined) return [];
  const deleted = ledger.readDeletions();
  return ledger.uploads(accountId).flatMap(({ carga, total }): readonly UploadSeen[] => {
    const { conciliado, sin_conciliar } = ledger.readCounts(carga);
    if (conciliado + sin_conciliar === 0) return [];
    const reading = findReading(ledger, carga);
    if (reading?.hasBegunAgain === true) return [];
    const conciliacion = reading?.conciliacion ?? null;
    if (wasDeleted({ ledger, deleted }, carga, conciliacion)) return [];
    const stored = conciliacion === null ? undefined : results?.show(conciliacion);
    // The stored result is current if it is as new as the last reading by the upload. Later events, such as an answer to a question, change no coupon.
    const isCurrent = stored?.carga === carga && stored.leido >= (reading?.at ?? 0);
    if (!isCurrent) {
      return [{ carga, conciliacion, total, conciliados: conciliado, sinConciliar: sin_conciliar, lectura: null }];
    }
    const { conciliados, sin_conciliar: without } = stored.grupos;
    const { lectura } = stored;
    return [{ carga, conciliacion, total, conciliados: conciliados.cupones, sinConciliar: without.cupones, lectura }];
  });
}

/** Uploads whose stored result is missing, or older than their last reading: their coupons are read from the ledger. */
export const listUploadsOfLedger = (sources: UploadSources, accountId: string): readonly UploadSeen[] =>
  uploadsOf(sources, accountId).filter(({ lectura }) => lectura === null);

/** All known results: of each upload, then of other PCs, the last read first. */
export function outcomesOf(sources: UploadSources, accountId: string): readonly Outcome[] {
  const uploads = uploadsOf(sources, accountId);
  const own = new Set(uploads.map(({ conciliacion }) => conciliacion));
  const readings = [...(sources.results?.listReadings() ?? [])].filter(([conciliacion]) => !own.has(conciliacion));
  return [
    ...uploads,
    ...readings
      .toSorted(([, a], [, b]) => b.leido - a.leido)
      .map(([conciliacion, { lectura, conciliados, sinConciliar }]) => ({
        carga: null,
        conciliacion,
        total: conciliados.cupones + sinConciliar.cupones,
        conciliados: conciliados.cupones,
        sinConciliar: sinConciliar.cupones,
        lectura,
      })),
  ];
}

/** A key that sorts coupons in the order of their reading or upload. */
export const keyOfCupon = (source: number | string, n: number): string =>
  [source, n].map((part) => String(part).padStart(9, '0')).join(':');

/** The coupons of an outcome in their order, from its stored result or else from the ledger. */
export function* readOutcome(
  { ledger, results }: { ledger: CuponReader | undefined; results: Pick<Results, 'cupones'> | undefined },
  { lectura, carga, conciliacion }: Pick<Outcome, 'lectura' | 'carga' | 'conciliacion'>,
  disposition: 'conciliado' | 'sin_conciliar',
) {
  if (lectura !== null)
    for (const { n, operacion, archivo } of results?.cupones(lectura, [disposition]) ?? []) {
      const place = { conciliacion, n, seq: null, archivo, fila: operacion.fila };
      yield { key: keyOfCupon(lectura, n), place, cupon: operacion, liquidacion: operacion.liquidaciones_id };
    }
  else if (carga !== null)
    for (const { seq, archivo, fila, cupon } of ledger?.readCupones(carga, [disposition]) ?? []) {
      const place = { conciliacion, n: null, seq, archivo, fila };
      yield { key: keyOfCupon(carga, seq), place, cupon: withoutResult(cupon, fila), liquidacion: null };
    }
}

/** Returns a function that gives the state of an upload from its ledger. For display only: the clock of the state is always 0. */
export function createMachines(
  ledger: Pick<Ledger, 'readEvents' | 'readLearned'>,
  accountId: string,
): (upload: string) => Machine {
  const learned = ledger.readLearned(accountId);
  return (upload) => fold(ledger.readEvents(upload), { ajustes: DEFAULTS, aprendido: learned, mono: 0 });
}

/** When each reconciliation was deleted by this PC or found missing at the service, whichever is later. The service then no longer has its coupons. */
export function readGone(
  ledger: Pick<Ledger, 'readDeletions'>,
  results: Pick<Results, 'readMissing'> | undefined,
): ReadonlyMap<string, Instant> {
  const gone = new Map(ledger.readDeletions());
  for (const [id, when] of results?.readMissing() ?? []) gone.set(id, Math.max(when, gone.get(id) ?? when));
  return gone;
}

/** Whether a reconciliation was deleted after its upload's last event. False if the upload continued, or if another reconciliation now has that number. */
export function wasDeleted(
  sources: {
    readonly ledger: Pick<Ledger, 'getLastEvent'>;
    readonly deleted: ReadonlyMap<string, Instant>;
  },
  upload: string,
  conciliacion: string | null,
): boolean {
  const when = conciliacion === null ? undefined : sources.deleted.get(conciliacion);
  return when !== undefined && when >= (sources.ledger.getLastEvent(upload)?.at ?? 0);
}

/** Sales with decisions in reconciliations that the service no longer has. Another result may have the same sales. */
export function listGoneSales(
  ledger: Pick<Ledger, 'getLastEvent'>,
  gone: ReadonlyMap<string, Instant>,
  { cupones }: Pick<DecisionState, 'cupones'>,
): readonly string[] {
  return [...cupones].flatMap(([sale, { cupon }]) => {
    const { carga, conciliacion } = cupon;
    const isGone =
      carga === null
        ? conciliacion !== null && gone.has(conciliacion)
        : wasDeleted({ ledger, deleted: gone }, carga, conciliacion);
    return isGone ? [sale] : [];
  });
}

/** `filas` of an upload's documents: the rows of its files, as `validar` counts them: sent coupons, and rows that were left out, each once. */
export function rowsOfFiles(cupones: number, { readErrors: errors, readNotices: notices }: UploadFindings): number {
  const leftOut = new Set<string>();
  const add = ({ archivo, hoja, fila }: InFile<RowError | RowNotice>) =>
    leftOut.add(JSON.stringify([archivo, hoja, fila]));
  for (const error of errors()) add(error);
  // A notice of a row has its sale if the row was left out.
  for (const notice of notices()) if (notice.fila !== null && notice.venta !== undefined) add(notice);
  return cupones + leftOut.size;
}

type CuponReader = Pick<Ledger, 'readCupones'>;
type Placed = Pick<ReportCupon, 'archivo' | 'fila' | 'cupon'>;
export type SheetOf = (cupon: Placed) => string | null;

/** A coupon by its place, and our upload that sent it; null if another program or PC sent it. */
interface PlacedCupon extends Placed {
  readonly carga: string | null;
}

function readSheets(ledger: CuponReader, upload: string, rows?: readonly number[]): ReadonlyMap<string, string> {
  const sheets = new Map<string, string>();
  for (const one of ledger.readCupones(upload, DISPOSITIONS, rows))
    if (one.hoja !== undefined && one.hoja !== null) sheets.set(placeKeyOf(one), one.hoja);
  return sheets;
}

/** Finds the sheets of an upload's coupons. Reads the whole upload at the first call. */
export function createSheetOf(ledger: CuponReader | undefined, upload: string | null): SheetOf {
  let sheets: ReadonlyMap<string, string> | undefined;
  return (cupon) => {
    if (ledger === undefined || upload === null) return null;
    sheets ??= readSheets(ledger, upload);
    return sheets.get(placeKeyOf(cupon)) ?? null;
  };
}

/** The sheets of coupons, in the same order, from our ledger. Null for a coupon of a text file, and of an upload that is not ours. */
export function findSheets(
  ledger: CuponReader | undefined,
  cupones: readonly PlacedCupon[],
): readonly (string | null)[] {
  const sheets = new Map<string | null, ReadonlyMap<string, string>>();
  for (const [upload, theirs] of Map.groupBy(cupones, ({ carga }) => carga)) {
    const rows = new Set(theirs.flatMap(({ fila }) => fila ?? []));
    if (upload !== null && ledger !== undefined && rows.size > 0)
      sheets.set(upload, readSheets(ledger, upload, [...rows]));
  }
  return cupones.map((one) => sheets.get(one.carga)?.get(placeKeyOf(one)) ?? null);
}
