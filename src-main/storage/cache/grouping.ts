/** Sums in SQL over the rows of a view: by fields and months, settlements against their operations, and coming credits. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { CivilDate } from '#domain/civil-date.ts';
import { canBeMissing, dataFieldsOf, summandsIn, type Summand } from '#domain/views/filter-values.ts';
import { VIEWS, mapViews, type Vista } from '#domain/views/index.ts';
import { OWN_FIELDS } from '#domain/views/own-cupones.ts';
import { guard } from '../sqlite/open.ts';
import { TABLES, type Value } from './row.ts';
import { buildWhereClause, getSource, type Sql, type SearchEntry } from './query.ts';
import type { Grouping, ViewQuery, Group } from './types.ts';

const IMPORTE = 'importe';
/** The first day of the window in which a row came. It replaces the row's date if the service filters by a date not in rows (docs/gaps.md, `fecha_filtro`). */
const WINDOW_COLUMN = 'visto_desde';

const centavos = z.bigint().nullable();
const text = z.string().nullable();
const count = z.bigint().transform(Number);
/** A settlement with the sum of its operations. Amounts in centavos; null: the service does not report the amount. */
const comparison = z.object({
  id: z.string(),
  numero: text,
  fecha: z.string(),
  marca: text,
  tarjeta: text,
  total_facturado: centavos,
  total_descontado: centavos,
  total_acreditado: centavos,
  /** The sum of the known `facturado_*` amounts and how many of them are unknown; likewise for `descontado_*`. */
  facturado_partes: z.bigint(),
  facturado_faltan: count,
  descontado_partes: z.bigint(),
  descontado_faltan: count,
  /** How many operations of the settlement the cache has, and the sum of their amounts (null for none). */
  operaciones: count,
  importe: centavos,
  primera_venta: text,
  /** The day on which the settlement was or will be paid; null if unknown. */
  pago: text,
  /** Whether the bank feed shows the payment; null if the account has no bank feed. */
  acreditada: z.bigint().nullable().transform((value) => (value === null ? null : value === 1n)), // prettier-ignore
  /** How many operations the settlement has according to the service; null if that was not read. */
  conocidas: z.bigint().nullable().transform((n) => (n === null ? null : Number(n))), // prettier-ignore
});
export type CrossCheck = Readonly<z.output<typeof comparison>>;

const upcomingCredit = z.object({
  fecha: z.string(),
  liquidaciones: count,
  operaciones: count,
  ventas: z.bigint(),
  liquidado: z.bigint(),
  /** The estimate for operations whose settlement, or its amount, is unknown. Taxes are not yet deducted. */
  estimado: z.bigint(),
});
export type UpcomingCredit = Readonly<z.output<typeof upcomingCredit>>;

/** Finds a field of a view. Field names come from this program, so an unknown one is a bug and throws. */
function requireField({ metodo }: ViewQuery, name: string, type?: string): string {
  if (name === WINDOW_COLUMN && type === undefined) return name;
  const field = TABLES[metodo].campos.find((each) => each.nombre === name);
  if (field === undefined || (type !== undefined && field.tipo !== type)) throw new Error(`${metodo} has no ${name}`);
  return name;
}

function writeGroupsSql(query: ViewQuery, { por, sumas: sums }: Grouping): Sql {
  const rows = buildWhereClause(query);
  const keys = por.map(({ campo, mes }) => {
    const name = requireField(query, campo);
    return mes === true ? `substr(${name}, 1, 7)` : name;
  });
  const columns = [
    ...keys.map((key, i) => `${key} AS k${String(i)}`),
    'count(*) AS n',
    ...sums.flatMap((named, i) => {
      const summand = SUMMANDS[query.metodo].find(({ name }) => name === named);
      if (summand?.only !== undefined) return [`${sumOf(summand)} AS s${String(i)}`];
      const field = requireField(query, named, IMPORTE);
      return [
        `${sumOf({ name: field, field })} AS s${String(i)}`,
        ...(mayLack(query.metodo, field) ? [`count(${field}) AS d${String(i)}`] : []),
      ];
    }),
  ];
  const places = keys.map((_, i) => String(i + 1)).join(', ');
  return {
    texto: `SELECT ${columns.join(', ')} FROM ${getSource(query)} WHERE ${rows.texto}
      ${keys.length === 0 ? '' : `GROUP BY ${places} ORDER BY ${places}`}`,
    valores: rows.valores,
  };
}

