import type { Database } from 'better-sqlite3';
import { openFile } from '../cache/open.ts';
import { openQueries, parseStoredCupon, SUMS, toCuponSum, type SumRow } from './queries.ts';
import { openWriting, tarjetaOf } from './writing.ts';
import { foldMarks } from '#domain/fold-text.ts';
import type { CuponSum, ReadCupon, ResultGroup, ResultGrouping, ResultRow, ResultOrder } from '#domain/report.ts';
import { countDaysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';

export type Results = ReturnType<typeof openResults>;
export type StoredReading = NonNullable<ReturnType<Results['show']>>;
export { tarjetaOf };
export type { PlaceSum, ReadingCupon, StoredCupon } from './queries.ts';

/** Opens the results in a cache file, on a connection of their own. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`, or SQLite's error for a damaged file. */
export function openResults(cache: string) {
  const db = openFile(cache);
  // Keep temporary tables on disk: a reading that is being written may have half a million coupons.
  db.pragma('temp_store = FILE');
  return {
    ...openWriting(db),
    ...openQueries(db),
    readPage: openPages(db),
    close: () => void db.close(),
  };
}

export interface ResultQuery {
  readonly grupo: ResultGroup;
  readonly texto?: string | undefined;
  readonly tarjeta?: string | undefined;
  readonly comercio?: string | undefined;
  readonly ventaDesde?: CivilDate | undefined;
  readonly ventaHasta?: CivilDate | undefined;
  readonly nuevos?: boolean | undefined;
  readonly fila?: number | undefined;
  readonly archivo?: string | undefined;
  readonly ns?: readonly number[] | undefined;
  readonly orden?: { readonly campo: ResultOrder; readonly desc: boolean } | undefined;
  readonly agrupar?: ResultGrouping | undefined;
  readonly cerrados?: readonly string[] | undefined;
}

const writeJsonField = (name: string): string => `json_extract(detalle, '$.operacion.${name}')`;
/** SQL terms that sort numbers stored as text: by length without leading zeros, then as text, so that 9 comes before 10. */
const orderByDigits = (name: string): readonly string[] => [
  `length(ltrim(${writeJsonField(name)}, '0'))`,
  `ltrim(${writeJsonField(name)}, '0')`,
];
const ORDER: Readonly<Record<ResultOrder, readonly string[]>> = {
  fila: [writeJsonField('fila')],
  fecha_venta: ['dia'],
  tarjeta_desc: ['tarjeta'],
  tarjeta_nro: [writeJsonField('tarjeta_nro')],
  comprobante: orderByDigits('comprobante'),
  autorizacion: [writeJsonField('autorizacion')],
  cuotas: orderByDigits('cuotas'),
  terminal: orderByDigits('terminal'),
  lote: orderByDigits('lote'),
  establecimiento: orderByDigits('establecimiento'),
  importe: ['centavos'],
  nro_liquidacion: orderByDigits('nro_liquidacion'),
  fecha_liq: [writeJsonField('fecha_liq')],
  dias: ['dia'],
};

interface Group extends CuponSum {
  readonly clave: string;
}
/** The numbers (`ids`) of the coupons that a query finds, in the query's order, and their groups. Kept for further pages of the same query. */
interface ResultList extends CuponSum {
  readonly pregunta: string;
  readonly ids: readonly number[];
  readonly grupos: readonly Group[];
}

function buildCondition(query: ResultQuery): {
  readonly where: string;
  readonly valores: readonly (string | number)[];
} {
  const parts = ['lectura = ?', 'grupo = ?'];
  const values: (string | number)[] = [query.grupo];
  const addCondition = (sql: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    parts.push(sql);
    values.push(value);
  };
  addCondition('tarjeta = ?', query.tarjeta);
  addCondition('comercio = ?', query.comercio);
  addCondition('dia >= ?', query.ventaDesde);
  addCondition('dia <= ?', query.ventaHasta);
  addCondition(`${writeJsonField('fila')} = ?`, query.fila);
  addCondition("json_extract(detalle, '$.archivo') = ?", query.archivo);
  addCondition('n IN (SELECT value FROM json_each(?))', query.ns === undefined ? undefined : JSON.stringify(query.ns));
  if (query.nuevos === true) parts.push('nuevo = 1');
  for (const word of foldMarks(query.texto ?? '').split(/\s+/)) {
    if (word !== '') addCondition('instr(busca, ?) > 0', word);
  }
  return { where: parts.join(' AND '), valores: values };
}

/** SQL of a query's order. Coupons without a value for the grouping come last in every order. */
function buildOrder({ orden, agrupar: grouping, grupo: part }: ResultQuery): string {
  const group = grouping === undefined ? [] : [`${grouping} = ''`, grouping];
  const { campo: by, desc } = orden ?? { campo: part === 'errores' ? 'fila' : 'fecha_venta', desc: false };
  // More days since the sale means an earlier date.
  const down = by === 'dias' ? !desc : desc;
  const own = ORDER[by].map((one) => (down ? `${one} DESC` : one));
  return [...group, ...own, 'n'].join(', ');
}

/** Reads pages by position: lists the coupons of a query once and cuts its pages from that list. */
function openPages(db: Database) {
  const read = db.prepare<[number, number], { readonly nuevo: number; readonly detalle: string }>(
    'SELECT nuevo, detalle FROM cupon WHERE lectura = ? AND n = ?',
  );
  let done: ResultList | undefined;

  function listRows(reading: number, query: ResultQuery): ResultList {
    const { cerrados: _closed, ...rest } = query;
    const question = JSON.stringify([reading, rest]);
    if (done?.pregunta === question) return done;
    const { where, valores } = buildCondition(query);
    const sum = db.prepare<unknown[], SumRow>(`SELECT ${SUMS} FROM cupon WHERE ${where}`);
    const all = db.prepare<unknown[], number>(`SELECT n FROM cupon WHERE ${where} ORDER BY ${buildOrder(query)}`);
    const { agrupar: column } = query;
    const groups =
      column === undefined
        ? []
        : db
            .prepare<unknown[], SumRow & { readonly clave: string }>(
              `SELECT ${column} AS clave, ${SUMS} FROM cupon WHERE ${where} GROUP BY 1 ORDER BY ${column} = '', ${column}`,
            )
            .all(reading, ...valores);
    done = {
      pregunta: question,
      ids: all.pluck().all(reading, ...valores),
      grupos: groups.map((one) => ({ clave: one.clave, ...toCuponSum(one) })),
      ...toCuponSum(sum.get(reading, ...valores)),
    };
    return done;
  }

  const readCupon = (reading: number, n: number, today: CivilDate): ReadCupon => {
    const row = read.get(reading, n);
    if (row === undefined) throw new Error(`Reading ${String(reading)} lost coupon ${String(n)}`);
    const stored = parseStoredCupon(row);
    const { conciliado, fecha_venta: day = '' } = stored.operacion;
    const sale = conciliado ? undefined : parseIsoDate(day);
    // A sale dated in the future has a wrong date, so it gets no age.
    const days = sale === undefined || sale > today ? null : countDaysBetween(sale, today);
    return { tipo: 'cupon', n, ...stored, dias: days, nuevo: row.nuevo === 1 };
  };

  /** `total`: how many rows the list has, headings included. */
  return (
    reading: number,
    query: ResultQuery,
    { desde, limite, hoy }: { readonly desde: number; readonly limite: number; readonly hoy: CivilDate },
  ): CuponSum & { readonly total: number; readonly filas: readonly ResultRow[] } => {
    const list = listRows(reading, query);
    const { cupones, importe } = list;
    if (query.agrupar === undefined) {
      const rows = list.ids.slice(desde, desde + limite).map((n) => readCupon(reading, n, hoy));
      return { total: list.ids.length, cupones, importe, filas: rows };
    }
    const closed = new Set(query.cerrados);
    const until = desde + limite;
    const rows: ResultRow[] = [];
    let place = 0;
    let first = 0;
    for (const group of list.grupos) {
      const opened = !closed.has(group.clave);
      if (place >= desde && place < until) rows.push({ tipo: 'grupo', ...group, abierto: opened });
      place += 1;
      if (opened) {
        const from = Math.max(0, desde - place);
        const to = Math.min(group.cupones, until - place);
        for (let i = from; i < to; i++) {
          const n = list.ids[first + i];
          if (n !== undefined) rows.push(readCupon(reading, n, hoy));
        }
        place += group.cupones;
      }
      first += group.cupones;
    }
    return { total: place, cupones, importe, filas: rows };
  };
}
