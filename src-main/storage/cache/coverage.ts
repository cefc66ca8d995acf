/** Records which days of each list were read: by which date, when, and with what outcome. A later reading replaces earlier ones on the same days. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { ReadPage, Stretch, MissingRecord } from './types.ts';
import { guard } from '../sqlite/open.ts';

interface Row extends Omit<Stretch, 'contratado'> {
  readonly n: number;
  readonly contratado: number;
}
const toStretch = ({ n: _, contratado, ...rest }: Row): Stretch => ({ ...rest, contratado: contratado === 1 });

export function openCoverage(db: Database) {
  const read = db.prepare<[string, string], Row>(
    'SELECT n, desde, hasta, leido, estado, contratado FROM cobertura WHERE metodo = ? AND campo = ? ORDER BY desde',
  );
  const touched = db.prepare<[string, string, string, string], Row>(
    `SELECT n, desde, hasta, leido, estado, contratado FROM cobertura
     WHERE metodo = ? AND campo = ? AND desde <= ? AND hasta >= ?`,
  );
  const removeStatement = db.prepare('DELETE FROM cobertura WHERE n = ?');
  const put = db.prepare(
    `INSERT INTO cobertura (metodo, campo, desde, hasta, leido, estado, contratado) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertStretch = (method: ServiceMethod, field: string, stretch: Stretch): void => {
    const { desde, hasta, leido, estado, contratado } = stretch;
    put.run(method, field, desde, hasta, leido, estado, contratado ? 1 : 0);
  };
  const any = db.prepare('SELECT 1 FROM cobertura LIMIT 1');
  return {
    hasReadings: (): boolean => any.get() !== undefined,
    /** The stretches of a view that were read by this date field, in order and without overlap. */
    readStretches: (method: ServiceMethod, field: string): readonly Stretch[] => read.all(method, field).map(toStretch),
    /** Replaces earlier readings of these days by this one. Call inside a transaction. */
    record(method: ServiceMethod, field: string, stretch: Stretch): void {
      for (const row of touched.all(method, field, stretch.hasta, stretch.desde)) {
        removeStatement.run(row.n);
        const old = toStretch(row);
        if (old.desde < stretch.desde) insertStretch(method, field, { ...old, hasta: addDays(stretch.desde, -1) });
        if (old.hasta > stretch.hasta) insertStretch(method, field, { ...old, desde: addDays(stretch.hasta, 1) });
      }
      insertStretch(method, field, stretch);
    },
  };
}

