/**
 * Keeps what the verification of an upload reads as its result. The upload does not depend on it: a result that cannot be kept is read again
 * when it is shown.
 */
import { isAppError } from '#contract/errors.ts';
import type { ResultCupon } from '#domain/conciliacion.ts';
import type { ReadingOutcome } from '#domain/upload/index.ts';
import type { ResultKeeper } from './types.ts';

export interface VerifiedResult {
  /** A pass over the pages begins: the first one, or another of the same verification. */
  begin(id: string): void;
  add(cupones: readonly ResultCupon[]): void;
  /** The last pass was judged, and every coupon has its disposition. */
  end(reading: Pick<ReadingOutcome, 'encabezado' | 'sobran' | 'cuarentena'>): void;
  /** Forgets what came: another verification may begin. */
  drop(): void;
}

/** `given up`: a pass of this verification could not be kept, and without it the others are not the result. */
type Keeping = { readonly is: 'open'; readonly keeper: ResultKeeper } | { readonly is: 'given up' } | undefined;

export function createVerifiedResult(open: ((id: string) => ResultKeeper) | undefined): VerifiedResult {
  let keeping: Keeping;

  /** Does a step; if it fails, the result is not kept. A full disk is told where the ledger is written. */
  function runGuarded(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!isAppError(error)) throw error;
      const left = keeping;
      keeping = { is: 'given up' };
      if (left?.is === 'open') runGuarded(left.keeper.discard);
    }
  }
  const onKeeper = (step: (keeper: ResultKeeper) => void): void => {
    const now = keeping;
    if (now?.is === 'open')
      runGuarded(() => {
        step(now.keeper);
      });
  };

  return {
    begin(id) {
      if (keeping !== undefined)
        onKeeper((keeper) => {
          keeper.again();
        });
      else if (open !== undefined) runGuarded(() => (keeping = { is: 'open', keeper: open(id) }));
    },
    add(cupones) {
      onKeeper((keeper) => {
        keeper.add(cupones);
      });
    },
    end({ encabezado, sobran, cuarentena }) {
      onKeeper((keeper) => {
        keeper.end({ encabezado, cuarentena }, sobran === 0 ? 'goes' : 'stays');
      });
      keeping = undefined;
    },
    drop() {
      onKeeper((keeper) => {
        keeper.discard();
      });
      keeping = undefined;
    },
  };
}
