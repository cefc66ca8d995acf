import type { UploadEvent } from '#domain/upload/types.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/open.ts';
import { wasDeleted } from './deleted.ts';

/** Coupons that the service answered for, in their newest state: an upload of this PC, or a result of another one that was read here. */
export interface Outcome {
  /** Null for a result that this PC did not upload. */
  readonly carga: string | null;
  readonly conciliacion: string | null;
  readonly total: number;
  readonly conciliados: number;
  readonly sinConciliar: number;
  /** The kept reading that the state is from; null when it is from the ledger. */
  readonly lectura: number | null;
}

/** An upload of this PC. */
export interface UploadSeen extends Outcome {
  readonly carga: string;
}

/** The stores with the uploads of an account. */
export interface UploadSources {
  /** Undefined when nothing was ever sent from here. */
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
  /** Undefined when there is no cache. */
  readonly results: Pick<Results, 'show' | 'cupones' | 'listMatchedLike' | 'listReadings'> | undefined;
}

/** The reconciliation whose result was last read for an upload; null while none was read. */
export function findConciliacion(ledger: Pick<Ledger, 'readEvents'>, upload: string): string | null {
  const reading = ledger.readEvents(upload).findLast(({ kind }) => kind === 'leida');
  return reading?.kind === 'leida' ? (reading.lectura.encabezado?.id ?? null) : null;
}

/** The last reading of an upload's result; undefined where none was read. `hasBegunAgain`: the upload deleted its reconciliation since. */
function findReading(ledger: Pick<Ledger, 'readHistory'>, upload: string) {
  const history = ledger.readHistory(upload);
  const place = history.findLastIndex(({ evento }) => evento.kind === 'leida');
  const { at, evento } = history[place] ?? {};
  if (at === undefined || evento?.kind !== 'leida') return undefined;
  const conciliacion = evento.lectura.encabezado?.id ?? null;
  const isItsDeletion = (event: UploadEvent): boolean => event.kind === 'borrada' && event.id === conciliacion;
  return { at, conciliacion, hasBegunAgain: history.slice(place + 1).some((one) => isItsDeletion(one.evento)) };
}

/**
 * The uploads whose result was read, newest first, without deleted ones. Coupons that matched after the upload ended are in a later reading of
 * the result.
 */
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
    // What an upload kept is as new as its last reading. Later events, such as an answer to a question, change no coupon.
    const isCurrent = stored?.carga === carga && stored.leido >= (reading?.at ?? 0);
    if (!isCurrent) {
      return [{ carga, conciliacion, total, conciliados: conciliado, sinConciliar: sin_conciliar, lectura: null }];
    }
    const { conciliados, sin_conciliar: without } = stored.grupos;
    const { lectura } = stored;
    return [{ carga, conciliacion, total, conciliados: conciliados.cupones, sinConciliar: without.cupones, lectura }];
  });
}

/** Every result that is known here: that of each upload, then those of other PCs, the last one that was read first. */
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
