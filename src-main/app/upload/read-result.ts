/** Stores the pages that the verification reads as the upload's result. The upload does not need it: a missing result is read when a person opens it. */
import { isAppError } from '#contract/errors.ts';
import type { ResultCupon, Conciliacion, ConciliacionesService, ResultPage } from '#domain/conciliacion.ts';
import type { ReadingOutcome } from '#domain/upload/types.ts';
import type { ResultKeeper } from './types.ts';
import { isSameHeader } from '#domain/upload/step.ts';
import type { OpenReading } from '#storage/ledger/index.ts';

export type VerifiedResult = ReturnType<typeof createVerifiedResult>;

export function createVerifiedResult(open: ((id: string) => ResultKeeper) | undefined) {
  let keeper: ResultKeeper | undefined;

  /** Runs a step of storing; false if the step failed. A full disk also makes the next write to the ledger fail, which stops the upload. */
  function attempt(step: () => void): boolean {
    try {
      step();
      return true;
    } catch (error) {
      if (isAppError(error)) return false;
      throw error;
    }
  }
  function drop(): void {
    const dropped = keeper;
    keeper = undefined;
    attempt(() => dropped?.discard());
  }

  return {
    begin(id: string): void {
      drop();
      attempt(() => (keeper = open?.(id)));
    },
    add(cupones: readonly ResultCupon[]): void {
      if (!attempt(() => keeper?.add(cupones))) drop();
    },
    /** Ends a pass, after every coupon got its disposition. */
    end(read: Pick<ReadingOutcome, 'encabezado' | 'cuarentena'>): void {
      if (!attempt(() => keeper?.end(read))) drop();
      keeper = undefined;
    },
    drop,
  };
}

interface ResultToRead {
  readonly service: ConciliacionesService;
  readonly id: string;
  readonly reading: OpenReading;
  readonly signal: AbortSignal;
  readonly onRead: (readCount: number) => void;
  readonly keep?: (cupones: ResultPage['cupones']) => void;
}

/** Reads all pages of a result once, keeping one page in memory. Undefined if the reconciliation does not exist. */
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
  // Coupons are missing and unknown rows are present: the service changed texts. Such a reading proves nothing.
  const isChanged = loose > 0 && compared.faltan > header.existentes + header.error;
  return { encabezado: header, quieto: isSameHeader(first, header) && !isChanged, cuarentena: setAside, ...compared };
}

export async function firstPageOf(
  service: Pick<ConciliacionesService, 'readResult'>,
  id: string,
  signal: AbortSignal,
): Promise<ResultPage | undefined> {
  for await (const page of service.readResult(id, signal)) return page;
  return undefined;
}
