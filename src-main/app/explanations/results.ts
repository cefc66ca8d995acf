/** The newest state of each reconciliation: its kept result, or the ledger where that is newer or the only one. */
import type { CuponPlace } from '#contract/decisions.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { UploadCupones } from '#storage/ledger/index.ts';
import type { Readings } from '#storage/results/readings.ts';
import type { LedgerUpload } from './questions.ts';

/** A coupon that the service answered for. */
export interface AnsweredCupon {
  readonly key: string;
  readonly place: CuponPlace;
  readonly cupon: Cupon;
  readonly liquidacionesId: string | null;
}

/** The coupons of one reconciliation. */
export interface Result {
  /** Its name: two equal coupons of one upload are repetitions. */
  readonly carga: string;
  cuponesOf(disposition: 'conciliado' | 'sin_conciliar'): Generator<readonly AnsweredCupon[]>;
}

const PIECE = 2000;
const padNumber = (n: number): string => String(n).padStart(9, '0');

/** The results of an account, the oldest first; those of the ledger last. Keys sort as the coupons were read. */
export function resultsOf(
  readings: Readings | undefined,
  ledger: UploadCupones | undefined,
  uploads: readonly LedgerUpload[],
): readonly Result[] {
  const fromLedger = new Set(uploads.map(({ conciliacion }) => conciliacion));
  const kept = (readings?.readings() ?? []).filter(({ conciliacion }) => !fromLedger.has(conciliacion));
  return [
    ...kept.map(({ lectura, conciliacion }): Result => ({
      carga: conciliacion,
      *cuponesOf(disposition) {
        for (const piece of readings?.cuponesOf(lectura, disposition, PIECE) ?? []) {
          yield piece.map(({ n, operacion, archivo }) => ({
            key: `${padNumber(lectura)}:${padNumber(n)}`,
            place: { conciliacion, n, seq: null, archivo, fila: operacion.fila },
            cupon: operacion,
            liquidacionesId: operacion.liquidaciones_id,
          }));
        }
      },
    })),
    ...uploads.map(({ carga, conciliacion }): Result => ({
      carga: conciliacion ?? carga,
      *cuponesOf(disposition) {
        for (const piece of ledger?.cuponesOf(carga, disposition, PIECE) ?? []) {
          yield piece.map(({ seq, archivo, fila, cupon }) => ({
            key: `${carga}:${padNumber(seq)}`,
            place: { conciliacion, n: null, seq, archivo, fila },
            cupon,
            liquidacionesId: null,
          }));
        }
      },
    })),
  ];
}

/** Whether some coupon did not match; `conciliacion`: among those of that one. */
export function hasUnmatched(results: readonly Result[], conciliacion: string | undefined): boolean {
  for (const { carga, cuponesOf } of results) {
    if (conciliacion !== undefined && carga !== conciliacion) continue;
    for (const piece of cuponesOf('sin_conciliar')) if (piece.length > 0) return true;
  }
  return false;
}
