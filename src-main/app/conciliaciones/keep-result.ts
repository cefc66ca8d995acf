/** Writes a result into `resultados.db` page by page, as any reader receives it. Nobody sees the reading until it ends. */
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion, ResultCupon, Disposition } from '#domain/conciliacion.ts';
import type { ReportCupon } from '#domain/report.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { StoredCupon, Results } from '#storage/results/index.ts';
import type { ResultKeeper } from '../upload/types.ts';
import { withOurZeros, operacionDe } from './operacion.ts';
import { rejectedRows, withoutResult } from './rejected-rows.ts';

interface Kept {
  readonly id: string;
  readonly resultados: Results;
  readonly libro: Ledger | undefined;
  /** Our upload, when it was ours. */
  readonly carga: string | null;
  readonly clock: Clock;
  /** The upload itself reads it, to verify what it sent. */
  readonly isOfUpload?: boolean;
}

/** Dispositions that the result of the service does not list: for our uploads, the ledger knows them. */
const LEFT_OUT: readonly Disposition[] = ['no_informado', 'existente', 'no_enviado', 'rechazado'];
const CHUNK = 500;

/** Begins a reading. What an upload of ours sent and the result does not list comes from the ledger, once the reading ends. */
export function keepResult({ id, resultados, libro: ledger, carga, clock, isOfUpload = false }: Kept): ResultKeeper {
  const archivos = carga === null ? [] : (ledger?.upload(carga)?.archivos ?? []);
  const lectura = resultados.begin(id);
  const locate = carga === null ? undefined : ledger?.openLocator(carga);
  const vistas = new Set<string>();

  function placed(cupon: ResultCupon): StoredCupon {
    const ours = locate?.(cupon);
    const archivo = ours === undefined ? null : (archivos[ours.archivo] ?? null);
    if (ours !== undefined) vistas.add(placeOf(archivo, ours.fila));
    const disposicion = cupon.conciliado ? 'conciliado' : 'sin_conciliar';
    const operacion = withOurZeros(operacionDe(cupon, ours), ours);
    return { operacion, disposicion, archivo, mensaje: null };
  }

  return {
    add: (cupones) => {
      lectura.add(cupones.map(placed));
    },
    end(encabezado: Conciliacion) {
      if (carga !== null && ledger !== undefined) {
        // A coupon that the ledger calls missing may have appeared since: then the result lists it.
        for (const chunk of inChunks(outOfResult(ledger, carga, vistas))) lectura.add(chunk);
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

const placeOf = (archivo: string | null, fila: number | null): string => `${String(fila)} ${archivo ?? ''}`;

function* outOfResult(ledger: Ledger, carga: string, vistas: ReadonlySet<string>): Generator<StoredCupon> {
  for (let despues = 0; ;) {
    const page = ledger.readReportPage(carga, LEFT_OUT, despues, CHUNK);
    for (const item of page) if (!vistas.has(placeOf(item.archivo, item.fila))) yield storedFrom(item);
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
