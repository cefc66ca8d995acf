/**
 * Joins passes over a result whose rows move between its pages while they are read (docs/gaps.md, "sort order of a result"). Only rows with our marker
 * can be joined: of others nobody can tell whether a row moved or is there twice.
 */
import type { ResultPage } from '#domain/conciliacion.ts';
import { readMarker, type Marker } from '#domain/upload/index.ts';

/** A reading is given up after so many passes in a row that show no coupon for the first time. */
const MAX_IDLE_PASSES = 5;

export interface JoinedPasses {
  add(page: ResultPage): void;
  /** The pass has ended. `whole`: every row of the result was shown by now. `lost`: another pass would not help. */
  endPass(): 'whole' | 'more' | 'lost';
}

export function createJoinedPasses(marker: Marker | null): JoinedPasses {
  const shown = new Set<number>();
  let isMarked = marker !== null;
  let rowsOfPass = 0;
  let shownBefore = 0;
  let idlePasses = 0;
  return {
    add({ cupones, cuarentena }) {
      rowsOfPass += cupones.length;
      if (marker === null || cuarentena > 0) isMarked = false;
      if (marker === null) return;
      for (const { cupon } of cupones) {
        const seq = readMarker(cupon, marker);
        if (typeof seq === 'number') shown.add(seq);
        else isMarked = false;
      }
    },
    endPass() {
      const rows = rowsOfPass;
      rowsOfPass = 0;
      idlePasses = shown.size > shownBefore ? 0 : idlePasses + 1;
      shownBefore = shown.size;
      if (!isMarked || idlePasses >= MAX_IDLE_PASSES) return 'lost';
      return shown.size === rows ? 'whole' : 'more';
    },
  };
}
