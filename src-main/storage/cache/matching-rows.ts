/** Reads from a cache what explanations need, for a thread whose connection cannot write. */
import Database from 'better-sqlite3';
import type { CivilDate } from '#domain/civil-date.ts';
import type { DecidedOperacion } from '#domain/decisions/events.ts';
import type { Money } from '#domain/money.ts';
import type { RechazoEntry } from '#domain/matching/explain/returned.ts';
import type { OperacionEntry } from '#domain/matching/fields/operacion-table.ts';
import { guard, readInPages } from '../sqlite/open.ts';
import { writeColumnsInSql } from './query.ts';
import { TABLES } from './row.ts';
import type { ReadRow } from './types.ts';
import { ROWS_VERSION } from './writable.ts';

type OperacionRow = Omit<OperacionEntry, 'fecha_venta'> & { readonly n: number; readonly fecha_venta: CivilDate };
type RechazoRow = Omit<RechazoEntry, 'fecha'> & { readonly fecha: CivilDate };

export interface FoundOperacion {
  readonly id: string;
  readonly importe: Money;
  readonly liquidacion: string | null;
}

export type MatchingRows = ReturnType<typeof openMatchingRows>;

const OPERACION_COLUMNS =
  'id, fecha_venta, fecha_presentacion, tarjeta, marca, establecimiento, terminal, lote, comprobante, tarjeta_nro, cuotas, importe, ' +
  'autorizacion, liquidaciones_id, bin, arancel, costo_fin, referencia';

const FOUND =
  'SELECT id, importe, liquidaciones_id AS liquidacion FROM operaciones WHERE retirada IS NULL AND importe IS NOT NULL';
/** The fields that, with day and amount, identify a sale when its id has changed. */
const SAME_SALE = [
  'establecimiento', 'terminal', 'lote', 'comprobante', 'tarjeta_nro', 'autorizacion', 'referencia',
] as const satisfies readonly (keyof DecidedOperacion)[]; // prettier-ignore
// An empty field counts as an absent one.
const SAME_SALE_SQL = SAME_SALE.map((field) => `coalesce(${field}, '') = coalesce(?, '')`).join(' AND ');

/** Opens a cache for reading. The file must exist and have the current schema. */
export function openMatchingRows(file: string) {
  const db = guard(() => new Database(file, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  // A small page cache is enough, because the table is read once and in its own order.
  db.pragma('cache_size = -2000');
  return {
    version: (): string =>
      db.prepare<[string], string>('SELECT valor FROM saber WHERE clave = ?').pluck().get(ROWS_VERSION) ?? '0',
    /** How many operations the cache has, withdrawn ones included; callers size their tables by it. */
    countOperaciones: (): number => db.prepare<[], number>('SELECT count(*) FROM operaciones').pluck().get() ?? 0,
    /** Yields operations in pieces of `pieceSize`, in table order. Leaves out withdrawn operations, and those without an amount or a date. */
    *operaciones(pieceSize: number): Generator<readonly OperacionEntry[]> {
      // The cast is safe: the table is STRICT, so SQLite checked the types when the rows were written.
      const piece = db.prepare<[number, number], OperacionRow>(
        `SELECT n, ${OPERACION_COLUMNS} FROM operaciones
         WHERE n > ? AND retirada IS NULL AND importe IS NOT NULL AND fecha_venta IS NOT NULL ORDER BY n LIMIT ?`,
      );
      const readAfter = (n: number) => guard(() => piece.all(n, pieceSize));
      for (const rows of readInPages(pieceSize, readAfter, ({ n }) => n))
        yield rows.map((row) => ({ ...row, fecha_venta: { fecha: row.fecha_venta } }));
    },
    /** The current state of an operation that a decision names: found by id, else by `SAME_SALE`. Undefined if the cache has none, or several. */
    find(operacion: DecidedOperacion): FoundOperacion | undefined {
      const byId = guard(() => db.prepare<[string], FoundOperacion>(`${FOUND} AND id = ?`).get(operacion.id));
      if (byId !== undefined) return byId;
      const values = [operacion.fecha_venta, operacion.importe, ...SAME_SALE.map((field) => operacion[field])];
      const same = guard(() =>
        db
          .prepare<unknown[], FoundOperacion>(
            `${FOUND} AND fecha_venta = ? AND importe = ? AND ${SAME_SALE_SQL} LIMIT 2`,
          )
          .all(...values),
      );
      // If several operations are equal, it is unknown which one the decision means.
      return same.length === 1 ? same[0] : undefined;
    },
    readById(ids: Iterable<string>): ReadonlyMap<string, ReadRow> {
      const one = db.prepare<[string], ReadRow>(
        `SELECT ${writeColumnsInSql(TABLES.operaciones)} FROM operaciones WHERE id = ?`,
      );
      const rows = new Map<string, ReadRow>();
      for (const id of ids) {
        const row = guard(() => one.get(id));
        if (row !== undefined) rows.set(id, row);
      }
      return rows;
    },
    rechazos: (): readonly RechazoEntry[] =>
      guard(() =>
        db
          .prepare<[], RechazoRow>(
            `SELECT id, fecha, importe, comprobante, tarjeta_nro, autorizacion FROM rechazos
             WHERE retirada IS NULL AND importe IS NOT NULL AND fecha IS NOT NULL ORDER BY n`,
          )
          .all()
          .map((row) => ({ ...row, fecha: { fecha: row.fecha } })),
      ),
    /** The establishments of settlements and chargebacks, also of withdrawn ones. */
    establecimientos: (): readonly string[] =>
      guard(() =>
        db
          .prepare<[], string>(
            `SELECT establecimiento FROM liquidaciones WHERE establecimiento IS NOT NULL
             UNION SELECT establecimiento FROM rechazos WHERE establecimiento IS NOT NULL`,
          )
          .pluck()
          .all(),
      ),
    close: () => void db.close(),
  };
}