const BILLED = [
  'facturado_debito', 'facturado_credito', 'facturado_credito_cuotas', 'facturado_descontado', 'facturado_otro',
]; // prettier-ignore
const DISCOUNTED = [
  'descontado_arancel', 'descontado_promocion', 'descontado_impuesto', 'descontado_cuota', 'descontado_adelanto', 'descontado_otro',
]; // prettier-ignore
const writeKnownSum = (parts: readonly string[]): string => parts.map((part) => `coalesce(${part}, 0)`).join(' + ');
const writeMissingCount = (parts: readonly string[]): string => parts.map((part) => `(${part} IS NULL)`).join(' + ');

/** SQL: each settlement with the sum of its operations. `pago`: the day of its bank movement, else the payment date of its operations, else null. */
const CROSS_CHECK = `
SELECT l.id, l.numero, l.fecha, l.marca, l.tarjeta, l.total_facturado, l.total_descontado, l.total_acreditado,
  ${writeKnownSum(BILLED)} AS facturado_partes, ${writeMissingCount(BILLED)} AS facturado_faltan,
  ${writeKnownSum(DISCOUNTED)} AS descontado_partes, ${writeMissingCount(DISCOUNTED)} AS descontado_faltan,
  coalesce(o.n, 0) AS operaciones, o.importe AS importe, o.primera AS primera_venta, l.acreditada,
  coalesce((SELECT min(m.fecha) FROM movimientos m WHERE m.liquidaciones_id = l.id AND m.retirada IS NULL), o.pago) AS pago,
  (SELECT c.operaciones FROM liquidaciones_conciliadas c WHERE c.id = l.id AND c.retirada IS NULL) AS conocidas
FROM liquidaciones l LEFT JOIN (
  SELECT liquidaciones_id AS id, count(*) AS n, sum(importe) AS importe, min(fecha_venta) AS primera, max(fecha_pago) AS pago FROM operaciones
  WHERE retirada IS NULL AND liquidaciones_id IN (SELECT id FROM liquidaciones WHERE fecha BETWEEN @desde AND @hasta)
  GROUP BY liquidaciones_id
) o ON o.id = l.id
WHERE l.fecha BETWEEN @desde AND @hasta AND l.retirada IS NULL ORDER BY l.fecha, l.numero`;

/** SQL: credits after a day, by payment date: amounts of settlements, else an estimate: sales less fee and financing cost (taxes are unknown). */
const UPCOMING_CREDITS = `
WITH pendiente AS (
  SELECT liquidaciones_id AS id, min(fecha_pago) AS fecha, count(*) AS n, sum(importe) AS ventas,
    sum(importe - coalesce(arancel, 0) - coalesce(costo_fin, 0)) AS neto
  FROM operaciones WHERE fecha_pago > ? AND retirada IS NULL
  GROUP BY coalesce(liquidaciones_id, fecha_pago), liquidaciones_id IS NULL
)
SELECT p.fecha AS fecha, count(l.id) AS liquidaciones, sum(p.n) AS operaciones, sum(p.ventas) AS ventas,
  coalesce(sum(l.total_acreditado), 0) AS liquidado,
  coalesce(sum(CASE WHEN l.total_acreditado IS NULL THEN p.neto END), 0) AS estimado
FROM pendiente p LEFT JOIN liquidaciones l ON l.id = p.id AND l.retirada IS NULL
GROUP BY p.fecha ORDER BY p.fecha`;

const row = z.record(z.string(), z.union([z.string(), z.bigint(), z.null()]));

