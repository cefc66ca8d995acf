import type { Conciliacion, ConciliacionesService, ResultPage } from '#domain/conciliacion.ts';
import { isSameHeader } from '#domain/upload/count.ts';
import type { ReadingOutcome } from '#domain/upload/types.ts';
import type { OpenReading } from '#storage/ledger/index.ts';

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
export async function readResult({
  service,
  id,
  reading,
  signal,
  onRead,
  keep,
}: ResultToRead): Promise<ReadingOutcome | undefined> {
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
