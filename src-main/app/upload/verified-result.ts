/** What the verification of an upload reads, kept as its result. The upload does not depend on it: what cannot be kept is read again where it is shown. */
import { isAppError } from '#contract/errors.ts';
import type { Conciliacion, ResultCupon } from '#domain/conciliacion.ts';
import type { ResultKeeper } from './types.ts';

export interface VerifiedResult {
  /** A pass over the pages begins: what an earlier one left is dropped. */
  begin(id: string): void;
  add(cupones: readonly ResultCupon[]): void;
  /** The last pass was judged, and every coupon has its disposition. `isWhole`: it is the result by itself; else it is dropped too. */
  end(encabezado: Conciliacion, isWhole: boolean): void;
  /** Nothing will be made of what came. */
  drop(): void;
}

export function createVerifiedResult(open: ((id: string) => ResultKeeper) | undefined): VerifiedResult {
  let keeper: ResultKeeper | undefined;

  /** Does a step, or gives up keeping it: a full disk is said where the ledger is written. */
  function trying(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!isAppError(error)) throw error;
      const left = keeper;
      keeper = undefined;
      if (left !== undefined) trying(left.discard);
    }
  }
  function drop(): void {
    const left = keeper;
    keeper = undefined;
    if (left !== undefined) trying(left.discard);
  }

  return {
    begin(id) {
      drop();
      trying(() => (keeper = open?.(id)));
    },
    add(cupones) {
      trying(() => keeper?.add(cupones));
    },
    end(encabezado, isWhole) {
      if (!isWhole) return drop();
      trying(() => keeper?.end(encabezado));
      keeper = undefined;
    },
    drop,
  };
}
