import Database from 'better-sqlite3';
import { civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { ReadCupon, ResultGroup, RowPlace, CuponSum } from '#domain/report.ts';
import { asNumber } from '../cache/schema.ts';
import { readInPages, guard } from '../sqlite/open.ts';
import { formatPlain } from '#domain/money.ts';

/** SQL of a sum of amounts, in two parts: the sum of a hundred thousand amounts could overflow SQLite's integers. `filter`: a `FILTER` clause. */
export const writeImporteSql = (filter = ''): string =>
  `coalesce(sum(centavos / 1000000)${filter}, 0) AS high, coalesce(sum(centavos % 1000000)${filter}, 0) AS low`;

export const SUMS = `count(*) AS cupones, ${writeImporteSql()}`;

export type ImporteRow = { readonly high: number; readonly low: number };

export type SumRow = ImporteRow & { readonly cupones: number };

export const importeOf = ({ high, low }: ImporteRow): string => formatPlain(BigInt(high) * 1_000_000n + BigInt(low));

export const toCuponSum = (row: SumRow = { cupones: 0, high: 0, low: 0 }): CuponSum => ({
  cupones: row.cupones,
  importe: importeOf(row),
});

export type StoredCupon = Pick<
  ReadCupon,
  'operacion' | 'disposicion' | 'archivo' | 'mensaje' | 'problema' | 'problemas'
>;

export interface ReadingCupon extends StoredCupon {
  readonly n: number;
}

export interface ReadingHeader {
  readonly encabezado: Conciliacion;
  /** The upload of this PC that made the reconciliation; null if none exists. */
  readonly carga: string | null;
  readonly archivos: readonly string[];
  /** Whether an upload made this reading while it verified what it had sent. */
  readonly isOfUpload?: boolean;
  /** How many rows of the result could not be read; absent for none. */
  readonly cuarentena?: number;
}

const CHUNK = 500;
const MAX_OF_ONE = 20_000;
/** The most rows to list by number; more would not fit on a screen. */
const MAX_PLACES = 20;

export interface ReadingRow {
  readonly n: number;
  readonly conciliacion: string;
  readonly leido: Instant;
  readonly anterior: Instant | null;
  readonly encabezado: string;
}
interface CuponRow {
  readonly lectura: number;
  readonly n: number;
  readonly detalle: string;
}
type GroupRow = SumRow & { readonly grupo: ResultGroup; readonly desde: string | null; readonly hasta: string | null };
type KeyRow = { readonly clave: string; readonly cupones: number };

/** The sum of a result's coupons with the same day, establishment, card (as coupons write it) and group. */
export interface PlaceSum {
  readonly dia: string;
  readonly comercio: string;
  readonly tarjeta: string;
  readonly conciliacion: string | null;
  readonly grupo: ResultGroup;
  readonly liquidacion: string | null;
  /** The reference of a wallet sale, which has no card: `tarjeta` is then its kind of operation. */
  readonly referencia: string | null;
  readonly cupones: number;
  readonly centavos: bigint;
}
type PlaceRow = Omit<PlaceSum, 'centavos'> & SumRow;
const PLACE = 'dia, comercio, tarjeta, conciliacion, grupo, liquidacion, referencia';
const KEYS_OF_SALE = `json_extract(detalle, '$.operacion.liquidaciones_id') AS liquidacion,
  iif(json_extract(detalle, '$.operacion.tarjeta_desc') IS NULL, json_extract(detalle, '$.operacion.wallet_referencia'), NULL) AS referencia`;
const writeSaleField = (field: string): string => `json_extract(detalle, '$.operacion.${field}')`;
/** SQL: the fields that tell sales apart. The settlement counts only for sales without a number, because an earlier reading may lack the settlement. */
const IDENTITY = [
  'dia, comercio, tarjeta, centavos',
  ...['comprobante', 'autorizacion', 'tarjeta_nro', 'terminal', 'lote', 'wallet_referencia'].map(writeSaleField),
  `coalesce(${['comprobante', 'autorizacion', 'wallet_referencia', 'liquidaciones_id'].map(writeSaleField).join(', ')})`,
].join(', ');
/** `vez` numbers equal sales of one reading. `copia` is 1 in only one of the readings with a sale: the newest in which it matched, else the newest. */
const PLACES_OF_PERIOD = `WITH vista AS (
  SELECT ${PLACE}, c.lectura, centavos, venta, row_number() OVER (PARTITION BY c.lectura, venta ORDER BY c.n) AS vez
  FROM (SELECT lectura, n, dia, comercio, tarjeta, grupo, centavos, ${KEYS_OF_SALE}, json_array(${IDENTITY}) AS venta FROM cupon
    WHERE dia BETWEEN ? AND ? AND disposicion IN ('conciliado', 'no_informado')) c
  JOIN lectura l ON l.n = c.lectura
), una AS (SELECT *, row_number() OVER (PARTITION BY venta, vez ORDER BY grupo <> 'conciliados', lectura DESC) AS copia FROM vista)
SELECT ${PLACE}, ${SUMS} FROM una WHERE copia = 1 GROUP BY ${PLACE}`;

/** Parses the header of a reading without checking it: a cache has only the JSON of its own version. */
function parseHeader({ encabezado }: Pick<ReadingRow, 'encabezado'>): ReadingHeader {
  const header: ReadingHeader = JSON.parse(encabezado);
  return header;
}

export function parseStoredCupon({ detalle }: Pick<CuponRow, 'detalle'>): StoredCupon {
  const cupon: StoredCupon = JSON.parse(detalle);
  return cupon;
}

export function openQueries(db: Database.Database) {
  const readings = db.prepare<[], ReadingRow>('SELECT n, conciliacion, leido, anterior, encabezado FROM lectura');
  const reading = db.prepare<[string], ReadingRow>(
    'SELECT n, conciliacion, leido, anterior, encabezado FROM lectura WHERE conciliacion = ?',
  );
  const groups = db.prepare<[CivilDate, number], GroupRow>(
    `SELECT grupo, ${SUMS}, min(nullif(dia, '')) AS desde, max(nullif(dia, '')) FILTER (WHERE dia <= ?) AS hasta FROM cupon WHERE lectura = ? GROUP BY grupo`,
  );
  const rejected = db.prepare<[number], SumRow>(
    `SELECT ${SUMS} FROM cupon WHERE lectura = ? AND grupo = 'errores' AND disposicion = 'rechazado'`,
  );
  const places = db.prepare<[number], RowPlace>(
    `SELECT json_extract(detalle, '$.archivo') AS archivo, json_extract(detalle, '$.operacion.fila') AS fila FROM cupon
     WHERE lectura = ? AND grupo = 'errores' AND disposicion = 'rechazado' ORDER BY n LIMIT ${String(MAX_PLACES)}`,
  );
  const added = db.prepare<[number], SumRow>(`SELECT ${SUMS} FROM cupon WHERE lectura = ? AND nuevo = 1`);
  const keysOf = (column: 'tarjeta' | 'comercio') =>
    db.prepare<
      [number],
      KeyRow
    >(`SELECT ${column} AS clave, count(*) AS cupones FROM cupon WHERE lectura = ? AND grupo <> 'errores'
      GROUP BY 1 ORDER BY cupones DESC, clave LIMIT 500`);
  const tarjetas = keysOf('tarjeta');
  const comercios = keysOf('comercio');
  const absent = db.prepare<[], { readonly conciliacion: string; readonly cuando: Instant }>(
    'SELECT conciliacion, cuando FROM ausente',
  );
  const selectNaming = (field: 'liquidaciones_id' | 'nro_liquidacion'): string =>
    `SELECT l.conciliacion AS conciliacion, c.lectura AS lectura, c.n AS n, c.detalle AS detalle FROM cupon c JOIN lectura l ON l.n = c.lectura
     WHERE c.grupo = 'conciliados' AND json_extract(c.detalle, '$.operacion.${field}') = @${field}`;
  // Two queries joined by UNION, so that each can use its index.
  const ofLiquidacion = db.prepare<[object], CuponRow & { readonly conciliacion: string }>(
    `${selectNaming('liquidaciones_id')} UNION ${selectNaming('nro_liquidacion')} ORDER BY lectura DESC, n LIMIT ${String(MAX_OF_ONE)}`,
  );
  const ofSale = db.prepare<[string, number, string | null, string | null], CuponRow>(
    `SELECT lectura, n, detalle FROM cupon WHERE grupo = 'conciliados' AND dia = ? AND centavos = ?
       AND ${asNumber('comprobante')} = coalesce(CAST(? AS NUMERIC), 0) AND ${asNumber('autorizacion')} = coalesce(CAST(? AS NUMERIC), 0)`,
  );

  const placesOf = db.prepare<[number], PlaceRow>(
    `SELECT ${PLACE}, ${SUMS} FROM (SELECT *, ${KEYS_OF_SALE} FROM cupon WHERE lectura = ? AND grupo <> 'errores') c
     JOIN lectura l ON l.n = c.lectura GROUP BY ${PLACE}`,
  );
  const placesOfPeriod = db.prepare<[string, string], PlaceRow>(PLACES_OF_PERIOD);
  const toPlaceSum = ({ high, low, ...place }: PlaceRow): PlaceSum => ({
    ...place,
    centavos: BigInt(high) * 1_000_000n + BigInt(low),
  });

  function sumGroups({ n, leido }: Pick<ReadingRow, 'n' | 'leido'>) {
    const rows = groups.all(civilDateAt(leido), n);
    const sumOf = (group: ResultGroup) => toCuponSum(rows.find(({ grupo }) => grupo === group));
    // For the first and last day, leave out rows with errors, refused coupons and future days: their date may be the error.
    const dated = rows.filter(({ grupo }) => grupo !== 'errores');
    const [desde] = dated.flatMap((row) => row.desde ?? []).sort();
    const hasta = dated
      .flatMap((row) => row.hasta ?? [])
      .sort()
      .at(-1);
    return { sumOf, dias: desde === undefined || hasta === undefined ? null : { desde, hasta } };
  }

  return {
    /**
     * The stored reading of a reconciliation with its sums; undefined without one. `novedades`: the coupons that matched since the reading at `desde`; null for
     * none. `noAceptados`: how many coupons were refused, and the rows of the first of them; null for none. `dias`: the first and last day of sale.
     */
    show(id: string) {
      const found = reading.get(id);
      if (found === undefined) return undefined;
      const { n, leido, anterior } = found;
      const { sumOf, dias } = sumGroups(found);
      const news = toCuponSum(added.get(n));
      const leftOut = toCuponSum(rejected.get(n));
      return {
        ...parseHeader(found),
        lectura: n,
        leido,
        grupos: {
          conciliados: sumOf('conciliados'),
          sin_conciliar: sumOf('sin_conciliar'),
          no_informados: sumOf('no_informados'),
          errores: sumOf('errores'),
        },
        novedades: anterior === null || news.cupones === 0 ? null : { ...news, desde: anterior },
        noAceptados: leftOut.cupones === 0 ? null : { ...leftOut, filas: places.all(n) },
        dias,
        tarjetas: tarjetas.all(n),
        comercios: comercios.all(n),
      };
    },
    /** The sums of matched and unmatched coupons of every reading, by reconciliation. */
    listReadings: () =>
      new Map(
        readings.all().map((row) => {
          const { n, conciliacion, leido } = row;
          const { sumOf, dias } = sumGroups(row);
          const sums = { conciliados: sumOf('conciliados'), sinConciliar: sumOf('sin_conciliar'), dias };
          return [conciliacion, { lectura: n, encabezado: parseHeader(row).encabezado, leido, ...sums }] as const;
        }),
      ),
    /** The sums of a reading by day, establishment and card, without rows with errors. */
    sumPlaces: (n: number): readonly PlaceSum[] => placesOf.all(n).map(toPlaceSum),
    /**
     * Sums by day, establishment and card over all readings, between two days (both included): matched coupons, and sent ones that the service does not report.
     * A sale in two readings counts once. Includes reconciliations that the service no longer has, as the list of unmatched coupons does.
     */
    sumPlacesBetween: (from: CivilDate, to: CivilDate): readonly PlaceSum[] =>
      placesOfPeriod.all(from, to).map(toPlaceSum),
    /** For each reconciliation that the service did not have when last asked: when that was. */
    readMissing: (): ReadonlyMap<string, Instant> =>
      new Map(absent.all().map(({ conciliacion, cuando }) => [conciliacion, cuando])),
    /** Yields the coupons of a reading with one of these dispositions, in the order of the result. */
    *cupones(n: number, dispositions: readonly string[]): Iterable<ReadingCupon> {
      const page = db.prepare<unknown[], CuponRow>(
        `SELECT lectura, n, detalle FROM cupon WHERE lectura = ? AND n > ? AND disposicion IN (${dispositions.map(() => '?').join(', ')})
         ORDER BY n LIMIT ${String(CHUNK)}`,
      );
      const readAfter = (after: number) => page.all(n, after, ...dispositions);
      for (const rows of readInPages(CHUNK, readAfter, (row) => row.n))
        for (const row of rows) yield { ...parseStoredCupon(row), n: row.n };
    },
    /** Matched coupons, of any reading, that may be the same sale: same day, amount in centavos, voucher and authorisation. */
    listMatchedLike: ({ fecha_venta: day = '', comprobante, autorizacion }: Cupon, importe: number) =>
      ofSale.all(day, importe, comprobante ?? null, autorizacion ?? null).map((row) => {
        const { lectura, n } = row;
        return { ...parseStoredCupon(row), lectura, n };
      }),
    /** Matched coupons, of any reading, that name a settlement by its identifier or its number. */
    listOfLiquidacion: ({ id, numero: number }: { readonly id: string; readonly numero: string }) => {
      // An empty text is no identifier: compare with null, which matches nothing.
      const keys = { liquidaciones_id: id === '' ? null : id, nro_liquidacion: number === '' ? null : number };
      return ofLiquidacion.all(keys).map((row) => ({ ...parseStoredCupon(row), conciliacion: row.conciliacion }));
    },
  };
}

export interface KeptReading {
  readonly lectura: number;
  readonly conciliacion: string;
}

export type Readings = ReturnType<typeof openReadings>;

/** Opens the results in a cache file. The file must exist and have the current schema. */
export function openReadings(cache: string) {
  const db = guard(() => new Database(cache, { readonly: true, fileMustExist: true }));
  db.pragma('busy_timeout = 5000');
  const version = db
    .prepare<[], string>("SELECT count(*) || '|' || coalesce(sum(n), 0) || '|' || coalesce(sum(leido), 0) FROM lectura")
    .pluck();
  const readings = db.prepare<[], KeptReading>('SELECT n AS lectura, conciliacion FROM lectura ORDER BY n');
  return {
    ...openQueries(db),
    /** A text that changes whenever a reading is added, replaced or deleted. */
    version: (): string => version.get() ?? '',
    readings: (): readonly KeptReading[] => readings.all(),
    close: () => void db.close(),
  };
}