export function openPages(db: Database) {
  const read = db.prepare<[string, string, number, number], ReadPage>(
    'SELECT desde, hasta, filas, huella FROM pagina WHERE metodo = ? AND campo = ? AND desde >= ? AND hasta <= ? ORDER BY desde',
  );
  const removeStatement = db.prepare('DELETE FROM pagina WHERE metodo = ? AND campo = ? AND desde < ? AND hasta > ?');
  const deleteOthers = db.prepare('DELETE FROM pagina WHERE metodo = ? AND campo <> ?');
  const deleteAll = db.prepare('DELETE FROM pagina WHERE metodo = ?');
  const put = db.prepare(
    'INSERT INTO pagina (metodo, campo, desde, hasta, filas, huella) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );

  return {
    read: (
      method: ServiceMethod,
      field: string,
      { desde, hasta }: Pick<ReadPage, 'desde' | 'hasta'>,
    ): readonly ReadPage[] => read.all(method, field, desde, hasta),
    /**
     * Records the pages of a stretch that was just written. Call inside the same transaction. `cambio` (a row of the stretch changed) removes the view's
     * pages recorded by another date field. `wereMoved` (rows of other stretches changed too) removes all of the view's pages.
     */
    record(
      { metodo, campo, desde, hasta }: { metodo: ServiceMethod; campo: string } & Pick<ReadPage, 'desde' | 'hasta'>,
      { pages, cambio: edit, wereMoved }: { pages: readonly ReadPage[]; cambio: boolean; wereMoved: boolean },
    ): void {
      if (wereMoved) deleteAll.run(metodo);
      else {
        if (edit) deleteOthers.run(metodo, campo);
        removeStatement.run(metodo, campo, hasta, desde);
      }
      for (const page of pages) {
        put.run(metodo, campo, page.desde, page.hasta, page.filas, page.huella);
      }
    },
  };
}

/** SQL: whether `table` has the record that `r` names, by the same identifier or by the same number and `marca`. */
const buildIsThere = (table: 'liquidaciones' | 'impuestos'): string =>
  `EXISTS (SELECT 1 FROM ${table} l WHERE l.retirada IS NULL AND l.id = r.id)
   OR EXISTS (SELECT 1 FROM ${table} l WHERE l.retirada IS NULL AND l.numero = r.numero AND l.marca IS r.marca)`;

/** SQL: whether the cache has the settlement that `r` names. Compares only identifiers, because sales and movements name their settlement by its identifier. */
const IS_LINKED = 'EXISTS (SELECT 1 FROM liquidaciones l WHERE l.retirada IS NULL AND l.id = r.liquidaciones_id)';

/**
 * SQL: settlements that records of a period name but the cache lacks. A sale or movement does not carry the date of its settlement, which lies between sale and
 * payment, so sales and movements paid after `@leido` (the last day whose settlements were read) are left out.
 */
const SETTLEMENTS = `
SELECT 'impuestos' AS vista, r.id AS id, r.numero, r.tarjeta, 1 AS filas, NULL AS total_facturado, NULL AS total_descontado, NULL AS total_acreditado
FROM impuestos r WHERE r.retirada IS NULL AND r.fecha BETWEEN @desde AND @hasta AND NOT (${buildIsThere('liquidaciones')})
UNION ALL
SELECT 'liquidaciones-conciliadas', r.id, r.numero, r.tarjeta, 1, r.total_facturado, r.total_descontado, r.total_acreditado
FROM liquidaciones_conciliadas r WHERE r.retirada IS NULL AND r.fecha BETWEEN @desde AND @hasta AND NOT (${buildIsThere('liquidaciones')})
UNION ALL
SELECT 'operaciones', r.liquidaciones_id, max(r.nro_liquidacion), max(r.tarjeta), count(*), sum(r.importe), NULL, NULL
FROM operaciones r WHERE r.retirada IS NULL AND r.liquidaciones_id IS NOT NULL AND r.fecha_venta <= @hasta AND r.fecha_pago BETWEEN @desde AND @leido
  AND NOT ${IS_LINKED} GROUP BY r.liquidaciones_id
UNION ALL
SELECT 'movimientos', r.liquidaciones_id, max(r.referencia), NULL, count(*), NULL, NULL, sum(r.importe_neto)
FROM movimientos r WHERE r.retirada IS NULL AND r.liquidaciones_id IS NOT NULL AND r.fecha BETWEEN @desde AND @leido AND NOT ${IS_LINKED}
GROUP BY r.liquidaciones_id`;

const TAXES = `
SELECT 'liquidaciones' AS vista, r.id AS id, r.numero, r.tarjeta, 1 AS filas, NULL AS total_facturado, NULL AS total_descontado, NULL AS total_acreditado
FROM liquidaciones r WHERE r.retirada IS NULL AND r.fecha BETWEEN @desde AND @hasta AND NOT (${buildIsThere('impuestos')})`;

const amount = z.bigint().nullable();
const row = z.object({
  vista: z.enum(['impuestos', 'liquidaciones', 'liquidaciones-conciliadas', 'operaciones', 'movimientos']),
  id: z.string(),
  numero: z.string().nullable(),
  tarjeta: z.string().nullable(),
  filas: z.bigint().transform(Number),
  total_facturado: amount,
  total_descontado: amount,
  total_acreditado: amount,
});

const AMOUNTS = ['total_facturado', 'total_descontado', 'total_acreditado'] as const;
type Amounts = { -readonly [K in (typeof AMOUNTS)[number]]: bigint | null };

/** Makes one record of the rows about the same missing settlement or tax record. Each amount comes from the first row that has it. */
function gather(rows: readonly z.output<typeof row>[]): readonly MissingRecord[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId].map(([id, named]) => {
    const findFirst = <T>(of: (one: z.output<typeof row>) => T | null): T | null =>
      named.map(of).find((value) => value !== null) ?? null;
    const amounts: Amounts = { total_facturado: null, total_descontado: null, total_acreditado: null };
    for (const field of AMOUNTS) amounts[field] = findFirst((one) => one[field]);
    return {
      id,
      numero: findFirst(({ numero }) => (numero === '' ? null : numero)),
      tarjeta: findFirst(({ tarjeta }) => tarjeta),
      nombradaPor: named.map(({ vista, filas }) => ({ vista, filas })),
      importes: amounts,
    };
  });
}

export function openMissing(db: Database) {
  const settlements = db.prepare(SETTLEMENTS).safeIntegers(true);
  const taxes = db.prepare(TAXES).safeIntegers(true);
  return {
    /** The settlements, or tax records, that records of a period name but the cache lacks. `leido`: the last day for which settlements were read. */
    missing: (
      de: 'liquidaciones' | 'impuestos',
      period: { readonly desde: CivilDate; readonly hasta: CivilDate; readonly leido: CivilDate },
    ): readonly MissingRecord[] =>
      gather(guard(() => (de === 'liquidaciones' ? settlements : taxes).all(period)).map((each) => row.parse(each))),
  };
}
