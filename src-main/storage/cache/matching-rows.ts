/** The rows of a cache that explanations compare, with only the columns that are compared, read by a thread over a connection that cannot write. */
import Database from 'better-sqlite3';
import type { CivilDate } from '#domain/civil-date.ts';
import type { DecidedOperacion } from '#domain/decisions/events.ts';
import { toCentavos, type Money } from '#domain/money.ts';
import type { RechazoEntry } from '#domain/matching/explain/returned.ts';
import type { OperacionEntry } from '#domain/matching/fields/operacion-table.ts';
import { guard } from '../sqlite/errors.ts';
import { readInPages } from '../sqlite/open.ts';
import { ROWS_VERSION } from './writable.ts';

/** Entries as the table has them: each date is one column. */
type OperacionRow = Omit<OperacionEntry, 'fecha_venta'> & { readonly n: number; readonly fecha_venta: CivilDate };
type RechazoRow = Omit<RechazoEntry, 'fecha'> & { readonly fecha: CivilDate };

/** Where a sale was made. */
export interface Till {
  readonly comercio: string | null;
  readonly establecimiento: string | null;
  readonly terminal: string | null;
}

/** An operation that was looked for. */
export interface FoundOperacion {
  readonly id: string;
  readonly importe: Money;
  readonly liquidacion: string | null;
}

export interface MatchingRows {
  /** Changes when a row does. */
  version(): string;
  /** An upper bound of the operations that the service still gives: it sizes the tables made of them. */
  countOperaciones(): number;
  /** Operations in pieces of `pieceSize`, in the order of the table. Those without an amount or a day are left out. */
  operaciones(pieceSize: number): Generator<readonly OperacionEntry[]>;
  /** An earlier operation as the service gives it now, found by its identifier, else by its natural key; undefined where it is gone. */
  find(operacion: DecidedOperacion): FoundOperacion | undefined;
  /** The shop, the establishment and the terminal of some operations, as the service writes them. */
  tills(ids: readonly string[]): readonly Till[];
  rechazos(): readonly RechazoEntry[];
  /** Establishments that records other than operations name. */
  establecimientos(): readonly string[];
  close(): void;
}

const OPERACION_COLUMNS =
  'id, fecha_venta, fecha_presentacion, tarjeta, marca, establecimiento, terminal, lote, comprobante, tarjeta_nro, cuotas, importe, ' +
  'autorizacion, liquidaciones_id, bin, arancel, costo_fin, referencia';

const FOUND = 'SELECT id, importe, liquidaciones_id FROM operaciones WHERE retirada IS NULL AND importe IS NOT NULL';
interface FoundRow {
  readonly id: string;
  readonly importe: number;
  readonly liquidaciones_id: string | null;
}
/** The fields that identify a sale, whatever identifier it has. */
const SAME_SALE = [
  'establecimiento', 'terminal', 'lote', 'comprobante', 'tarjeta_nro', 'autorizacion', 'referencia',
] as const satisfies readonly (keyof DecidedOperacion)[]; // prettier-ignore
// A field that the service leaves empty equals one that it does not send.
const SAME_SALE_SQL = SAME_SALE.map((field) => `coalesce(${field}, '') = coalesce(?, '')`).join(' AND ');

/** Opens a cache. Its file must exist and have today's schema. */
export function openMatchingRows(file: string): MatchingRows {
  const db = guard(() => new Database(file, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  // A small page cache is enough: the table is read once, in its own order.
  db.pragma('cache_size = -2000');
  return {
    version: () =>
      db.prepare<[string], string>('SELECT valor FROM saber WHERE clave = ?').pluck().get(ROWS_VERSION) ?? '0',
    countOperaciones: () => db.prepare<[], number>('SELECT count(*) FROM operaciones').pluck().get() ?? 0,
    *operaciones(pieceSize) {
      // Rows of our own STRICT table: their kinds were checked when they were written.
      const piece = db.prepare<[number, number], OperacionRow>(
        `SELECT n, ${OPERACION_COLUMNS} FROM operaciones
         WHERE n > ? AND retirada IS NULL AND importe IS NOT NULL AND fecha_venta IS NOT NULL ORDER BY n LIMIT ?`,
      );
      const readAfter = (n: number) => guard(() => piece.all(n, pieceSize));
      for (const rows of readInPages(pieceSize, readAfter, ({ n }) => n))
        yield rows.map((row) => ({ ...row, fecha_venta: { fecha: row.fecha_venta } }));
    },
    find(operacion) {
      const toFound = (row: FoundRow | undefined): FoundOperacion | undefined =>
        row && { id: row.id, importe: toCentavos(row.importe), liquidacion: row.liquidaciones_id };
      const byId = guard(() => db.prepare<[string], FoundRow>(`${FOUND} AND id = ?`).get(operacion.id));
      if (byId !== undefined) return toFound(byId);
      const values = [operacion.fecha_venta, operacion.importe, ...SAME_SALE.map((field) => operacion[field])];
      const same = guard(() =>
        db
          .prepare<unknown[], FoundRow>(`${FOUND} AND fecha_venta = ? AND importe = ? AND ${SAME_SALE_SQL} LIMIT 2`)
          .all(...values),
      );
      // Where several operations are equal, nobody knows which one it was.
      return same.length === 1 ? toFound(same[0]) : undefined;
    },
    tills(ids) {
      const one = db.prepare<[string], Till>(
        'SELECT comercio, establecimiento, terminal FROM operaciones WHERE id = ?',
      );
      return ids.map((id) => guard(() => one.get(id)) ?? { comercio: null, establecimiento: null, terminal: null });
    },
    rechazos: () =>
      guard(() =>
        db
          .prepare<[], RechazoRow>(
            `SELECT id, fecha, importe, comprobante, tarjeta_nro, autorizacion FROM rechazos
             WHERE retirada IS NULL AND importe IS NOT NULL AND fecha IS NOT NULL ORDER BY n`,
          )
          .all()
          .map((row) => ({ ...row, fecha: { fecha: row.fecha } })),
      ),
    establecimientos: () =>
      guard(() =>
        db
          .prepare<[], string>(
            `SELECT establecimiento FROM liquidaciones WHERE establecimiento IS NOT NULL
             UNION SELECT establecimiento FROM rechazos WHERE establecimiento IS NOT NULL`,
          )
          .pluck()
          .all(),
      ),
    close: () => {
      db.close();
    },
  };
}
