/**
 * Keeps what the verification of an upload reads as its result. The upload does not depend on it: a result that cannot be kept is read again
 * when it is shown.
 */
import { isAppError } from '#contract/errors.ts';
import type { ResultCupon } from '#domain/conciliacion.ts';
import type { ReadingOutcome } from '#domain/upload/types.ts';
import type { ResultKeeper } from './types.ts';

export type VerifiedResult = ReturnType<typeof createVerifiedResult>;

export function createVerifiedResult(open: ((id: string) => ResultKeeper) | undefined) {
  let keeper: ResultKeeper | undefined;

  /** Does a step; if it fails, the result is not kept. A full disk is told where the ledger is written. */
  function runGuarded(step: (kept: ResultKeeper) => void): void {
    const now = keeper;
    if (now === undefined) return;
    try {
      step(now);
    } catch (error) {
      if (!isAppError(error)) throw error;
      keeper = undefined;
      dropKeeper(now);
    }
  }

  function dropKeeper(kept: ResultKeeper | undefined): void {
    keeper = undefined;
    try {
      kept?.discard();
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }

  return {
    /** A pass over the pages begins. It replaces an earlier one of the same verification. */
    begin(id: string): void {
      dropKeeper(keeper);
      try {
        keeper = open?.(id);
      } catch (error) {
        if (!isAppError(error)) throw error;
      }
    },
    add(cupones: readonly ResultCupon[]): void {
      runGuarded((kept) => kept.add(cupones));
    },
    /** The pass was judged, and every coupon has its disposition. */
    end({ encabezado, cuarentena }: Pick<ReadingOutcome, 'encabezado' | 'cuarentena'>): void {
      runGuarded((kept) => kept.end({ encabezado, cuarentena }));
      keeper = undefined;
    },
    /** Forgets what came. */
    drop(): void {
      dropKeeper(keeper);
    },
  };
}