export function openGrouping(db: Database) {
  const crossCheckStatement = db.prepare(CROSS_CHECK).safeIntegers(true);
  const upcomingCreditsStatement = db.prepare(UPCOMING_CREDITS).safeIntegers(true);
  return {
    group(query: ViewQuery, grouping: Grouping): readonly Group[] {
      const { texto: sql, valores } = writeGroupsSql(query, grouping);
      return guard(() =>
        db
          .prepare(sql)
          .safeIntegers(true)
          .all(...valores),
      ).map((each): Group => {
        const values = row.parse(each);
        const { n } = values;
        return {
          keys: grouping.por.map((_, i) => {
            const value = values[`k${String(i)}`] ?? null;
            return typeof value === 'bigint' ? String(value) : value;
          }),
          n: typeof n === 'bigint' ? Number(n) : 0,
          sumas: grouping.sumas.map((_, i) => {
            const sum = values[`s${String(i)}`];
            return typeof sum === 'bigint' ? sum : 0n;
          }),
          faltan: grouping.sumas.map((_, i) => Number(n ?? 0) - Number(values[`d${String(i)}`] ?? n ?? 0)),
        };
      });
    },
    crossCheck: (from: CivilDate, to: CivilDate): readonly CrossCheck[] =>
      guard(() => crossCheckStatement.all({ desde: from, hasta: to })).map((each) => comparison.parse(each)),
    getUpcomingCredits: (afterDay: CivilDate): readonly UpcomingCredit[] =>
      guard(() => upcomingCreditsStatement.all(afterDay)).map((each) => upcomingCredit.parse(each)),
  };
}

const SUMMANDS: Readonly<Record<Vista, readonly Summand[]>> = {
  ...mapViews((view) => summandsIn(dataFieldsOf(view), view.signed)),
  cupones: summandsIn(OWN_FIELDS),
};
const mayLack = (vista: Vista, field: string): boolean => vista === 'cupones' || canBeMissing(VIEWS[vista], field);

/** SQL of a sum, which is 0 if there are no rows. Field names and values come from this program, so they need no binding. */
const sumOf = ({ field, only }: Summand, ...conditions: readonly string[]): string => {
  const all = [...(only === undefined ? [] : [`${only.field} = '${only.value}'`]), ...conditions];
  return `coalesce(sum(${field})${all.length === 0 ? '' : ` FILTER (WHERE ${all.join(' AND ')})`}, 0)`;
};

export type Totals = ReturnType<ReturnType<typeof openTotals>>;

const LIVE = 'retirada IS NULL';

/** Makes the function that counts the rows of a query and sums their amounts. Withdrawn rows are counted apart and are in no sum. */
export const openTotals =
  (db: Database) =>
  (method: Vista, { tabla, texto, valores }: SearchEntry) => {
    const summands = SUMMANDS[method];
    const optionalSums = summands.flatMap(({ name, only }) =>
      only === undefined && mayLack(method, name) ? [name] : [],
    );
    const columns = [
      `count(*) FILTER (WHERE ${LIVE}) AS n`,
      'count(retirada) AS retiradas',
      ...summands.map((summand) => `${sumOf(summand, LIVE)} AS suma_${summand.name}`),
      ...optionalSums.map((name) => `count(*) FILTER (WHERE ${LIVE} AND ${name} IS NULL) AS sin_${name}`),
    ];
    const found = db
      .prepare<Value[], Record<string, bigint>>(`SELECT ${columns.join(', ')} FROM ${tabla} WHERE ${texto}`)
      .safeIntegers(true)
      .get(...valores);
    const missing = optionalSums.map((name) => [name, Number(found?.[`sin_${name}`] ?? 0)] as const);
    return {
      total: Number(found?.['n'] ?? 0),
      retiradas: Number(found?.['retiradas'] ?? 0),
      sumas: Object.fromEntries(summands.map(({ name }) => [name, found?.[`suma_${name}`] ?? 0n])),
      /** For each amount, how many rows lack it. Leaves out amounts that every row has. */
      faltan: Object.fromEntries(missing.filter(([, rows]) => rows > 0)),
    };
  };
