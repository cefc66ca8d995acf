import type { Database } from 'better-sqlite3';
import type { ResultGroup } from '#domain/result-rows.ts';
import { z } from 'zod';
import { SUMS, sumRow, toCuponSum } from '../cupon-sums.ts';
import { readInPages } from '../sqlite/open.ts';
import { asNumber } from './schema.ts';
import { parseStoredCupon, parseHeader } from './kept.ts';
import type { ReadingCupon, StoredReading, Results } from './types.ts';

const number = z.number();
const GROUP = z.enum(['conciliados', 'sin_conciliar', 'no_informados', 'errores']);
const byGroup = sumRow.extend({ grupo: GROUP });
const byKey = z.object({ clave: z.string(), cupones: number });
const row = z.object({ n: number, leido: number, anterior: number.nullable(), encabezado: z.string() });
const extremes = z.object({ desde: z.string().nullable(), hasta: z.string().nullable() });
const CHUNK = 500;
/** The most coupons of one settlement that are given. */
const MAX_OF_ONE = 20_000;
/** Rows that are named one by one: more would not fit a screen. */
const MAX_PLACES = 20;
const place = z.object({ archivo: z.string(), fila: number });
const matchedRow = z.object({ lectura: number, n: number, detalle: z.string() });
const oneRow = z.object({ conciliacion: z.string(), detalle: z.string() });

/** The questions about a whole reading. */
export function openQueries(db: Database): Pick<Results, 'show' | 'cupones' | 'listMatchedLike' | 'listOfLiquidacion'> {
  const reading = db.prepare(
    'SELECT n, leido, anterior, encabezado FROM lectura WHERE conciliacion = ? AND completa = 1',
  );
  const groups = db.prepare(`SELECT grupo, ${SUMS} FROM cupon WHERE lectura = ? GROUP BY grupo`);
  const rejected = db.prepare(
    `SELECT ${SUMS} FROM cupon WHERE lectura = ? AND grupo = 'errores' AND disposicion = 'rechazado'`,
  );
  const places = db.prepare(
    `SELECT json_extract(detalle, '$.archivo') AS archivo, json_extract(detalle, '$.operacion.fila') AS fila FROM cupon
     WHERE lectura = ? AND grupo = 'errores' AND disposicion = 'rechazado' ORDER BY n LIMIT ${String(MAX_PLACES)}`,
  );
  // Rows with errors and coupons that the service refused say nothing about the period: their date may be what is wrong.
  const days = db.prepare(
    "SELECT min(dia) AS desde, max(dia) AS hasta FROM cupon WHERE lectura = ? AND grupo <> 'errores' AND dia <> ''",
  );
  const added = db.prepare(`SELECT ${SUMS} FROM cupon WHERE lectura = ? AND nuevo = 1`);
  const keysOf = (column: 'tarjeta' | 'comercio') =>
    db.prepare(`SELECT ${column} AS clave, count(*) AS cupones FROM cupon WHERE lectura = ? AND grupo <> 'errores'
      GROUP BY 1 ORDER BY cupones DESC, clave LIMIT 500`);
  const tarjetas = keysOf('tarjeta');
  const comercios = keysOf('comercio');
  const selectNaming = (field: 'liquidaciones_id' | 'nro_liquidacion'): string =>
    `SELECT l.conciliacion AS conciliacion, c.lectura AS lectura, c.n AS n, c.detalle AS detalle FROM cupon c JOIN lectura l ON l.n = c.lectura
     WHERE l.completa = 1 AND c.grupo = 'conciliados' AND json_extract(c.detalle, '$.operacion.${field}') = @${field}`;
  // Two queries instead of one, so that each uses its index.
  const deLiquidacion = db.prepare(
    `${selectNaming('liquidaciones_id')} UNION ${selectNaming('nro_liquidacion')} ORDER BY lectura DESC, n LIMIT ${String(MAX_OF_ONE)}`,
  );
  const ofSale = db.prepare(
    `SELECT c.lectura AS lectura, c.n AS n, c.detalle AS detalle FROM cupon c JOIN lectura l ON l.n = c.lectura
     WHERE l.completa = 1 AND c.grupo = 'conciliados' AND c.dia = ? AND c.centavos = ?
       AND ${asNumber('comprobante')} = coalesce(CAST(? AS NUMERIC), 0) AND ${asNumber('autorizacion')} = coalesce(CAST(? AS NUMERIC), 0)`,
  );

  function seeReading(id: string): StoredReading | undefined {
    const found = reading.get(id);
    if (found === undefined) return undefined;
    const { n, leido, anterior, encabezado } = row.parse(found);
    const header = parseHeader(encabezado);
    if (header === undefined) return undefined;
    const sums = groups.all(n).map((row) => byGroup.parse(row));
    const sumsOf = (group: ResultGroup) => toCuponSum(sums.find((each) => each.grupo === group));
    const news = toCuponSum(sumRow.parse(added.get(n)));
    const leftOut = toCuponSum(sumRow.parse(rejected.get(n)));
    const { desde, hasta } = extremes.parse(days.get(n));
    return {
      ...header,
      lectura: n,
      leido,
      grupos: {
        conciliados: sumsOf('conciliados'),
        sin_conciliar: sumsOf('sin_conciliar'),
        no_informados: sumsOf('no_informados'),
        errores: sumsOf('errores'),
      },
      novedades: anterior === null || news.cupones === 0 ? null : { ...news, desde: anterior },
      noAceptados: leftOut.cupones === 0 ? null : { ...leftOut, filas: places.all(n).map((row) => place.parse(row)) },
      dias: desde === null || hasta === null ? null : { desde, hasta },
      tarjetas: tarjetas.all(n).map((row) => byKey.parse(row)),
      comercios: comercios.all(n).map((row) => byKey.parse(row)),
    };
  }

  function* readCupones(n: number, dispositions: readonly string[]): Generator<ReadingCupon> {
    const page = db.prepare(
      `SELECT n, detalle FROM cupon WHERE lectura = ? AND n > ? AND disposicion IN (${dispositions.map(() => '?').join(', ')})
       ORDER BY n LIMIT ${String(CHUNK)}`,
    );
    const readAfter = (after: number) => page.all(n, after, ...dispositions).map((row) => detail.parse(row));
    for (const rows of readInPages(CHUNK, readAfter, (row) => row.n))
      for (const row of rows) yield { ...parseStoredCupon(row.detalle), n: row.n };
  }

  return {
    show: seeReading,
    cupones: readCupones,
    listMatchedLike: ({ fecha_venta: day = '', comprobante, autorizacion }, importe) =>
      ofSale.all(day, importe, comprobante ?? null, autorizacion ?? null).map((row) => {
        const { lectura, n, detalle: text } = matchedRow.parse(row);
        return { ...parseStoredCupon(text), lectura, n };
      }),
    listOfLiquidacion: ({ id, numero: number }) => {
      // An empty text names nothing.
      const keys = { liquidaciones_id: id === '' ? null : id, nro_liquidacion: number === '' ? null : number };
      return deLiquidacion.all(keys).map((row) => {
        const { conciliacion, detalle: text } = oneRow.parse(row);
        return { ...parseStoredCupon(text), conciliacion };
      });
    },
  };
}

const detail = z.object({ n: number, detalle: z.string() });
