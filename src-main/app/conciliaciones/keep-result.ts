/** Writes a result into the account's cache page by page. Readers see it only when the reading ends. */
import type { Clock } from '#domain/clock.ts';
import { OUT_OF_RESULT, type ResultCupon } from '#domain/conciliacion.ts';
import type { ReportCupon } from '#domain/report.ts';
import { withoutResult } from '#domain/result-rows.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { StoredCupon, Results } from '#storage/results/types.ts';
import type { ResultKeeper } from '../upload/types.ts';
import { operacionOf } from './operacion.ts';
import { listRejectedRows } from './rejected-rows.ts';

interface Kept {
  readonly id: string;
  readonly results: Results;
  readonly ledger: Ledger | undefined;
  /** The upload of ours that made the reconciliation; null if none did. */
  readonly carga: string | null;
  readonly clock: Clock;
  /** The upload itself is reading, to verify what it sent. */
  readonly isOfUpload?: boolean;
}

const CHUNK = 500;

/** Begins a reading. When it ends, the coupons that our upload sent and the result does not list are added from the ledger. */
export function keepResult({ id, results, ledger, carga, clock, isOfUpload = false }: Kept): ResultKeeper {
  const upload = carga === null ? undefined : ledger?.upload(carga);
  const files = upload?.archivos ?? [];
  const marked = upload?.marcador?.campo;
  const reading = results.begin(id);
  const locate = carga === null ? undefined : ledger?.openLocator(carga);
  /** 1 for each coupon of ours that a row showed. */
  const shown = new Uint8Array((upload?.total ?? 0) + 1);

  function placeCupon(cupon: ResultCupon): StoredCupon {
    const ours = locate?.(cupon);
    if (ours !== undefined) shown[ours.seq] = 1;
    return {
      operacion: operacionOf(cupon, ours === undefined ? undefined : { ...ours, marked }),
      disposicion: cupon.conciliado ? 'conciliado' : 'sin_conciliar',
      archivo: ours === undefined ? null : (files[ours.archivo] ?? null),
      mensaje: null,
    };
  }

  return {
    add(cupones) {
      reading.add(cupones.map(placeCupon));
    },
    end({ encabezado, cuarentena }) {
      if (carga !== null && ledger !== undefined) {
        // A coupon that the ledger calls missing may have appeared since: then the result lists it, and it is not added.
        for (const chunk of splitInChunks(outOfResult(ledger, carga, shown))) reading.add(chunk);
        for (const errors of splitInChunks(listRejectedRows(ledger.readErrors(carga)))) reading.add(errors);
      }
      const read = {
        encabezado,
        carga,
        archivos: files,
        ...(isOfUpload ? { isOfUpload } : {}),
        ...(cuarentena === 0 ? {} : { cuarentena }),
      };
      reading.finish(read, clock.now());
    },
    discard: () => reading.discard(),
  };
}

function* outOfResult(ledger: Ledger, upload: string, shown: Uint8Array): Generator<StoredCupon> {
  for (const item of ledger.readCupones(upload, OUT_OF_RESULT)) if (shown[item.seq] !== 1) yield storedFrom(item);
}

const storedFrom = ({ archivo, fila, cupon, disposicion }: ReportCupon): StoredCupon => ({
  operacion: withoutResult(cupon, fila),
  disposicion,
  archivo,
  mensaje: null,
});

function* splitInChunks<T>(rows: Iterable<T>): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
