/** Writes a result into `resultados.db` page by page. Readers see it only when the reading ends. */
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion, ResultCupon, Disposition } from '#domain/conciliacion.ts';
import type { ReportCupon } from '#domain/report.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { StoredCupon, Results } from '#storage/results/index.ts';
import type { ResultKeeper } from '../upload/types.ts';
import { withOurZeros, operacionDe } from './operacion.ts';
import { createPasses, type Passes } from './passes.ts';
import { rejectedRows, withoutResult } from './rejected-rows.ts';

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

/** Dispositions that the service's result does not list; for our uploads the ledger has them. */
const LEFT_OUT: readonly Disposition[] = ['no_informado', 'existente', 'no_enviado', 'rechazado'];
const CHUNK = 500;

/** Begins a reading. When it ends, the coupons that our upload sent and the result does not list are added from the ledger. */
export function keepResult({ id, results, ledger, carga, clock, isOfUpload = false }: Kept): ResultKeeper {
  const upload = carga === null ? undefined : ledger?.upload(carga);
  const archivos = upload?.archivos ?? [];
  const lectura = results.begin(id);
  const openLocator = () => (carga === null ? undefined : ledger?.openLocator(carga));
  let locate = openLocator();
  const passes = createPasses(upload?.total ?? 0);

  function placed(cupon: ResultCupon): { readonly seq: number | undefined; readonly stored: StoredCupon } {
    const ours = locate?.(cupon);
    const archivo = ours === undefined ? null : (archivos[ours.archivo] ?? null);
    const disposicion = cupon.conciliado ? 'conciliado' : 'sin_conciliar';
    const operacion = withOurZeros(operacionDe(cupon, ours), ours);
    return { seq: ours?.seq, stored: { operacion, disposicion, archivo, mensaje: null } };
  }

  return {
    add(cupones) {
      const rows = cupones.map(placed);
      const first = lectura.add(rows.map(({ stored }) => stored));
      const replaced = rows.map(({ seq }, i) => passes.show(first + i, seq));
      lectura.remove(replaced.filter((row) => row !== undefined));
    },
    again() {
      lectura.remove(passes.again());
      // The next pass gives out equal coupons without a marker again.
      locate = openLocator();
    },
    end(encabezado: Conciliacion, repeated: 'stays' | 'goes') {
      if (repeated === 'goes') lectura.remove(passes.repeated());
      if (carga !== null && ledger !== undefined) {
        // A coupon that the ledger calls missing may have appeared since: then the result lists it, and it is not added.
        for (const chunk of inChunks(outOfResult(ledger, carga, passes))) lectura.add(chunk);
        for (const errores of inChunks(rejectedRows(ledger.readErrors(carga)))) lectura.add(errores);
      }
      const read = { encabezado, carga, archivos };
      lectura.finish(isOfUpload ? { ...read, isOfUpload } : read, clock.now());
    },
    discard: () => {
      lectura.discard();
    },
  };
}

function* outOfResult(ledger: Ledger, carga: string, { hasShown }: Pick<Passes, 'hasShown'>): Generator<StoredCupon> {
  for (let despues = 0; ;) {
    const page = ledger.readReportPage(carga, LEFT_OUT, despues, CHUNK);
    for (const item of page) if (!hasShown(item.seq)) yield storedFrom(item);
    const fin = page.at(-1);
    if (fin === undefined) return;
    despues = fin.seq;
  }
}

const storedFrom = ({ archivo, fila, cupon, disposicion }: ReportCupon): StoredCupon => ({
  operacion: withoutResult(cupon, fila),
  disposicion,
  archivo,
  mensaje: null,
});

function* inChunks<T>(filas: Iterable<T>): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const fila of filas) {
    chunk.push(fila);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
