/**
 * Keeps what the verification of an upload reads as its result. The upload does not depend on it: a result that cannot be kept is read again
 * when it is shown.
 */
import { isAppError } from '#contract/errors.ts';
import type { ResultCupon, Conciliacion, ConciliacionesService, ResultPage } from '#domain/conciliacion.ts';
import type { ReadingOutcome } from '#domain/upload/types.ts';
import type { ResultKeeper } from './types.ts';
import { isSameHeader } from '#domain/upload/count.ts';
import type { OpenReading } from '#storage/ledger/index.ts';

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

interface ResultToRead {
  readonly service: ConciliacionesService;
  readonly id: string;
  readonly reading: OpenReading;
  readonly signal: AbortSignal;
  readonly onRead: (readCount: number) => void;
  /** Takes the coupons too, as they come. */
  readonly keep?: (cupones: ResultPage['cupones']) => void;
}

/** One pass over the pages of a result, a page in memory at a time. undefined when the service says that there is no such reconciliation. */
export async function readResult(resultToRead: ResultToRead): Promise<ReadingOutcome | undefined> {
  const { service, id, reading, signal, onRead, keep } = resultToRead;
  reading.begin();
  let first: Conciliacion | undefined;
  let header: Conciliacion | undefined;
  let setAside = 0;
  let readCount = 0;
  for await (const page of service.readResult(id, signal)) {
    ({ encabezado: header } = page);
    first ??= header;
    reading.add(page.cupones);
    keep?.(page.cupones);
    setAside += page.cuarentena;
    readCount += page.cupones.length + page.cuarentena;
    onRead(readCount);
  }
  if (header === undefined || first === undefined) return undefined;
  const { loose, ...compared } = reading.finish();
  // Coupons are missing, and rows are there that nobody sent: texts were changed on the way. Such a reading settles nothing.
  const isChanged = loose > 0 && compared.faltan > header.existentes + header.error;
  return { encabezado: header, quieto: isSameHeader(first, header) && !isChanged, cuarentena: setAside, ...compared };
}
